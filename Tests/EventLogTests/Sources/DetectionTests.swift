import FunnelModel
import Testing

@testable import EventLog

/// Whose log it is, and how it is framed, told from as much of its beginning as that takes.
@Suite struct DetectionTests {
  private static func event(_ number: Int, more: String = "") -> String {
    #"{"event":"e\#(number)","user_id":"u","ts":1709294400\#(more)}"#
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }

  private func both(_ text: String, plan: ReadingPlan = .looking) throws -> [Found] {
    [try ReadLog.file(Array(text.utf8), plan: plan), try ReadLog.pipe(Array(text.utf8), plan: plan)]
  }

  @Test func manyRowsOfNoiseHideNoEvents() throws {
    let row = #"{"log":"checked out\n","stream":"stdout","time":"2024-03-01T12:00:00Z"}"# + "\n"
    let event = #"{"log":"# + Self.quoted(Self.event(1) + "\n") + #","stream":"stdout"}"# + "\n"
    for found in try both(String(repeating: row, count: 6_000) + event) {
      #expect(found.events.map(\.event) == ["e1"])
      #expect(found.summary.rejected == [.missingEvent: 6_000])
    }
  }

  @Test func linesOfTextHideNoEvents() throws {
    let text = String(repeating: "GET / 200\n", count: 7_000)
    let segment = #"{"type":"track","event":"e1","messageId":"m","userId":"u","timestamp":"2024-03-01T12:00:00Z"}"#
    for found in try both(text + segment) {
      #expect(found.summary.sources.map(\.format) == [.segment])
      #expect(found.events.count == 1)
      #expect(found.summary.rejected == [.invalidJSON: 7_000])
    }
  }

  @Test func noiseBeyondWhatIsLookedAtFailsTheRun() throws {
    let words = String(repeating: "w", count: 100_000)
    let text = String(repeating: #"{"log":""# + words + #"","stream":"stdout"}"# + "\n", count: 43)
    #expect(throws: LogFailure.unknownSource(file: "-", fields: ["log", "stream"])) {
      try ReadLog.pipe(Array((text + Self.event(1)).utf8), plan: .looking)
    }
  }

