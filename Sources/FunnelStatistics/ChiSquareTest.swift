/// The chi-square test of counts following given weights.
public struct ChiSquareTest: Hashable, Sendable {
  /// The sum of (observed - expected)^2 / expected.
  public var statistic: Double
  /// One less than the number of counts.
  public var degreesOfFreedom: Int
  /// The smallest expected count: the test is not to be trusted where it is small.
  public var smallestExpected: Double
  /// The probability of a statistic at least as large if the counts follow the weights.
  public var p: Double

  /// Tests counts against weights, one for each count, in any unit.
  ///
  /// - Edge cases: nil for fewer than two counts, where all counts are 0, and where a weight is not a positive number or
  ///   there are more or fewer weights than counts.
  /// - Source: K. Pearson (1900); the tail from the incomplete gamma function, NIST Digital Library of Mathematical
  ///   Functions 8.2.4.
  public init?(observed: [Int], weights: [Double]) {
    guard observed.count == weights.count, observed.count >= 2, weights.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      return nil
    }
    let total = observed.reduce(0) { $0 + Double($1) }
    let weight = weights.reduce(0, +)
    guard total > 0, weight.isFinite else { return nil }
    statistic = 0
    smallestExpected = .infinity
    for (count, share) in zip(observed, weights) {
      let expected = total * (share / weight)
      statistic += (Double(count) - expected) * (Double(count) - expected) / expected
      smallestExpected = min(smallestExpected, expected)
    }
    degreesOfFreedom = observed.count - 1
    p = regularizedUpperIncompleteGamma(Double(degreesOfFreedom) / 2, statistic / 2)
  }
}
