import FunnelModel
import Testing

@testable import EventLog

/// What is rejected, for which reason, at which column, in which words.
@Suite struct RejectTests {
  struct Case: Sendable {
    var line: String
    var reason: RejectReason
    var column: Int
    var detail: String
  }

  private static func json(_ line: String, _ column: Int, _ detail: String) -> Case {
    Case(line: line, reason: .invalidJSON, column: column, detail: detail)
  }

  private static let cases: [Case] = [
    json("x", 1, "expected a value, found 'x'"),
    json("{", 2, "expected a key in quotes, found the line's end"),
    json("  {", 4, "expected a key in quotes, found the line's end"),
    json("{\"a\"x", 5, "expected ':' after a key, found 'x'"),
    json("{\"a\" \t 1}", 8, "expected ':' after a key, found '1'"),
    json("{\"a\":}", 6, "expected a value, found '}'"),
    json("{\"a\":1,}", 8, "expected a key in quotes, found '}'"),
    json("{\"a\":1 \"b\":2}", 8, "expected ',' or '}' after a member, found '\"'"),
    json("{\"a\":[1 2]}", 9, "expected ',' or ']' after an element, found '2'"),
    json("{\"a\":[1,]}", 9, "expected a value, found ']'"),
    json("{\"a\":[1}}", 8, "expected ',' or ']' after an element, found '}'"),
    json("{\"a\":1", 7, "expected ',' or '}' after a member, found the line's end"),
    json("{\"a\":\"b", 8, "the line ends within a string"),
    json("{\"a\":\"b\rc", 8, "control character '\\x0D' in a string"),
    json("{\"a\":\"b\\", 9, "the line ends within a string"),
    json("{\"a", 4, "the line ends within a string"),
    json("{\"a\":\"b\u{1}\"}", 8, "control character '\\x01' in a string"),
    json("{\"a\":\"b\tc\"}", 8, "control character '\\x09' in a string"),
    json("{\"a\":\"\\x\"}", 8, "unknown escape: found 'x' after '\\'"),
    json("{\"a\":\"\\u12G4\"}", 11, "expected a hexadecimal digit, found 'G'"),
    json("{\"a\":\"\\u12", 11, "expected a hexadecimal digit, found the line's end"),
    json("{\"a\":\"\\ud800\"}", 7, "half of a surrogate pair stands alone"),
    json("{\"a\":\"x\\udc00\"}", 8, "half of a surrogate pair stands alone"),
    json("{\"a\":\"\\ud800\\u0041\"}", 7, "half of a surrogate pair stands alone"),
    json("{\"a\":\"\\ud800\\ud800\"}", 7, "half of a surrogate pair stands alone"),
    json("{\"a\":\"\\ud800\\n\"}", 7, "half of a surrogate pair stands alone"),
    json("{\"a\":01}", 6, "a number begins with a needless 0"),
    json("{\"a\":-}", 7, "expected a digit, found '}'"),
    json("{\"a\":-01}", 7, "a number begins with a needless 0"),
    json("{\"a\":1.}", 8, "expected a digit, found '}'"),
    json("{\"a\":1e}", 8, "expected a digit, found '}'"),
    json("{\"a\":1e+}", 9, "expected a digit, found '}'"),
    json("{\"a\":.5}", 6, "expected a value, found '.'"),
    json("{\"a\":+1}", 6, "expected a value, found '+'"),
    json("{\"a\":tru}", 9, "expected true, found '}'"),
    json("{\"a\":truE}", 9, "expected true, found 'E'"),
    json("{\"a\":falsy}", 10, "expected false, found 'y'"),
    json("{\"a\":nul", 9, "expected null, found the line's end"),
    json("{\"a\":trues}", 10, "expected ',' or '}' after a member, found 's'"),
    json("{\"a\":NaN}", 6, "expected a value, found 'N'"),
    json("{} {}", 4, "expected the line's end after its object, found '{'"),
    json("{},", 3, "expected the line's end after its object, found ','"),
    json("[1]]", 4, "expected the line's end after its object, found ']'"),
    json("{'a':1}", 2, "expected a key in quotes, found '''"),
    json("{\"a\":é}", 6, "expected a value, found '\\xC3'"),
    Case(line: "[{}]", reason: .notObject, column: 1, detail: "the line is no JSON object"),
    Case(line: "  12", reason: .notObject, column: 3, detail: "the line is no JSON object"),
    Case(line: "\"a\\n\"", reason: .notObject, column: 1, detail: "the line is no JSON object"),
    Case(line: "null", reason: .notObject, column: 1, detail: "the line is no JSON object"),
    Case(line: "{}", reason: .missingEvent, column: 1, detail: "the event has no name"),
    Case(line: " {\"event\":\"\",\"name\":null}", reason: .missingEvent, column: 2, detail: "the event has no name"),
    Case(line: "{\"event\":true}", reason: .missingEvent, column: 1, detail: "the event has no name"),
    Case(line: "{\"event\":\"e\"}", reason: .missingUser, column: 1, detail: "the event has no user"),
    Case(line: "{\"event\":1,\"user_id\":2}", reason: .missingTime, column: 1, detail: "the event has no time"),
    Case(
      line: "{\"event\":1,\"user_id\":2,\"ts\":null}", reason: .missingTime, column: 1, detail: "the event has no time"),
    Case(
      line: "{\"event\":1,\"user_id\":2,\"ts\":\"x\"}", reason: .badTime, column: 29,
      detail: "the time has no known form"),
    Case(
      line: "{\"event\":1,\"user_id\":2,\"ts\":{}}", reason: .badTime, column: 29,
      detail: "the time is neither a string nor a number"),
    Case(
      line: "{\"event\":1,\"user_id\":2,\"ts\": 12}", reason: .badTime, column: 30,
      detail: "the time is outside the years 2000 to 2099"),
    Case(
      line: "{\"event\":1,\"user_id\":2,\"ts\":\"2026-02-29T00:00:00Z\"}", reason: .badTime, column: 29,
      detail: "the time does not exist"),
    Case(
      line: "{\"event\":1,\"user_id\":2,\"ts\":\"2050-01-01T00:00:00Z\"}", reason: .futureTime, column: 29,
      detail: "the time is more than a day later than this machine's clock"),
  ]

