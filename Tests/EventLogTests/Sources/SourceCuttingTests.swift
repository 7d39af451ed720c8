import FunnelModel
import TestSupport
import Testing

@testable import EventLog

/// However a log of another system is cut into pieces of work, the same is read.
@Suite struct SourceCuttingTests {
  @Test(arguments: CaseFolder.sources) func anyBufferSpanAndWayGiveTheSame(_ folder: CaseFolder) throws {
    for log in folder.logs {
      let bytes = try TestFiles.bytes(log)
      let whole = try ReadLog.file(bytes, plan: .looking)
      #expect(whole.events.count > 5)
      try ReadLog.withFile(bytes) { path in
        for bufferBytes in [1, 2, 7, 64, 1_000] {
          for (spanBytes, way, workers) in [(bufferBytes, SpecialBytes.Way.plain, 1), (100, .wide, 3)] {
            let limits = ReadingLimits(bufferBytes: bufferBytes, spanBytes: spanBytes, listCapacity: 64, way: way)
            let found = try ReadLog.logs([path], plan: .looking, limits: limits, workers: workers)
            expect(found, whole, "\(folder), buffer \(bufferBytes), \(workers) workers")
            let piped = try ReadLog.pipe(bytes, plan: .looking, limits: limits, workers: workers)
            expect(piped, whole, "\(folder), buffer \(bufferBytes), \(workers) workers, pipe")
          }
        }
      }
    }
  }

  @Test func linesThatAreSplitAreJoinedByTheirStreams() throws {
    func quoted(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
    func docker(_ text: String, _ stream: String, isLast: Bool) -> String {
      #"{"log":""# + quoted(text) + (isLast ? #"\n"# : "") + #"","stream":""# + stream + "\"}\n"
    }
    func cri(_ text: String, _ pod: String, _ tag: String) -> String {
      #"{"log":""# + quoted(text) + #"","_p":""# + tag + #"","stream":"stdout","kubernetes":{"pod_name":""# + pod
        + "\"}}\n"
    }
    let event = #"{"event":"a","user_id":"u","ts":1709294400,"x":"é\\ \"} {"}"#
    for cut in 1..<event.count {
      let (head, tail) = (String(event.prefix(cut)), String(event.dropFirst(cut)))
      let log =
        docker(event, "stdout", isLast: true) + docker(head, "stdout", isLast: false)
        + docker("words", "stderr", isLast: true)
        + docker(tail, "stdout", isLast: true) + cri(head, "p", "P") + cri(head, "q", "P") + cri(tail, "p", "F")
        + cri("", "q", "P") + cri(tail, "q", "F") + cri(event, "p", "F")
      for limits in [ReadingLimits(), ReadingLimits(bufferBytes: 64, spanBytes: 64, listCapacity: 64)] {
        let found = try ReadLog.file(Array(log.utf8), plan: .looking, limits: limits, workers: 2)
        #expect(found.events.map(\.event) == ["a", "a", "a", "a", "a"], "cut at \(cut)")
        // The words on standard error are a record, and no event.
        #expect(found.places == ["3:1 missing_event"], "cut at \(cut)")
        #expect(found.summary.lines == 6, "cut at \(cut)")
      }
    }
  }

  @Test func aPartIsToldWhereItsRestNeverComes() throws {
    let log = #"""
      {"log":"{\"event\":\"a\",","stream":"stdout"}
      {"log":"{\"event\":\"a\",\"user_id\":\"u\",\"ts\":1709294400}\n","stream":"stderr"}
      {"log":"\"user_id\":01}\n","stream":"stdout"}
      {"log":"{\"event\":\"b\",","stream":"stdout"}
      """#
    let found = try ReadLog.file(Array(log.utf8), plan: .looking)
    #expect(found.events.map(\.event) == ["a"])
    #expect(found.places == ["3:9 invalid_json", "4:9 invalid_json"])
    #expect(found.summary.lines == 3)
    #expect(found.summary.firstRejects.last?.detail == "a part of a line whose rest never comes")
  }

  @Test func aPartOfWhichTheRestNeverComesTakesNoLineWithIt() throws {
    func docker(_ text: String) -> String {
      #"{"log":""# + text.replacing("\"", with: "\\\"") + "\",\"stream\":\"s\"}\n"
    }
    let event = #"{"event":"a","user_id":"u","ts":1709294400}"#
    for cut in 1..<event.count {
      // The process ended while it wrote, and began anew.
      let log = docker(event + "\\n") + docker(String(event.prefix(cut))) + docker(event + "\\n")
      let found = try ReadLog.file(Array(log.utf8), plan: .looking)
      // Behind a colon an object may stand: what ends there takes the next as its value.
      let takesNext = event.prefix(cut).last == ":"
      #expect(found.events.count == (takesNext ? 1 : 2), "cut at \(cut)")
      #expect(found.places == [takesNext ? "3:9 invalid_json" : "2:9 invalid_json"], "cut at \(cut)")
    }
  }

  @Test func whatIsHeldOfSplitLinesIsBounded() throws {
    func part(_ text: String, _ stream: Int) -> String {
      #"{"log":""# + text + #"","_p":"P","stream":""# + "\(stream)\"}\n"
    }
    let first = #"{"log":"{\"event\":\"a\",\"user_id\":\"u\",\"ts\":1709294400}\n","stream":"x"}"# + "\n"
    // One line more than may be begun at once: the oldest is given up.
    let begun = (0...1_000).map { part(#"{\"event\":"#, $0) }.joined()
    let found = try ReadLog.file(Array((first + begun + part("1", 0)).utf8), plan: .looking)
    #expect(found.events.count == 1)
    #expect(found.summary.rejected == [.invalidJSON: 1_001, .missingEvent: 1])
    #expect(found.places.first == "2:9 invalid_json")

    var plan = ReadingPlan.looking
    plan.maxLineBytes = 1_000
    let long = (0..<20).map { place in
      part((place % 10 == 0 ? #"{\"event\":\""# : "") + String(repeating: "x", count: 100), 7)
    }.joined()
    let endless = try ReadLog.file(Array((first + long).utf8), plan: plan)
    // Ten parts of 100 bytes are too long, each time.
    #expect(endless.summary.rejected == [.tooLong: 2])
    #expect(endless.summary.lines == 3)
    #expect(endless.events.count == 1)
  }

  @Test func aLineFeedAtTheEndIsToldByItsEscape() {
    for (text, ends) in [
      (#"a\n"#, true), (#"a\\n"#, false), (#"a\\\n"#, true), ("n", false), ("", false), (#"a\u000a"#, true),
      (#"a\\u000a"#, false), (#"\u000A"#, true), (#"a\u000b"#, false),
    ] {
      let buffer = TextBuffer(capacity: 64)
      for (place, byte) in text.utf8.enumerated() { buffer.text[place] = byte }
      #expect(SplitLines.endsInLineFeed(buffer.text, 0..<text.utf8.count) == ends, "\(text)")
    }
  }

  private func expect(_ found: Found, _ whole: Found, _ about: Comment) {
    #expect(found.counts == whole.counts, about)
    #expect(found.places == whole.places, about)
    #expect(found.summary.rejected == whole.summary.rejected, about)
    #expect(found.summary.lines == whole.summary.lines && found.summary.blank == whole.summary.blank, about)
    #expect(found.summary.identity == whole.summary.identity && found.summary.bytes == whole.summary.bytes, about)
    #expect(found.summary.noZone == whole.summary.noZone && found.summary.clockAhead == whole.summary.clockAhead, about)
  }
}
