import FunnelModel
import Testing

@testable import EventLog

/// Records that are not lines: the same events, and every reject at its true place.
@Suite struct FramingTests {
  private static let first = #"{"event":"a","user_id":"u","ts":1709294400,"x":{"y":["}",1]}}"#
  private static let second = #"{"event":"b","user_id":"u","ts":1709294401}"#
  private static let pretty = """
    {
      "event": "a",
      "user_id": "u",
      "x": {"y": [
        "}",
        1
      ]},
      "ts":
        1709294400
    }
    """

  static let framings: [(name: String, text: String)] = [
    ("lines", first + "\n" + second + "\n"), ("back to back", first + second),
    ("back to back over lines", first + second + "\r\n\n  \n"), ("pretty-printed", pretty + "\n" + second),
    ("pretty-printed with CR LF", pretty.split(separator: "\n").joined(separator: "\r\n") + "\r\n" + second),
    ("an array", "[" + first + "," + second + "]"),
    ("a pretty-printed array", "[\n  " + pretty + ",\n  " + second + "\n]\n"),
    ("arrays", "[" + first + "]\n[" + second + "]"),
    ("record separators", "\u{1E}" + first + "\n\u{1E}" + pretty.replacing("\"a\"", with: "\"b\"") + "\n"),
    ("an array behind a byte order mark", "\u{FEFF}[" + first + "," + second + "]"),
    ("a batch", #"{"sentAt":"x","batch":["# + first + "," + second + "]}"),
    ("batches on lines", #"{"batch":["# + first + "]}\n" + #"{"batch":["# + second + "]}"),
    (
      "CloudWatch",
      #"{"messageType":"DATA_MESSAGE","logEvents":[{"id":"1","timestamp":1,"message":"# + quoted(first)
        + #"},{"id":"2","timestamp":1,"message":"# + quoted(quoted: second) + "}]}"
    ),
  ]

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// The same twice over, within a record of a log shipper.
  private static func quoted(quoted text: String) -> String {
    quoted(#"{"log":"# + quoted(text) + "}")
  }

  @Test(arguments: framings.indices, [1, 2, 7, 64, 65_536])
  func everyFramingHoldsTheSameEvents(_ place: Int, _ bufferBytes: Int) throws {
    let (name, text) = FramingTests.framings[place]
    var limits = ReadingLimits()
    limits.bufferBytes = bufferBytes
    let found = try ReadLog.file(Array(text.utf8), plan: .looking, limits: limits)
    #expect(found.events.map(\.event) == ["a", "b"], "\(name)")
    #expect(found.summary.lines == found.summary.blank + 2, "\(name)")
    #expect(found.summary.bytes == text.utf8.count, "\(name)")
    let piped = try ReadLog.pipe(Array(text.utf8), plan: .looking, limits: limits)
    #expect(piped.events.map(\.event) == ["a", "b"], "\(name)")
  }

  @Test(arguments: framings.indices) func theSameBytesCutAtEveryOffsetHoldTheSameEvents(_ place: Int) throws {
    let (name, text) = FramingTests.framings[place]
    let bytes = Array(text.utf8)
    let broken = bytes.dropLast(4)
    let whole = try ReadLog.file(Array(broken), plan: .looking)
    try ReadLog.withFile(bytes) { path in
      try ReadLog.withFile(Array(broken)) { brokenPath in
        for offset in 1...bytes.count {
          let limits = ReadingLimits(bufferBytes: offset, spanBytes: offset, listCapacity: 64)
          let found = try ReadLog.logs([path], plan: .looking, limits: limits)
          #expect(found.events.map(\.event) == ["a", "b"], "\(name), cut at \(offset)")
          // Cut short as well; at some offsets, since it takes as long again.
          if offset % 5 != 0 { continue }
          let cut = try ReadLog.logs([brokenPath], plan: .looking, limits: limits)
          #expect(cut.counts == whole.counts && cut.places == whole.places, "\(name), cut short and at \(offset)")
        }
      }
    }
  }

  @Test func rejectsOfEveryFramingKeepTheirPlaces() throws {
    let wrapped = #"{"log":"# + Self.quoted(Self.second) + "}\n"
    let cases: [(text: String, places: [String])] = [
      // A number with a needless 0 on the third line, its fifth byte.
      (Self.pretty + "\n{\n\"a\":01}" + Self.second, ["12:5 invalid_json"]),
      // One that was cut off takes no other with it.
      (Self.pretty + "\n{\n  \"event\": \"a\",\n" + Self.pretty, ["12:16 invalid_json"]),
      (Self.pretty + "\n{\n  \"event\": \"a\n" + Self.pretty, ["12:14 invalid_json"]),
      ("[" + Self.first + ",\n7, {\"event\":\"c\"}]", ["2:1 not_object", "2:4 missing_user"]),
      (Self.first + Self.second + "\nterminated early\n", ["2:2 invalid_json"]),
      // An array's element that is no object is one record, whatever it holds.
      (
        "[" + Self.first + #",[],"],{",["y",{"a":1}],7,null,"# + Self.second + "]",
        ["1:64 not_object", "1:67 not_object", "1:73 not_object", "1:87 not_object", "1:89 not_object"]
      ),
      ("[\n  [\n 1,\n {}],\n  \"x\"\n," + Self.first + "]", ["2:3 not_object", "5:3 not_object"]),
      // One that was cut off among others on its line takes no other with it, wherever it was cut.
      (Self.first + #"{"event":"a","user_id""# + Self.second + Self.first, ["1:84 invalid_json"]),
      (Self.first + #"{"event":"a","us"# + Self.second + Self.first, ["1:78 invalid_json"]),
      (Self.first + #"{"event":"a","ts":17092"# + Self.second + Self.first, ["1:85 invalid_json"]),
      (Self.first + #"{"event":"5" screen","user_id":"u"}"# + Self.second, ["1:75 invalid_json"]),
      (
        "[" + Self.first + #",{"event":"a","user_id":"u,"# + Self.second + "," + Self.first + "]", ["1:90 invalid_json"]
      ),
      ("[" + Self.first + #",{"a":1]["# + Self.second + "]", ["1:70 invalid_json"]),
      // A byte order mark between records is that of a log that was put behind another.
      ("[" + Self.first + "]\u{FEFF}[" + Self.second + "]\u{FEFF}", []),
      (Self.first + ",\n" + Self.second + ",\n", []),
      (#"{"batch":["# + Self.first + #",{"event":"c"},8]}"#, ["1:73 missing_user", "1:87 not_object"]),
      (wrapped + #"{"log":"{\"event\":\"c\",\"user_id\":01}"}"#, ["2:38 invalid_json"]),
      // In base64 a place is that of the four digits that its byte is told by.
      (wrapped + #"{"data":"eyJldmVudCI6ImMiLCJ1c2VyX2lkIjowMX0="}"#, ["2:38 invalid_json"]),
      (wrapped + #"{"log":"{\"event\":\"\u00e9\uD83D\uDE00\",\"user_id\":01}"}"#, ["2:55 invalid_json"]),
    ]
    for (text, places) in cases {
      let found = try ReadLog.file(Array(text.utf8), plan: .looking)
      #expect(found.places.sorted() == places.sorted(), "\(text)")
      #expect(found.summary.lines == found.events.count + found.summary.rejectedTotal, "\(text)")
    }
  }

  @Test func whatIsNoWholeJSONIsToldInBytes() throws {
    let cut = #"{"event":"a","us"#
    for (text, passed) in [
      (Self.first + cut + Self.second, [1, 16]), (Self.first + cut + Self.second + "\n" + cut, [2, 32]),
      ("[" + Self.first + ",7," + Self.second + "]", [0, 0]), (Self.first + "\n" + cut + "\n" + Self.second, [0, 0]),
    ] {
      let summary = try ReadLog.file(Array(text.utf8), plan: .looking).summary
      #expect([summary.passedRecords, summary.passedBytes] == passed, "\(text)")
    }
  }

  @Test func nestingWithoutAnEndTakesNoMemory() throws {
    let deep = #"{"a":"# + String(repeating: "[", count: 100_000)
    let found = try ReadLog.file(
      Array((Self.first + Self.second + "\n" + deep + "\n" + Self.first).utf8), plan: .looking)
    #expect(found.events.count == 2)
    #expect(found.places == ["2:1029 invalid_json"])
  }

  @Test func aRecordOverLinesIsTooLongAsALineIs() throws {
    var plan = ReadingPlan.looking
    plan.maxLineBytes = 100
    let long = "{\n\"event\":\"" + String(repeating: "x", count: 200) + "\"}"
    var limits = ReadingLimits()
    for bufferBytes in [16, 64, 65_536] {
      limits.bufferBytes = bufferBytes
      let found = try ReadLog.file(Array((Self.pretty + "\n" + long + Self.second).utf8), plan: plan, limits: limits)
      #expect(found.summary.rejected == [.tooLong: 1], "\(bufferBytes)")
      #expect(found.events.map(\.event) == ["a", "b"], "\(bufferBytes)")
      #expect(found.places.last == "12:99 too_long", "\(bufferBytes)")
    }
  }

  @Test func aFirstLineThatWasCutOffDoesNotMakeTheLogAnother() {
    let cut = [
      #"{"event":"a","x":{"#, #"{"event":"a","#, #"{"event":"a""#, #"{"event":"#, #"{"event":"a"#, "7", "", "[]", "[1]",
      #"{"event":"a"} x"#,
    ]
    for line in cut {
      #expect(LogShape.framing(Array((line + "\n" + Self.second).utf8)) == .lines, "\(line)")
    }
  }
}
