/// A share of a whole from 0 to 1, exact as it was written.
struct Share: Equatable {
  /// As it was written: `0.01` or `1%`.
  let text: String
  private let numerator: Int128
  private let denominator: Int128

  /// The share that a text names, with 12 digits at most; nil where it is none.
  init?(_ text: String) {
    let isPercent = text.utf8.last == UInt8(ascii: "%")
    var numerator: Int128 = 0
    var denominator: Int128 = isPercent ? 100 : 1
    var digits = 0
    var hasPoint = false
    for byte in isPercent ? text.utf8.dropLast() : text.utf8[...] {
      switch byte {
      case UInt8(ascii: "."):
        if hasPoint { return nil }
        hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        numerator = numerator * 10 + Int128(byte - UInt8(ascii: "0"))
        if hasPoint { denominator *= 10 }
        if digits > 12 { return nil }
      default:
        return nil
      }
    }
    guard digits > 0, numerator <= denominator else { return nil }
    self.text = text
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Whether a part is more than this share of a whole.
  func isExceeded(by part: Int, of whole: Int) -> Bool {
    Int128(part) * denominator > numerator * Int128(whole)
  }
}
