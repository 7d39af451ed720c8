/// Checks text for UTF-8 (RFC 3629: shortest forms, no surrogates, nothing above U+10FFFF).
enum UTF8Text {
  /// The first byte of a range that is no part of a whole and valid sequence, or nil.
  static func firstWrong(_ text: BytePointer, _ range: Range<Int>) -> Int? {
    var position = range.lowerBound
    let end = range.upperBound
    while position < end {
      if position &+ 8 <= end, text.word(at: position) & 0x8080_8080_8080_8080 == 0 {
        position &+= 8
        continue
      }
      let first = text[position]
      if first < 0x80 {
        position &+= 1
        continue
      }
      let second = position &+ 1 < end ? text[position &+ 1] : 0
      let length: Int
      switch first {
      case 0xC2...0xDF where isTail(second): length = 2
      case 0xE0 where (0xA0...0xBF).contains(second), 0xED where (0x80...0x9F).contains(second),
        0xE1...0xEC where isTail(second), 0xEE...0xEF where isTail(second):
        length = 3
      case 0xF0 where (0x90...0xBF).contains(second), 0xF4 where (0x80...0x8F).contains(second),
        0xF1...0xF3 where isTail(second):
        length = 4
      default: return position
      }
      guard position &+ length <= end else { return position }
      if length > 2, !isTail(text[position &+ 2]) { return position }
      if length > 3, !isTail(text[position &+ 3]) { return position }
      position &+= length
    }
    return nil
  }

  @inline(__always)
  private static func isTail(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }
}
