#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The standard normal distribution.
///
/// - Source: the complementary error function (NIST Digital Library of Mathematical Functions 7.18(iv)), which keeps
///   its precision in the tails.
public enum NormalDistribution {
  /// The probability of a value at most z.
  public static func cumulative(_ z: Double) -> Double {
    0.5 * erfc(-z * 0.5.squareRoot())
  }

  /// The probability of a value above z.
  public static func survival(_ z: Double) -> Double {
    0.5 * erfc(z * 0.5.squareRoot())
  }

  /// The probability of a value at least as far from 0 as z.
  public static func twoSidedP(_ z: Double) -> Double {
    erfc(abs(z) * 0.5.squareRoot())
  }
}
