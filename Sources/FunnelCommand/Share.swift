/// A share of a whole from 0 to 1, exact as it was written.
struct Share: Equatable {
  /// As it was written: `0.01` or `1%`.
  let text: String
  /// How many of these make a whole: 1, or 100 for percent.
  private let scale: Int
  private let units: Int
  private let decimals: [UInt8]

  /// The share that a text names, with any number of decimals; nil where it is none.
  init?(_ text: String) {
    let isPercent = text.utf8.last == UInt8(ascii: "%")
    let scale = isPercent ? 100 : 1
    var units = 0
    var decimals: [UInt8] = []
    var hasDigit = false
    var hasPoint = false
    for byte in isPercent ? text.utf8.dropLast() : text.utf8[...] {
      switch byte {
      case UInt8(ascii: "."):
        if hasPoint { return nil }
        hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        hasDigit = true
        let digit = byte - UInt8(ascii: "0")
        if hasPoint { decimals.append(digit) } else { units = units * 10 + Int(digit) }
        if units > scale || (units == scale && decimals.last ?? 0 > 0) { return nil }
      default:
        return nil
      }
    }
    guard hasDigit else { return nil }
    self.text = text
    self.scale = scale
    self.units = units
    self.decimals = decimals
  }

  /// The share as the nearest number.
  var value: Double {
    let digits = "\(units)." + decimals.map(String.init).joined() + "0"
    return (Double(digits) ?? 0) / Double(scale)
  }

  /// Whether a part is more than this share of a whole.
  func isExceeded(by part: Int, of whole: Int) -> Bool {
    guard whole > 0 else { return false }
    // Divided by hand, digit by digit: exact for any number of them.
    var (quotient, rest) = (Int128(part) * Int128(scale)).quotientAndRemainder(dividingBy: Int128(whole))
    if quotient != Int128(units) { return quotient > Int128(units) }
    for digit in decimals {
      (quotient, rest) = (rest * 10).quotientAndRemainder(dividingBy: Int128(whole))
      if quotient != Int128(digit) { return quotient > Int128(digit) }
    }
    return rest > 0
  }
}
