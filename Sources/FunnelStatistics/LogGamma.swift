#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The natural logarithm of the gamma function of a positive number.
///
/// - Edge cases: +infinity at 0 and at +infinity; not a number below 0.
/// - Error: within 2e-14 absolutely or 1e-15 relatively, whichever is more. (The C library's function keeps its sign in
///   a variable that all threads share.)
/// - Source: Stirling's series (NIST Digital Library of Mathematical Functions 5.11.1) from 16 on; below, the
///   recurrence 5.5.1 leads up to it.
public func logGamma(_ x: Double) -> Double {
  if x.isNaN || x < 0 { return .nan }
  if x == 0 || x == .infinity { return .infinity }
  var base = x
  var product = 1.0
  while base < 16 {
    product *= base
    base += 1
  }
  return (base - 0.5) * log(base) - base + halfLogOfTwoPi + stirlingSeries(base) - log(product)
}

/// Half the natural logarithm of two pi.
let halfLogOfTwoPi = 0.918938533204672741780329736406

/// What Stirling's formula leaves out of the logarithm of x!: log(x!) - log(sqrt(2 pi x) (x/e)^x), for x above 0.
///
/// - Error: within 2e-14.
/// - Source: C. Loader, Fast and Accurate Computation of Binomial Probabilities (2000).
func stirlingError(_ x: Double) -> Double {
  if x >= 16 { return stirlingSeries(x) }
  return logGamma(x + 1) - (x + 0.5) * log(x) + x - halfLogOfTwoPi
}

/// The asymptotic part of Stirling's series, to rounding for 16 and more.
private func stirlingSeries(_ x: Double) -> Double {
  let inverseSquare = 1 / (x * x)
  var sum = 1.0 / 156
  for coefficient in [-691.0 / 360_360, 1.0 / 1188, -1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12] {
    sum = sum * inverseSquare + coefficient
  }
  return sum / x
}
