/// Prints a number with a fixed count of decimals, exactly as C's `%.6f` and `%.3f` do.
///
/// The binary value is rounded as it stands, to the nearest and on a tie to the even digit. Whole-number arithmetic does it,
/// because C's own function follows the process's locale and could print a decimal comma.
enum FixedDecimals {
  /// The number with so many decimals, from 1 to 18; a negative one that rounds to nothing keeps its sign.
  ///
  /// The number is finite and lies between -2^63 and 2^63.
  static func text(_ number: Double, decimals: Int) -> String {
    let magnitude = number.magnitude
    precondition(magnitude < 0x1p63 && 1...18 ~= decimals, "a printed number is finite and below 2^63")
    var whole = UInt64(magnitude)
    let scale = (0..<decimals).reduce(UInt64(1)) { power, _ in power * 10 }
    var fraction = roundedFraction(magnitude - Double(whole), scale: scale)
    if fraction == scale {
      whole += 1
      fraction = 0
    }
    let sign = number.sign == .minus ? "-" : ""
    let digits = String(fraction)
    return sign + String(whole) + "." + String(repeating: "0", count: decimals - digits.count) + digits
  }

  /// A fraction below 1 times a scale, rounded to the nearest, ties to even.
  private static func roundedFraction(_ fraction: Double, scale: UInt64) -> UInt64 {
    guard fraction > 0 else { return 0 }
    // The fraction is significand / 2^shift; 53 bits of significand times 60 bits of scale fit into 128.
    let shift = 52 - Int(fraction.exponent)
    guard shift < 127 else { return 0 }
    let significand = UInt128(fraction.significandBitPattern | (fraction.isNormal ? 1 << 52 : 0))
    let product = significand * UInt128(scale)
    let quotient = product >> UInt128(shift)
    let remainder = product - quotient << UInt128(shift)
    let half = UInt128(1) << UInt128(shift - 1)
    let roundsUp = remainder > half || (remainder == half && quotient % 2 == 1)
    return UInt64(quotient) + (roundsUp ? 1 : 0)
  }
}