  private static let plan: ReadingPlan = {
    var plan = ReadingPlan()
    // 2049-12-31T23:59:59.999999Z.
    plan.latestTime = Moment(microseconds: 2_524_607_999_999_999)
    return plan
  }()

  @Test(arguments: cases) func aLineIsRejectedWhereItIsWrong(_ wrong: Case) throws {
    for lineEnd in ["", "\n", "\r\n"] {
      let log = Array((wrong.line + lineEnd).utf8)
      let found = try ReadLog.file(log, plan: RejectTests.plan)
      let reject = try #require(found.summary.firstRejects.first)
      #expect(reject.reason == wrong.reason)
      #expect(reject.column == wrong.column)
      #expect(reject.detail == wrong.detail)
      #expect(reject.line == 1)
      #expect(reject.text == nil)
      #expect(PlainReader.found(log, plan: RejectTests.plan).places == found.places)
    }
  }

  @Test func invalidUTF8GoesBeforeInvalidJSONWhereverItStands() throws {
    let sequences: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xE2, 0x82],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F, 0x98],
      [0xE2, 0x28, 0xA1], [0xF0, 0x28, 0x8C, 0xBC],
    ]
    for sequence in sequences {
      for before in [0, 1, 7, 8, 30, 31, 56, 57, 58, 70] {
        let line = Array("{x\"é".utf8) + [UInt8](repeating: 0x61, count: before) + sequence + Array("\"}".utf8)
        let found = try ReadLog.file(Array("{}\n".utf8) + line)
        #expect(found.places == ["1:1 missing_event", "2:\(before + 6) invalid_utf8"], "\(sequence) after \(before)")
      }
    }
  }

  @Test func aLineNestedDeeperThanTheGreatestDepthIsRejected() throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      for depth in [1_022, 1_023, 1_024, 100_000] {
        let inner = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        let line = "{\"event\":1,\"user_id\":2,\"ts\":1772323200,\"a\":\(inner)}"
        let found = try ReadLog.file(Array(line.utf8))
        #expect(found.events.count == (depth <= 1_023 ? 1 : 0), "\(depth) of \(open)")
        if depth > 1_023 { #expect(found.places == ["1:\(44 + 1_023 * open.count) invalid_json"]) }
      }
    }
    let empty = String(repeating: "[", count: 1_024) + String(repeating: "]", count: 1_024)
    #expect(try ReadLog.file(Array("{\"a\":\(empty)}".utf8)).places == ["1:1029 invalid_json"])
  }

  @Test func aTooLongLineIsToldFromABlankOneAndFromOneAtTheLimit() throws {
    var plan = ReadingPlan()
    plan.maxLineBytes = 50
    let event = "{\"event\":1,\"user_id\":2,\"ts\":1772323200}"
    for count in [49, 50, 51, 52, 53, 100, 5_000] {
      for lineEnd in ["", "\n", "\r\n", "\r"] {
        let padded = event + String(repeating: " ", count: max(0, count - event.utf8.count))
        let blank = String(repeating: " \t", count: count)
        let garbage = String(repeating: "x", count: count)
        let log = Array("\(padded)\(lineEnd.hasSuffix("\n") ? lineEnd : "\n")\(blank)\n\(garbage)\(lineEnd)".utf8)
        let plain = PlainReader.found(log, plan: plan)
        for bytes in [1, 7, 64, 65_536] {
          let limits = ReadingLimits(bufferBytes: bytes, spanBytes: 1 << 20)
          let found = try ReadLog.file(log, plan: plan, limits: limits)
          #expect(found.events.count == (count <= 50 ? 1 : 0))
          #expect(found.summary.blank == 1)
          #expect(found.summary.bytes == log.count)
          #expect(found.places == plain.places, "\(count) with \(lineEnd.utf8.count), buffer of \(bytes)")
          #expect(try ReadLog.pipe(log, plan: plan, limits: limits).places == plain.places)
        }
      }
    }
  }

  @Test(arguments: cases) func aReturnThatTheLogEndsWithIsAByteOfTheLine(_ wrong: Case) throws {
    let log = Array((wrong.line + "\r").utf8)
    let plain = PlainReader.found(log, plan: RejectTests.plan).places
    #expect(try ReadLog.file(log, plan: RejectTests.plan).places == plain)
    #expect(try ReadLog.pipe(log, plan: RejectTests.plan).places == plain)
  }

  @Test func aReturnThatTheLogEndsWithCountsTowardsTheLongestLine() throws {
    let event = "{\"event\":1,\"user_id\":2,\"ts\":1772323200}"
    for (lineEnd, events) in [("", 1), ("\n", 1), ("\r\n", 1), ("\r", 0), ("\r\r\n", 0)] {
      var plan = ReadingPlan()
      plan.maxLineBytes = event.utf8.count
      let log = Array((event + lineEnd).utf8)
      for found in [try ReadLog.file(log, plan: plan), try ReadLog.pipe(log, plan: plan)] {
        #expect(found.events.count == events, "\(log.suffix(3))")
        #expect(found.summary.rejected[.tooLong, default: 0] == 1 - events, "\(log.suffix(3))")
        #expect(found.summary.bytes == log.count)
      }
      plan.maxLineBytes += 1
      #expect(try ReadLog.file(log, plan: plan).events.count == 1)
    }
  }

  @Test func theFirstFewOfEachReasonAreKeptInTheOrderOfLinesWithTheirTextIfAsked() throws {
    var plan = ReadingPlan()
    plan.keepsRejectedText = true
    plan.keptRejects = 2
    let long = String(repeating: "a", count: 300)
    let log = Array("{}\nx1\n\nx2\n{}\nx3\n{\"\(long)\":\(long)}\n{}\n".utf8)
    let found = try ReadLog.file(log, plan: plan)
    #expect(found.places == ["1:1 missing_event", "2:1 invalid_json", "4:1 invalid_json", "5:1 missing_event"])
    #expect(found.summary.firstRejects.map(\.text) == ["{}", "x1", "x2", "{}"].map { Array($0.utf8) })
    #expect(found.summary.rejected == [.missingEvent: 3, .invalidJSON: 4])
    plan.keptRejects = 4
    let cut = try #require(ReadLog.file(log, plan: plan).summary.firstRejects.first { $0.line == 7 })
    #expect(cut.column == 305)
    #expect(cut.textOffset == 204)
    #expect(cut.text == Array((String(repeating: "a", count: 98) + "\":" + String(repeating: "a", count: 100)).utf8))
  }
}
