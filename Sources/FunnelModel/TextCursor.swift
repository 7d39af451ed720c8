/// A place in a short text that is read from left to right.
struct TextCursor {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Takes the next byte if it is one of these characters.
  mutating func take(_ characters: StaticString) -> UInt8? {
    guard let next, characters.description.utf8.contains(next) else { return nil }
    position += 1
    return next
  }

  /// Takes exactly so many decimal digits.
  mutating func number(digits: Int) -> Int? {
    number(digits: digits...digits)
  }

  /// Takes as many decimal digits as there are, up to the upper bound; nil, and nothing is taken, where they are fewer
  /// than the lower.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    let start = position
    var value = 0
    while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next), position - start < digits.upperBound {
      value = value * 10 + Int(next - UInt8(ascii: "0"))
      position += 1
    }
    if position - start >= digits.lowerBound { return value }
    position = start
    return nil
  }

  /// Takes bytes as long as the test holds.
  mutating func takeWhile(_ test: (UInt8) -> Bool) -> [UInt8] {
    let start = position
    while let next, test(next) { position += 1 }
    return Array(bytes[start..<position])
  }

  /// Takes an offset from UTC: `Z`, `z`, `+hh:mm`, `+hhmm` or `+hh` with either sign, in seconds.
  mutating func offset() -> Int64? {
    if take("Zz") != nil { return 0 }
    guard let sign = take("+-"), let hours = number(digits: 2), hours < 24 else { return nil }
    var minutes = 0
    if take(":") != nil {
      guard let number = number(digits: 2) else { return nil }
      minutes = number
    } else if next != nil {
      guard let number = number(digits: 2) else { return nil }
      minutes = number
    }
    guard minutes < 60 else { return nil }
    let seconds = Int64(hours * 3_600 + minutes * 60)
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
