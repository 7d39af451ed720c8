/// Hexadecimal digits, four at once where they are read.
enum HexDigits {
  /// The number that four bytes spell, the first in the lowest bits; nil where one of them is no hexadecimal digit.
  @inline(__always)
  static func codeUnit(_ bytes: UInt32) -> UInt32? {
    guard bytes & 0x8080_8080 == 0 else { return nil }
    // All bytes are below 128, and so are these: no sum below carries into the next byte.
    let digits = bytes ^ 0x3030_3030
    let letters = (bytes | 0x2020_2020) ^ 0x6060_6060
    // The highest bit of each byte: set where it is 0...9, or where it is 1...6, a to f of either case.
    let areDigits = ~(digits &+ 0x7676_7676)
    let areLetters = ~(letters &+ 0x7979_7979) & (letters &+ 0x7F7F_7F7F)
    guard (areDigits | areLetters) & 0x8080_8080 == 0x8080_8080 else { return nil }
    let fours = (bytes & 0x0F0F_0F0F) &+ 9 &* (bytes &>> 6 & 0x0101_0101)
    let pairs = fours &<< 4 | fours &>> 8
    return (pairs & 0xFF) &<< 8 | pairs &>> 16 & 0xFF
  }

  /// The digit of a number below 16.
  static func lower(_ digit: UInt8) -> UInt8 { digit < 10 ? Ascii.zero + digit : 0x61 + digit - 10 }
}
