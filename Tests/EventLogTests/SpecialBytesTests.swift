import TestSupport
import Testing

@testable import EventLog

/// The wide ways of finding special bytes against the plain one.
@Suite struct SpecialBytesTests {
  private func lists(_ bytes: [UInt8], from: Int, capacity: Int, way: SpecialBytes.Way) -> [[UInt32]] {
    let buffer = TextBuffer(capacity: bytes.count)
    for (place, byte) in bytes.enumerated() { buffer.text[place] = byte }
    var special = SpecialBytes(capacity: capacity, way: way)
    var found: [[UInt32]] = []
    var start = from
    while start < bytes.count {
      let passedHigh = special.list(buffer.text, from: start, to: bytes.count, closing: bytes.count)
      start = special.stop
      let positions = (0..<special.positions.count).map { special.positions[$0] }
      let end = positions.firstIndex(of: UInt32(bytes.count)) ?? positions.count
      found.append(Array(positions[..<end]))
      found.append((0..<special.highCount).map { special.highBlocks[$0] })
      found.append([UInt32(truncatingIfNeeded: passedHigh)])
    }
    return found
  }

  @Test func everyByteIsSpecialOrNotAtEveryAlignment() {
    for byte in 0...255 as ClosedRange<UInt8> {
      for place in [0, 15, 16, 31, 32, 63, 64] {
        var bytes = [UInt8](repeating: 0x61, count: 130)
        bytes[place] = byte
        let isSpecial = byte < 0x20 || byte == 0x22 || byte == 0x5C
        for way in SpecialBytes.Way.allCases {
          let found = lists(bytes, from: 0, capacity: 1_024, way: way)
          #expect(found[0] == (isSpecial ? [UInt32(place)] : []), "\(byte) at \(place), \(way)")
          #expect(found[1] == (byte > 127 ? [UInt32(place / 64 * 64)] : []), "\(byte) at \(place), \(way)")
        }
      }
    }
  }

  @Test func wideAndPlainListTheSameOnEveryAlignmentAndLength() {
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let alphabet: [UInt8] =
        [0x22, 0x5C, 0x0A, 0x1F, 0x20, 0x7F, 0x80, 0xFF] + [UInt8](repeating: 0x61, count: 3 * Int(seed))
      for length in 1...140 {
        let bytes = (0..<length).map { _ in alphabet.randomElement(using: &random)! }
        let from = Int.random(in: 0..<length, using: &random)
        for capacity in [64, 100, 1_000] {
          #expect(
            lists(bytes, from: from, capacity: capacity, way: .wide)
              == lists(bytes, from: from, capacity: capacity, way: .plain),
            "seed \(seed), length \(length), from \(from), capacity \(capacity)")
        }
      }
    }
  }
}
