import FunnelModel
import TestSupport
import Testing

@testable import EventLog

/// Members that began as others did before are read as if they were the first.
@Suite struct KnownMembersTests {
  private static let plan: ReadingPlan = {
    var plan = ReadingPlan()
    plan.values = ["x", "y", "a.b", "a.x", "a.x.b", "list.0", "list.1.x", "k7", "k1999"].map { path in
      .path(FieldPath(dotted: path)!)
    }
    return plan
  }()

  @Test func wideAndPlainComparisonTellTheSameBytesApart() {
    var random = SeededGenerator(seed: 1)
    for start in [0, 1, 7, 33] {
      for _ in 0..<200 {
        let text = (0..<start + 32).map { _ in UInt8.random(in: 0...255, using: &random) }
        let other = text[start...].map { Bool.random(using: &random) ? $0 : UInt8.random(in: 0...255, using: &random) }
        let expected = (0..<32).filter { text[start + $0] != other[$0] }.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
        for way in SpecialBytes.Way.allCases {
          #expect(WideComparison.differing(text, from: start, other, way: way) == expected, "\(start), \(way)")
        }
      }
    }
  }

  /// Few keys in ever changing order, objects, spelling and kinds of values, so that each is foretold rightly and wrongly.
  @Test func fewKeysInAnyOrderAreReadAsThePlainReadingDoes() throws {
    for seed in 1...100 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var log: [UInt8] = []
      for _ in 0..<60 { log += Array((Self.line(&random) + "\n").utf8) }
      try expectPlain(log, "seed \(seed)")
    }
  }

  /// More keys than are remembered, of which each comes twice in a line, and lines that are all alike but for one byte.
  @Test func moreKeysThanAreRememberedAreReadAsThePlainReadingDoes() throws {
    var random = SeededGenerator(seed: 1)
    let head = #"{"event":"e","user_id":"u","ts":1772323200"#
    let lines = (0..<6).map { _ in
      let keys = (0..<2_000).map { "k\($0)" } + ["k7", "k1999"]
      return head + keys.shuffled(using: &random).map { ",\"\($0)\":\"of \($0)\"" }.joined() + "}\n"
    }
    try expectPlain(Array(lines.joined().utf8), "2,000 keys")

    let line = Array(#"{"event":"e","user_id" : "u","ts":1772323200,"x":"1","a":{"b":"2","x":3},"y":"4"}"#.utf8)
    var log: [UInt8] = []
    for place in line.indices {
      for byte in [0x20, 0x22, 0x3A, 0x5C, 0x7B, 0x09, 0x61, 0xFF] as [UInt8] {
        log += line + [0x0A] + line[..<place] + [byte] + line[(place + 1)...] + [0x0A]
        log += line[..<place] + [byte] + line[place...] + [0x0A]
      }
    }
    try expectPlain(log, "one byte changed")
  }

  @Test(arguments: [20, 26, 27, 28, 29, 30, 31, 32, 33, 70]) func keysOfAnyLengthAreToldApart(_ length: Int) throws {
    let alike = String(repeating: "k", count: length - 1)
    var plan = ReadingPlan()
    plan.values = ["a", "b"].map { .path(FieldPath(components: [ByteText(alike + $0)])) }
    for between in [":", ": ", " : ", "  :  "] {
      let lines = (0..<9).map { number in
        let quote = number % 3 == 1 ? "" : "\""
        let members = ["a", "b", "c"].map { "\"\(alike)\($0)\"\(between)\(quote)\(number)\(quote)" }
        return #"{"event":"e","user_id":"u","ts":1772323200,\#(members.joined(separator: ","))}"# + "\n"
      }
      let found = try ReadLog.file(Array(lines.joined().utf8), plan: plan)
      #expect(found.events.map { $0.values.map(\.text) } == (0..<9).map { [ByteText("\($0)"), ByteText("\($0)")] })
    }
  }

  private static func line(_ random: inout SeededGenerator) -> String {
    var members = [#""event":"e""#, #""user_id":"u""#, #""ts":1772323200"#]
    for _ in 0..<Int.random(in: 0...7, using: &random) {
      members.insert(member(&random, depth: 0), at: Int.random(in: 0...members.count, using: &random))
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func member(_ random: inout SeededGenerator, depth: Int) -> String {
    let key = ["x", "y", "a", "a", "a", "b", "list", "a.x", "\\u0078", "a_key_of_which_nobody_asks_for_anything"]
      .randomElement(using: &random)!
    let between = [":", ":", ":", ": ", " :", "\t:", ":\r"].randomElement(using: &random)!
    return "\"\(key)\"\(between)\(value(&random, depth: depth))"
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> String {
    let kinds = depth < 3 ? 13 : 9
    switch Int.random(in: 0..<kinds, using: &random) {
    case 0, 1: return "\"\(Int.random(in: 0...999, using: &random))\""
    case 2: return #""an \"escape\"""#
    case 3: return ["12", "-1", "0.5", "1e3", "007", "-", "1.", "0"].randomElement(using: &random)!
    case 4: return ["true", "false", "null", "nul", ""].randomElement(using: &random)!
    case 5: return "\"\""
    case 6: return "\"é\""
    case 7: return Bool.random(using: &random) ? "{}" : "[]"
    case 8: return "\" \(Int.random(in: 0...9, using: &random)),\""
    case 9: return "[" + (0..<2).map { _ in value(&random, depth: depth + 1) }.joined(separator: ",") + "]"
    default:
      let count = Int.random(in: 1...3, using: &random)
      return "{" + (0..<count).map { _ in member(&random, depth: depth + 1) }.joined(separator: ",") + "}"
    }
  }

  private func expectPlain(_ log: [UInt8], _ about: Comment) throws {
    let plain = PlainReader.found(log, plan: Self.plan)
    for limits in [ReadingLimits(), ReadingLimits(listCapacity: 64)] {
      let found = try ReadLog.file(log, plan: Self.plan, limits: limits)
      #expect(found.events == plain.events, about)
      #expect(found.places == plain.places, about)
      #expect(found.summary.rejected == plain.summary.rejected, about)
    }
  }
}
