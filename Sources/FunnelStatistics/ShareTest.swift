/// The test of two shares being equal that their sizes allow.
public struct ShareTest: Hashable, Sendable {
  /// How p was worked out.
  public enum Method: Sendable {
    /// The z test with the pooled share.
    case pooled
    /// Fisher's exact test.
    case fisher
  }

  /// How p was worked out.
  public var method: Method
  /// The two-sided p.
  public var p: Double

  /// Tests one share against another: pooled where all four expected counts are 5 or more, else Fisher's.
  ///
  /// - Edge cases: nil where a total is 0; p 1 where none or all of both count.
  /// - Source: W. G. Cochran, Some Methods for Strengthening the Common Chi-Square Tests, Biometrics 10 (1954), for the
  ///   least expected count.
  public init?(of first: Proportion, against second: Proportion) {
    guard first.total > 0, second.total > 0 else { return nil }
    let all = Double(first.total) + Double(second.total)
    let counted = Double(first.count) + Double(second.count)
    // Compared as products, so that an expected count of exactly 5 is no matter of rounding.
    let smallest = Double(min(first.total, second.total)) * min(counted, all - counted)
    if smallest >= 5 * all, let test = PooledTest(of: first, against: second) {
      method = .pooled
      p = test.p
    } else {
      method = .fisher
      p = fisherExactP(of: first, against: second)
    }
  }
}
