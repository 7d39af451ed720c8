/// Decodes the escapes of strings that the scanner has found to be right.
enum EscapedText {
  /// Hands out the bytes that the text of a range stands for; never more than it has.
  @inline(__always)
  static func decode(_ text: BytePointer, _ range: Range<Int>, _ take: (UInt8) -> Void) {
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = text[position]
      if byte != Ascii.backslash {
        take(byte)
        position += 1
        continue
      }
      let escape = text[position + 1]
      position += 2
      switch escape {
      case 0x62: take(0x08)
      case 0x66: take(0x0C)
      case 0x6E: take(0x0A)
      case 0x72: take(0x0D)
      case 0x74: take(0x09)
      case 0x75:
        var scalar = codeUnit(text, position)
        position += 4
        if scalar & 0xFC00 == 0xD800 {
          scalar = 0x10000 &+ (scalar & 0x3FF) &<< 10 &+ (codeUnit(text, position + 2) & 0x3FF)
          position += 6
        }
        encode(scalar, take)
      default: take(escape)
      }
    }
  }

  /// Decodes the text of a range in its place and returns how many bytes are left of it.
  static func decodeInPlace(_ text: BytePointer, _ range: Range<Int>) -> Int {
    // An escape is never shorter than what it stands for, so the place to write never overtakes the place to read.
    var written = range.lowerBound
    decode(text, range) { byte in
      text[written] = byte
      written += 1
    }
    return written - range.lowerBound
  }

  @inline(__always)
  private static func codeUnit(_ text: BytePointer, _ start: Int) -> UInt32 {
    HexDigits.codeUnit(text.half(at: start)) ?? 0
  }

  @inline(__always)
  private static func encode(_ scalar: UInt32, _ take: (UInt8) -> Void) {
    func tail(_ shift: UInt32) { take(UInt8(truncatingIfNeeded: 0x80 | (scalar &>> shift) & 0x3F)) }
    switch scalar {
    case 0..<0x80: take(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      take(UInt8(truncatingIfNeeded: 0xC0 | scalar &>> 6))
      tail(0)
    case 0x800..<0x10000:
      take(UInt8(truncatingIfNeeded: 0xE0 | scalar &>> 12))
      tail(6)
      tail(0)
    default:
      take(UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18))
      tail(12)
      tail(6)
      tail(0)
    }
  }
}
