/// The regularised incomplete beta function I_x(a, b), for positive a and b.
///
/// - Parameters:
///   - x: where, from 0 to 1.
///   - complement: 1 - x, given apart because a caller near 1 often knows it better than a subtraction would.
/// - Edge cases: 0 at 0, 1 at 1; not a number outside of 0 to 1 or where a or b is not positive.
/// - Error: below 1e-12 relatively where the result is at most a half, else absolutely.
/// - Cost: grows as the square root of the larger of a and b.
/// - Source: NIST Digital Library of Mathematical Functions 8.17.22 (continued fraction) and 8.17.4 (symmetry); the
///   factor before it as in Loader (2000).
public func regularizedIncompleteBeta(_ x: Double, complement: Double, a: Double, b: Double) -> Double {
  guard 0 <= x, x <= 1, 0 <= complement, a > 0, b > 0 else { return .nan }
  if x == 0 { return 0 }
  if complement == 0 { return 1 }
  let factor = a * b / (a + b) * binomialWeight(a, of: a + b, chance: x, complement: complement)
  if x <= (a + 1) / (a + b + 2) {
    return factor / (a * betaFraction(x, a: a, b: b))
  }
  return 1 - factor / (b * betaFraction(complement, a: b, b: a))
}

/// The continued fraction 1 + d1/(1 + d2/(1 + ...)), by the modified method of Lentz.
private func betaFraction(_ x: Double, a: Double, b: Double) -> Double {
  let tiny = 1e-300
  var value = 1.0
  var above = 1.0
  var below = 0.0
  let limit = 1000 + 20 * max(a, b).squareRoot()
  var m = 0.0
  while m < limit {
    let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    let even = (m + 1) * (b - m - 1) * x / ((a + 2 * m + 1) * (a + 2 * m + 2))
    let before = value
    for part in [odd, even] {
      below = 1 + part * below
      below = 1 / (abs(below) < tiny ? tiny : below)
      above = 1 + part / above
      if abs(above) < tiny { above = tiny }
      value *= above * below
    }
    if abs(value - before) <= 1e-16 * abs(value) { break }
    m += 1
  }
  return value
}
