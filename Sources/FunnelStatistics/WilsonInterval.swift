// The import links the C library's mathematics, which square roots and rounding call in a debug build.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The standard normal quantile of 0.975, as the specification states it.
let normalQuantile975 = 1.959963984540054

extension Proportion {
  /// Wilson's score interval of the share at 95 %; nil for 0 of 0.
  ///
  /// The low end is 0 exactly where none has the property, the high end 1 exactly where all have it.
  ///
  /// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
  /// Statistical Association 22 (1927), 209-212; recommended by Brown, Cai and DasGupta, Statistical Science 16 (2001).
  public var wilsonInterval: Interval? {
    guard let share else { return nil }
    let z = normalQuantile975
    let n = Double(total)
    let denominator = 1 + z * z / n
    let centre = (share + z * z / (2 * n)) / denominator
    let half = z / denominator * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return Interval(low: count == 0 ? 0 : centre - half, high: count == total ? 1 : centre + half)
  }
}
