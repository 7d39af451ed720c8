import FunnelModel
import TestSupport
import Testing

@testable import FunnelEngine

/// The fast ways of comparing, hashing and sorting against plain ones.
@Suite struct BytesTests {
  @Test func comparingFindsEveryDifferenceAtEveryLengthAndAlignment() {
    for length in 0...40 {
      for shift in 0..<8 {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let left = TextProbe(bytes, shift: 0)
        #expect(left.isSame(as: TextProbe(bytes, shift: shift)))
        for place in 0..<length {
          var changed = bytes
          changed[place] ^= 1
          #expect(!left.isSame(as: TextProbe(changed, shift: shift)), "length \(length), byte \(place)")
        }
      }
    }
  }

  @Test func hashesOfTextsThatDifferInAnyByteOrInLengthDiffer() {
    let hash = KeyedHash(first: 0x9E37_79B9_7F4A_7C15, second: 0xD1B5_4A32_D192_ED03)
    var seen: [UInt64: String] = [:]
    for length in 0...70 {
      let bytes = Array(repeating: UInt8(0), count: length)
      for place in 0..<max(1, length) {
        for value: UInt8 in length == 0 ? [0] : place == 0 ? [0, 1, 128] : [1, 128] {
          var changed = bytes
          if length > 0 { changed[place] = value }
          let key = "\(length) \(place) \(value)"
          let old = seen.updateValue(key, forKey: TextProbe(changed, shift: 3).hash(by: hash))
          #expect(old == nil, "\(key) and \(old ?? "")")
        }
      }
    }
  }

  @Test func sortingByDigitsIsSorting() {
    var random = SeededGenerator(seed: 11)
    for count in [0, 1, 2, 512, 513, 4000] {
      for bits in [0, 1, 10, 11, 12, 22, 40, 62] {
        let values = (0..<count).map { _ in Int64.random(in: 0...(1 << Int64(bits)), using: &random) }
        let parts = [Array(values.prefix(count / 3)), [], Array(values.dropFirst(count / 3))]
        #expect(ascending(parts) == values.sorted(), "\(count) values of \(bits) bits")
        let whole = parts.map { $0.map { $0 / 1000 * 1000 } }
        #expect(ascending(whole) == whole.joined().sorted(), "\(count) milliseconds of \(bits) bits")
      }
    }
  }

  @Test func tablesNumberEqualTextsOnce() {
    var table = TextTable()
    let texts = (0..<2000).map { ByteText("text \($0 % 700)") }
    for (index, text) in texts.enumerated() { #expect(table.number(text) == UInt32(index % 700 + 1)) }
    #expect(table.count == 700)
    #expect((1...700).allSatisfy { table.text(UInt32($0)) == ByteText("text \($0 - 1)") })
  }

  /// Lists with the same texts, with long beginnings alike, with ends alike but for zeros, and empty ones.
  @Test func textsOfSeveralTablesAreNumberedOnceInTheOrderOfTheirBytes() {
    for seed: UInt64 in 0..<60 {
      var random = SeededGenerator(seed: seed)
      let beginning = String(repeating: "b", count: Int.random(in: 0...30, using: &random))
      let alphabet = ["", "\u{0}", "\u{0}\u{0}\u{0}", "a", "1", "23456789", "é"]
      let all = (0..<Int.random(in: 1...200, using: &random)).map { _ in
        let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
        return ByteText((Bool.random(using: &random) ? beginning : "") + parts.joined())
      }
      let distinct = Array(Set(all))
      let lists = (0..<Int.random(in: 1...24, using: &random)).map { _ in
        distinct.shuffled(using: &random).prefix(Int.random(in: 0...distinct.count, using: &random)).map { $0 }
      }
      let unified = UnifiedTexts(of: lists)
      let sorted = Set(lists.joined()).sorted()
      #expect((0..<unified.count).map { unified.text(UInt32($0 + 1)) } == sorted, "seed \(seed)")
      for (list, numbers) in zip(lists, unified.numbers) {
        #expect(numbers.count == list.count + 1 && numbers[0] == 0, "seed \(seed)")
        #expect(zip(list, numbers.dropFirst()).allSatisfy { sorted[Int($1) - 1] == $0 }, "seed \(seed)")
      }
      #expect(sorted.allSatisfy { unified.number(of: $0).map { unified.text($0) } == $0 }, "seed \(seed)")
    }
  }
}
