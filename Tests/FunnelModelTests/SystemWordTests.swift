import FunnelModel
import TestSupport
import Testing

/// Words of the system come back byte for byte.
@Suite struct SystemWordTests {
  @Test(arguments: ["", "night.ndjson", "/a/b", "für.ndjson", "e\u{301}", "👩‍👩‍👧", "\u{10F6FF}"])
  func textStaysTheSameText(text: String) {
    #expect(Array(SystemWord.string(of: Array(text.utf8)).utf8) == Array(text.utf8))
    #expect(SystemWord.bytes(of: text) == Array(text.utf8))
  }

  @Test func anyBytesComeBack() {
    for seed: UInt64 in 0..<2_000 {
      var random = SeededGenerator(seed: seed)
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.append(.random(in: 1...255, using: &random))
        case 1: bytes += Array("aé€😀".utf8.shuffled(using: &random).prefix(3))
        // The scalars that stand for bytes, written out.
        default: bytes += Array(String(Unicode.Scalar(UInt32.random(in: 0x10F770...0x10F80F, using: &random))!).utf8)
        }
      }
      let word = SystemWord.string(of: bytes)
      #expect(SystemWord.bytes(of: word) == bytes, "seed \(seed)")
      #expect(SystemWord.terminated(word) == bytes.map(CChar.init(bitPattern:)) + [0], "seed \(seed)")
    }
  }

  @Test func differentNamesAreDifferentWords() {
    let words = (0x80...0xFF as ClosedRange<UInt8>).map { SystemWord.string(of: [$0]) }
    #expect(Set(words).count == 128)
    #expect(!words.contains("\u{FFFD}"))
  }
}
