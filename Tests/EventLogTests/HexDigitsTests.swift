import Testing

@testable import EventLog

@Suite struct HexDigitsTests {
  @Test func fourBytesSpellANumberOrNone() {
    for place in 0..<4 {
      for byte in 0...255 as ClosedRange<UInt32> {
        var bytes = Array("b0F9".utf8)
        bytes[place] = UInt8(byte)
        let half = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let text = String(decoding: bytes, as: UTF8.self)
        let isSpelled = text.utf8.count == 4 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        #expect(HexDigits.codeUnit(half) == (isSpelled ? UInt32(text, radix: 16) : nil), "\(bytes)")
      }
    }
  }
}
