/// The two-sided z test of two shares being equal, with the pooled share and no continuity correction.
public struct PooledTest: Hashable, Sendable {
  /// The first share less the second in pooled standard errors.
  public var z: Double
  /// The probability of a difference at least as large, either way, if the shares are equal.
  public var p: Double

  /// Tests one share against another.
  ///
  /// - Edge cases: nil where a total is 0, and where none or all of both together count, which has no standard error.
  /// - Source: J. Fleiss, B. Levin, M. Paik, Statistical Methods for Rates and Proportions (2003), 3.2, without the
  ///   correction; the p of a chi-square test of the two by two table.
  public init?(of first: Proportion, against second: Proportion) {
    guard let firstShare = first.share, let secondShare = second.share else { return nil }
    let all = Double(first.total) + Double(second.total)
    let pooled = (Double(first.count) + Double(second.count)) / all
    let variance = pooled * (1 - pooled) * (1 / Double(first.total) + 1 / Double(second.total))
    guard variance > 0 else { return nil }
    z = (firstShare - secondShare) / variance.squareRoot()
    p = NormalDistribution.twoSidedP(z)
  }
}
