/// Base64 as shippers write payloads in, of the usual and of the URL alphabet, with its padding or without.
enum Base64Text {
  /// Whether a text begins as an object of JSON does in base64, and is no shorter than the shortest event.
  static func beginsObject(_ text: BytePointer, _ range: Range<Int>) -> Bool {
    // An opening brace and the two highest bits of the next byte are `e` and a digit from `w` on or below: {"a":1}.
    range.count >= 8 && text[range.lowerBound] == 0x65 && (value(text[range.lowerBound + 1]) ?? 0) >= 48
  }

  /// Whether a text begins as something packed by gzip does in base64.
  static func beginsGzip(_ text: BytePointer, _ range: Range<Int>) -> Bool {
    range.count >= 8 && text.half(at: range.lowerBound) == 0x4973_3448
  }

  /// Hands out the bytes that a text stands for; how many, or nil where it is no base64.
  static func decode(_ text: BytePointer, _ range: Range<Int>, _ take: (UInt8) -> Void) -> Int? {
    var end = range.upperBound
    while end > range.lowerBound, range.upperBound - end < 2, text[end - 1] == 0x3D { end -= 1 }
    guard (end - range.lowerBound) % 4 != 1 else { return nil }
    var bits: UInt32 = 0
    var held = 0
    var count = 0
    for position in range.lowerBound..<end {
      guard let value = value(text[position]) else { return nil }
      bits = bits << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        take(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
        count += 1
      }
    }
    return count
  }

  /// The object that bytes hold in base64, or nil.
  static func object(_ bytes: [UInt8]) -> [UInt8]? {
    let buffer = TextBuffer(capacity: bytes.count)
    for (place, byte) in bytes.enumerated() { buffer.text[place] = byte }
    guard beginsObject(buffer.text, 0..<bytes.count) else { return nil }
    var decoded: [UInt8] = []
    return decode(buffer.text, 0..<bytes.count) { decoded.append($0) } == nil ? nil : decoded
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case Ascii.zero...Ascii.nine: byte - Ascii.zero + 52
    case Ascii.plus, Ascii.minus: 62
    case Ascii.slash, 0x5F: 63
    default: nil
    }
  }
}
