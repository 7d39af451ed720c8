#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Student's t distribution.
///
/// - Edge cases: at infinity the probabilities are 0 and 1; not a number for t that is none, or where the degrees of
///   freedom are not positive. A t whose square overflows (above 1e154) counts as infinite.
/// - Error: below 1e-12 relatively.
/// - Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.5.27.
public struct StudentDistribution: Hashable, Sendable {
  /// The degrees of freedom, above 0; need not be whole.
  public var degreesOfFreedom: Double

  /// The distribution with so many degrees of freedom.
  public init(degreesOfFreedom: Double) {
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability of a value at least as far from 0 as t.
  public func twoSidedP(_ t: Double) -> Double {
    guard degreesOfFreedom > 0, !t.isNaN else { return .nan }
    let square = t * t
    if square == .infinity { return 0 }
    return regularizedIncompleteBeta(
      degreesOfFreedom / (degreesOfFreedom + square), complement: square / (degreesOfFreedom + square),
      a: degreesOfFreedom / 2, b: 0.5)
  }

  /// The probability of a value at most t.
  public func cumulative(_ t: Double) -> Double {
    let tail = twoSidedP(t) / 2
    return t < 0 ? tail : 1 - tail
  }

  /// The t that a value is at least as far from 0 as with probability p: the inverse of `twoSidedP`.
  ///
  /// - Edge cases: 0 for 1 or more, infinity for 0 or less.
  /// - Cost: up to some hundred evaluations of the distribution, by halving.
  public func twoSidedQuantile(_ p: Double) -> Double {
    guard degreesOfFreedom > 0, !p.isNaN else { return .nan }
    if p >= 1 { return 0 }
    if p <= 0 { return .infinity }
    var low = 0.0
    var high = 1.0
    while twoSidedP(high) > p {
      low = high
      high *= 2
    }
    while true {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high { return middle }
      if twoSidedP(middle) > p { low = middle } else { high = middle }
    }
  }
}