  @Test func aFirstRecordOfMegabytesIsLookedAtToo() throws {
    let long = Self.event(1, more: #","x":""# + String(repeating: "x", count: 4_300_000) + "\"")
    let lines = try ReadLog.file(Array((long + "\n" + Self.event(2)).utf8), plan: .looking)
    #expect(lines.events.map(\.event) == ["e1", "e2"])
    let array = try ReadLog.pipe(Array(("[" + long + "," + Self.event(2) + "]").utf8), plan: .looking)
    #expect(array.events.map(\.event) == ["e1", "e2"])
  }

  @Test func aLogOfNoWholeObjectIsTakenForNone() throws {
    var plan = ReadingPlan.looking
    plan.maxLineBytes = 1_000
    let looked = LogShape.greatestSampleBytes
    let long = Self.event(1, more: #","x":""# + String(repeating: "x", count: looked) + "\"") + "\n" + Self.event(2)
    #expect(throws: LogFailure.noObject(file: "-", bytes: looked)) {
      try ReadLog.pipe(Array(long.utf8), plan: plan)
    }
    plan.format = .native
    for found in try both(long, plan: plan) { #expect(found.events.map(\.event) == ["e2"]) }
    // What is whole and holds none is taken for nothing, so that others of the run are read.
    let text = try ReadLog.file(Array("no JSON\n".utf8), plan: .looking)
    #expect(text.summary.sources == [])
    #expect(text.summary.rejected == [.invalidJSON: 1])
  }

  @Test func aLogInWhichEveryLineIsSplitIsTold() throws {
    func docker(_ text: String) -> String { #"{"log":"# + Self.quoted(text) + #","stream":"stdout"}"# + "\n" }
    func cri(_ text: String, _ tag: String) -> String {
      #"{"log":"# + Self.quoted(text) + #","logtag":""# + tag + #"","stream":"stdout"}"# + "\n"
    }
    let pad = String(repeating: "z", count: 16 << 10)
    let event =
      #"{"type":"track","event":"e","messageId":"m","userId":"u","timestamp":"2024-03-01T12:00:00Z","x":""# + pad
    let split = docker(event) + docker("\"}\n")
    let marked = cri(event, "P") + cri(pad, "P") + cri("\"}", "F")
    for text in [split + split, marked + marked] {
      for found in try both(text) {
        #expect(found.summary.sources.map(\.format) == [.segment])
        #expect(found.events.count == 2)
        #expect(found.summary.lines == 2)
      }
    }
  }

  static let wrapped: [(name: String, row: String, lines: Int)] = [
    ("Splunk HEC", #"{"time":1709294400.5,"host":"h","source":"s","event":OBJECT,"fields":{"name":"n"}}"#, 1),
    ("Splunk HEC of text", #"{"time":1709294400.5,"host":"h","event":STRING,"sourcetype":"_json"}"#, 1),
    ("Splunk's export", #"{"preview":false,"result":{"_raw":STRING,"_time":"x"}}"#, 1),
    ("Cribl", #"{"_raw":STRING,"_time":1709294400.5,"source":"s"}"#, 1),
    ("Vector", #"{"file":"f","host":"h","message":STRING,"source_type":"file","timestamp":"2024-03-01T12:00:00Z"}"#, 1),
    ("Loki", #"{"labels":{"job":"j"},"line":STRING,"timestamp":"2024-03-01T12:00:00Z"}"#, 1),
    ("Fluent Bit", #"{"date":1709294400.5,"log":STRING,"log_processed":OBJECT}"#, 1),
    ("Elasticsearch's dump", #"{"_index":"i","_id":"1","_source":OBJECT}"#, 1),
    (
      "Elasticsearch's search",
      #"{"took":1,"hits":{"total":{"value":2},"hits":[{"_source":OBJECT},{"_source":OBJECT}]}}"#, 2
    ),
    ("CloudWatch Insights", #"{"@timestamp":"2024-03-01 12:00:00.000","@message":STRING}"#, 1),
    ("SNS", #"{"Type":"Notification","Message":STRING}"#, 1),
    ("Azure Monitor", #"{"records":[{"time":"x","properties":1},OBJECT]}"#, 1),
    ("a batch with what is no object first", #"{"batch":[7,OBJECT,"x",[OBJECT],OBJECT]}"#, 2),
  ]

  @Test(arguments: wrapped.indices) func recordsOfShippersAreFoundByThemselves(_ place: Int) throws {
    let (name, row, count) = Self.wrapped[place]
    let segment = #"{"type":"track","event":"e1","messageId":"m","userId":"u","timestamp":"2024-03-01T12:00:00Z"}"#
    for (event, format) in [(Self.event(1), SourceFormat.native), (segment, .segment)] {
      let line = row.replacing("OBJECT", with: event).replacing("STRING", with: Self.quoted(event)) + "\n"
      for found in try both(line + line) {
        #expect(found.summary.sources.map(\.format) == [format], "\(name)")
        #expect(found.events.map(\.event) == Array(repeating: "e1", count: 2 * count), "\(name)")
        #expect(found.summary.lines == found.events.count + found.summary.rejectedTotal, "\(name)")
      }
    }
  }

  @Test func anEventsNameIsNoShippersObject() throws {
    // Native by its fields; a name in braces is a name.
    let found = try ReadLog.file(
      Array((Self.event(1) + Self.event(2).replacing("e2", with: "{e2")).utf8), plan: .looking)
    #expect(found.events.map(\.event) == ["e1", "{e2"])
  }

  @Test func rowsOfABulkRequestAreNoRecords() throws {
    let log = #"""
      {"index":{"_index":"i","_id":"1"}}
      {"event":"a","user_id":"u","ts":1709294400}
      {"create":{}}
      {"event":"b","user_id":"u"}
      {"delete":{"_id":"7","routing":"r"}}
      {"update":{"_id":"1","retry_on_conflict":3}}
      {"doc":{"event":"c","user_id":"u","ts":1709294400}}
      {"index":{"name":"no action"}}
      {"index":1,"create":{}}
      {}
      """#
    for found in try both(log) {
      #expect(found.events.map(\.event) == ["a", "c"])
      #expect(found.places == ["4:1 missing_time", "8:1 missing_event", "9:1 missing_event", "10:1 missing_event"])
      #expect(found.summary.lines == 6)
    }
    // A log that holds none of them is read as its lines are.
    let other = Self.event(1) + "\n" + #"{"index":{}}"#
    let late = try ReadLog.file(
      Array((String(repeating: Self.event(1) + "\n", count: 40) + other).utf8), plan: .looking)
    #expect(late.places == ["42:1 missing_event"])
  }

  @Test func mostLinesTellWhetherTheyHoldOneObjectEach() {
    let one = Self.event(1)
    for (text, framing) in [
      (one + "\n" + one + one + "\n", LogShape.Framing.braces), (one + one + "\n" + one + "\n" + one, .braces),
      (one + "\n" + one + "\n" + one + one + "\n", .lines), ("words\n[" + one + "]", .braces),
      (one + "\n[" + one + "]", .lines), ("[7,\"{\",[\"]\"],\n" + one + "]", .braces), ("[7,\"{\"]\n" + one, .lines),
      (one.prefix(20) + one + "\n" + one, .lines), (one.prefix(20) + one + one, .braces), (one + "," + one, .braces),
      (one + ",\n" + one + ",\n", .braces), (one + ",\"b\":1}\n" + one, .lines),
      // A quote that stands in the wrong place does not make a log of lines another.
      (#"{"pr"oper":{"step":1},"b":2}"# + "\n" + one, .lines),
    ] as [(String, LogShape.Framing)] {
      #expect(LogShape.framing(Array(text.utf8)) == framing, "\(text)")
    }
  }
}
