#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The upper regularised incomplete gamma function Q(a, x), for positive a.
///
/// - Edge cases: 1 at 0, 0 at infinity; not a number below 0 or where a is not positive.
/// - Error: below 1e-12 relatively in the upper tail (x above a), else absolutely.
/// - Cost: grows as the square root of a.
/// - Source: NIST Digital Library of Mathematical Functions 8.11.4 (series, below a + 1) and 8.9.2 (continued fraction,
///   above).
public func regularizedUpperIncompleteGamma(_ a: Double, _ x: Double) -> Double {
  guard a > 0, x >= 0 else { return .nan }
  if x == 0 { return 1 }
  if x == .infinity { return 0 }
  // x^a e^-x / gamma(a), as the Poisson probability of a times a.
  let factor = exp(-stirlingError(a) - deviance(a, expected: x) - halfLogOfTwoPi) * a.squareRoot()
  return x < a + 1 ? 1 - factor * lowerSeries(a, x) : factor * upperFraction(a, x)
}

private func lowerSeries(_ a: Double, _ x: Double) -> Double {
  var term = 1 / a
  var sum = term
  var index = a
  while term > sum * 1e-17 {
    index += 1
    term *= x / index
    sum += term
  }
  return sum
}

private func upperFraction(_ a: Double, _ x: Double) -> Double {
  let tiny = 1e-300
  var partial = x + 1 - a
  var above = 1 / tiny
  var below = 1 / partial
  var value = below
  let limit = 1000 + 20 * a.squareRoot()
  var index = 1.0
  while index < limit {
    let numerator = index * (a - index)
    partial += 2
    below = partial + numerator * below
    below = 1 / (abs(below) < tiny ? tiny : below)
    above = partial + numerator / above
    if abs(above) < tiny { above = tiny }
    let change = above * below
    value *= change
    if abs(change - 1) <= 2e-16 { break }
    index += 1
  }
  return value
}
