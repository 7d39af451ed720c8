#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How far a count is from what was expected: x ln(x / expected) + expected - x, for positive numbers.
///
/// Near the expected count, where the terms all but cancel, it is summed as a series, so that it keeps its precision for
/// counts of any size.
///
/// - Source: C. Loader, Fast and Accurate Computation of Binomial Probabilities (2000), his D0.
func deviance(_ x: Double, expected: Double) -> Double {
  let difference = x - expected
  guard abs(difference) < 0.1 * (x + expected) else { return x * log(x / expected) + expected - x }
  let ratio = difference / (x + expected)
  let square = ratio * ratio
  var sum = difference * ratio
  var power = 2 * x * ratio
  var odd = 3.0
  while true {
    power *= square
    let next = sum + power / odd
    if next == sum { return sum }
    sum = next
    odd += 2
  }
}
