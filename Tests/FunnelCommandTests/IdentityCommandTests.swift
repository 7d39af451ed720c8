import Foundation
import Testing

@testable import FunnelCommand

/// Ids of one user, from the lines of a log to the tables.
@Suite struct IdentityCommandTests {
  private let temporary = TemporaryFolder()

  private static func event(_ name: String, _ second: Int, _ ids: String, step: String? = nil) -> String {
    let step = step.map { #","step_id":"\#($0)""# } ?? ""
    return #"{"event":"\#(name)","ts":\#(1_772_000_000 + second),\#(ids)\#(step)}"# + "\n"
  }

  private static func known(_ user: String, on device: String) -> String {
    #""user_id":"\#(user)","anonymous_id":"\#(device)""#
  }

  private static func anonymous(_ device: String) -> String { #""anonymous_id":"\#(device)""# }

  /// Ana signs up on her own device; Bo and Cy share one, on which Bo is next for its first visit and Cy for the second.
  private static let log =
    event("onboarding_started", 0, anonymous("d1"))
    + event("onboarding_step_completed", 10, known("ana", on: "d1"), step: "a")
    + event("onboarding_started", 20, anonymous("d2"))
    + event("onboarding_step_completed", 30, known("bo", on: "d2"), step: "a")
    + event("app_open", 40, anonymous("d2"))
    + event("onboarding_step_completed", 50, known("cy", on: "d2"), step: "a")
    + event("app_open", 60, anonymous("d2"))

  private func quality(_ log: String, _ words: String...) -> [String: String] {
    let file = temporary.file("log-\(UUID().uuidString).ndjson", log)
    let run = CommandProbe().run(["analyze", "--table=quality"] + words + [file])
    #expect(run.status == .done, "\(run.error)")
    var rows: [String: String] = [:]
    for line in run.output.split(separator: "\n") {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      rows[fields[0]] = fields[1]
    }
    return rows
  }

  @Test func anonymousAndKnownAreOneUserAndASharedDeviceJoinsNobody() {
    let on = quality(Self.log)
    // Ana, Bo, Cy, and what is left on the device after Cy.
    #expect(on["users"] == "4" && on["merged_ids"] == "1" && on["shared_devices"] == "1")
    let off = quality(Self.log, "--identity=off")
    #expect(off["users"] == "5" && off["merged_ids"] == "0" && off["shared_devices"] == "0")
  }

  /// Dee is known by the map alone, and the family's tablet once sent her id as its own.
  @Test(arguments: ["d3,dee", "dee,dee"]) func whomTheMapNamesAsAUserIsNoDevice(row: String) {
    let log =
      Self.event("onboarding_step_completed", 0, Self.anonymous("dee"), step: "a")
      + Self.event("app_open", 10, Self.known("eve", on: "dee"))
      + Self.event("app_open", 20, Self.known("fay", on: "dee"))
    let without = quality(log)
    #expect(without["users"] == "2" && without["shared_devices"] == "1")
    let map = temporary.file("map.csv", row + "\n")
    let with = quality(log, "--identities=" + map)
    #expect(with["users"] == "3" && with["shared_devices"] == "0" && with["merged_ids"] == "0")
    let shared = temporary.file("shared.csv", row + "\ndee,gil\ndee,hal\n")
    let both = quality(log, "--identities=" + shared)
    #expect(both["shared_devices"] == "1", "an id that the map gives to two users is a device, wherever else it stands")
  }

  @Test func rowsOfIdentityStandInTheirOrder() {
    let file = temporary.file("log.ndjson", Self.log)
    let run = CommandProbe().run(["analyze", "--table=quality", file])
    let names = run.output.split(separator: "\n").map { String($0.prefix { $0 != "," }) }
    #expect(names.suffix(5) == ["steps_from", "identity", "merged_ids", "shared_devices", "clock_ahead"])
  }

  @Test func theOrderOfLinesFilesAndThreadsChangesNothing() {
    let lines = Self.log.split(separator: "\n").map { $0 + "\n" }
    let whole = temporary.file("whole.ndjson", Self.log)
    let first = temporary.file("1.ndjson", lines.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).joined())
    let second = temporary.file(
      "2.ndjson", lines.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).reversed().joined())
    let expected = CommandProbe().run(["analyze", "--quiet", "--threads=1", whole])
    #expect(expected.status == .done)
    for words in [["--threads=3"], ["--threads=1", "--memory=48M"]] {
      let run = CommandProbe().run(["analyze", "--quiet"] + words + [first, second])
      #expect(run.output == expected.output)
    }
  }

  @Test func placeholdersJoinNobody() {
    let none = ["null", "0", "00000000-0000-0000-0000-000000000000", "Unknown"]
    var log = ""
    for (index, id) in none.enumerated() {
      log += Self.event("onboarding_started", index, Self.known("user \(index)", on: id))
      log += Self.event("onboarding_started", index, Self.known(id, on: "device \(index)"))
      log += Self.event(
        "onboarding_step_completed", index, Self.known("user \(index)", on: "device \(index)"), step: "a")
    }
    let counts = quality(log)
    #expect(counts["users"] == "4" && counts["merged_ids"] == "4" && counts["shared_devices"] == "0")
  }

  @Test func aMapJoinsWhatTheLogDoesNot() {
    let table = temporary.file("ids.csv", "id,user\nana,bo\n")
    let counts = quality(Self.log, "--identities=\(table)")
    #expect(counts["users"] == "3" && counts["merged_ids"] == "2")
    // An id that two users share is a device.
    let shared = temporary.file("shared.tsv", "d2\tbo\nd2\tcy\nd2\tana\n")
    #expect(quality(Self.log, "--identities=\(shared)")["users"] == "4")
  }

  @Test func aDamagedMapIsToldBeforeAnyLogIsRead() {
    let table = temporary.file("ids.csv", "a,b\nc\n")
    let run = CommandProbe().run(["analyze", "--identities=\(table)", "missing.ndjson"])
    #expect(run.status == .wrongUse)
    #expect(run.error.contains("ids.csv:2: expected two ids, found one column; each row is"), "\(run.error)")
    let missing = CommandProbe().run(["analyze", "--identities=\(temporary.path)/no.csv", "missing.ndjson"])
    #expect(missing.status == .failed)
    #expect(missing.error.contains("cannot read the table of ids"), "\(missing.error)")
    let off = CommandProbe().run(["analyze", "--identity=off", "--identities=\(table)", "missing.ndjson"])
    #expect(off.status == .wrongUse)
    #expect(CommandProbe().run(["analyze", "--identities=-", "missing.ndjson"]).status == .wrongUse)
  }

  @Test(arguments: ["ana", "d1"]) func aTraceFollowsAllIDsOfAUser(_ id: String) {
    let file = temporary.file("log.ndjson", Self.log)
    let run = CommandProbe().run(["trace", id, file])
    #expect(run.output.hasPrefix("Trace of \(id)\n\n2 accepted events in 1 session"), "\(run.output)\(run.error)")
    #expect(run.output.contains("also name \(id == "ana" ? "d1" : "ana")"))
    let one = CommandProbe().run(["trace", "--identity=off", id, file])
    #expect(one.output.contains("\n1 accepted event in 1 session"))
  }

  @Test(arguments: [
    "cat log.ndjson | FUNNEL trace ana -", "FUNNEL trace ana - < log.ndjson", "gzip -c log.ndjson | FUNNEL trace ana -",
    "gzip -c log.ndjson > log.gz; FUNNEL trace ana - < log.gz", "FUNNEL trace ana log.gz",
    "cat log.ndjson | FUNNEL trace ana /dev/stdin", "tr '\\n' ' ' < log.ndjson | FUNNEL trace ana -",
  ])
  func aTraceFollowsAllIDsThroughAPipeToo(_ command: String) throws {
    let file = temporary.file("log.ndjson", Self.log)
    let folder = URL(fileURLWithPath: temporary.path)
    _ = try ProgramRun("/bin/sh", ["-c", "gzip -c log.ndjson > log.gz"], in: folder)
    let line = command.replacing("FUNNEL", with: ProgramRun.funnel.path)
    let run = try ProgramRun("/bin/sh", ["-c", line], in: folder)
    #expect(run.status == 0, "\(run.errorText)")
    #expect(run.outputText == CommandProbe().run("trace", "ana", file).output)
  }

  @Test func whereAPipeCannotBeKeptATraceSaysSo() throws {
    _ = temporary.file("log.ndjson", Self.log)
    func trace(_ words: String) throws -> ProgramRun {
      try ProgramRun(
        "/bin/sh", ["-c", "cat log.ndjson | TMPDIR=nowhere \(ProgramRun.funnel.path) trace \(words) -"],
        in: URL(fileURLWithPath: temporary.path))
    }
    let run = try trace("ana")
    #expect(run.status == 1)
    #expect(
      run.errorText
        == "funnel: cannot keep standard input in nowhere to read it again for the user's other ids: no such "
        + "file or directory; make room, name another folder in TMPDIR, or follow the one id: --identity off\n")
    #expect(try trace("--identity=off ana").status == 0)
  }

  @Test func aTraceAsJSONNamesAllIDsAndEveryCandidate() throws {
    let starts = (0..<30).map { Self.event("onboarding_started", $0, Self.anonymous("d1")) }.joined()
    let file = temporary.file(
      "starts.ndjson", starts + Self.event("onboarding_step_completed", 40, Self.known("ana", on: "d1"), step: "a"))
    let json = CommandProbe().run("trace", "--format=json", "ana", file).output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["ids"] as? [String] == ["ana", "d1"])
    let unit = try #require((object["units"] as? [[String: Any]])?.first)
    let attempt = try #require(unit["attempt"] as? [String: Any])
    let candidates = try #require(attempt["candidates"] as? [[String: Any]])
    #expect(candidates.map { $0["number"] as? Int } == Array(1...30))
    // Each is told whole, also those that stand alike from early on.
    #expect(candidates.allSatisfy { ($0["effects"] as? [[String: Any]])?.last?["event"] as? Int == 31 })
    #expect(candidates.allSatisfy { $0["goes_on"] is NSNull })
    let text = CommandProbe().run("trace", "ana", file).output
    #expect(text.contains("\nCandidate 20: passed 1 step, converted\n"))
    #expect(text.contains("\n10 other candidates\n"))
    #expect(text.contains("Candidates 21 to 29, from #21, "), "\(text)")
  }

  /// What each system's own records say of ids.
  struct Evidence: Sendable, CustomTestStringConvertible {
    let source: String
    let lines: [String]
    /// Users, merged ids, shared devices and records that only link ids.
    let counts: String

    var testDescription: String { "\(source) \(lines.count) \(counts)" }
  }

  static let evidence = [
    Evidence(
      source: "firebase",
      lines: [
        #"{"event_name":"first_open","event_timestamp":"1709294400000000","user_pseudo_id":"p","event_params":[]}"#,
        #"{"event_name":"login","event_timestamp":"1709294500000000","user_pseudo_id":"p","user_id":"u","event_params":[]}"#,
      ], counts: "1 1 0 0"),
    Evidence(
      source: "mixpanel",
      lines: [
        #"{"event":"a","properties":{"time":1709294400,"distinct_id":"$device:D","$device_id":"D"}}"#,
        #"{"event":"b","properties":{"time":1709294410,"distinct_id":"u","$device_id":"D","$user_id":"u"}}"#,
      ], counts: "1 1 0 0"),
    Evidence(
      source: "mixpanel",
      lines: [
        #"{"event":"a","properties":{"time":1709294400,"distinct_id":"anon-1"}}"#,
        #"{"event":"$identify","properties":{"time":1709294405,"distinct_id":"u","$identified_id":"u","$anon_id":"anon-1"}}"#,
        #"{"event":"b","properties":{"time":1709294410,"distinct_id":"u"}}"#,
      ], counts: "1 1 0 1"),
    Evidence(
      source: "mixpanel",
      lines: [
        #"{"event":"a","properties":{"time":1709294400,"distinct_id":"old"}}"#,
        #"{"event":"$create_alias","properties":{"time":1709294405,"distinct_id":"old","alias":"new"}}"#,
        #"{"event":"$merge","properties":{"time":1709294405,"$distinct_ids":["new","third"]}}"#,
        #"{"event":"b","properties":{"time":1709294410,"distinct_id":"new"}}"#,
        #"{"event":"b","properties":{"time":1709294420,"distinct_id":"third"}}"#,
      ], counts: "1 2 0 2"),
    Evidence(
      source: "mixpanel",
      lines: [
        #"{"event_name":"a","distinct_id":"$device:D","time":1709294400,"device_id":"D","properties":{}}"#,
        #"{"distinct_id":"$device:D","resolved_distinct_id":"u"}"#,
        #"{"event_name":"b","distinct_id":"u","time":1709294410,"user_id":"u","properties":{}}"#,
      ], counts: "1 1 0 1"),
    Evidence(
      source: "amplitude",
      lines: [
        #"{"event_type":"a","client_event_time":"2024-03-01 12:00:00","event_time":"2024-03-01 12:00:00","user_id":null,"device_id":"D","amplitude_id":1}"#,
        #"{"event_type":"$identify","client_event_time":"2024-03-01 12:00:01","event_time":"2024-03-01 12:00:01","user_id":"u","device_id":"D","amplitude_id":2}"#,
        #"{"event_type":"b","client_event_time":"2024-03-01 12:00:02","event_time":"2024-03-01 12:00:02","user_id":"u","device_id":"E","amplitude_id":2}"#,
        #"{"merge_time":1709294402000,"amplitude_id":1,"merged_amplitude_id":2}"#,
      ], counts: "1 2 0 2"),
    Evidence(
      source: "segment",
      lines: [
        #"{"type":"track","event":"a","messageId":"1","anonymousId":"A","timestamp":"2024-03-01T12:00:00Z"}"#,
        #"{"type":"identify","messageId":"2","anonymousId":"A","userId":"u","timestamp":"2024-03-01T12:00:01Z"}"#,
        #"{"type":"track","event":"b","messageId":"3","anonymousId":"B","userId":"v","timestamp":"2024-03-01T12:00:02Z"}"#,
        #"{"type":"alias","messageId":"4","previousId":"v","userId":"u","timestamp":"2024-03-01T12:00:03Z"}"#,
        #"{"type":"track","event":"b","messageId":"5","userId":"u","timestamp":"2024-03-01T12:00:04Z"}"#,
      ], counts: "1 3 0 2"),
    Evidence(
      source: "segment",
      lines: [
        #"{"type":"track","event":"a","messageId":"1","anonymousId":"A","userId":"u","timestamp":"2024-03-01T12:00:00Z"}"#,
        #"{"type":"track","event":"a","messageId":"2","anonymousId":"A","timestamp":"2024-03-01T12:00:01Z"}"#,
        #"{"type":"identify","messageId":"3","anonymousId":"A","userId":"v","timestamp":"2024-03-01T12:00:02Z"}"#,
        #"{"type":"track","event":"a","messageId":"4","anonymousId":"A","timestamp":"2024-03-01T12:00:03Z"}"#,
      ], counts: "3 0 1 1"),
    Evidence(
      source: "segment",
      lines: [
        #"{"type":"track","event":"a","messageId":"1","anonymousId":"v","timestamp":"2024-03-01T12:00:00Z"}"#,
        #"{"type":"track","event":"a","messageId":"2","anonymousId":"v","userId":"u","timestamp":"2024-03-01T12:00:01Z"}"#,
        #"{"type":"identify","messageId":"3","userId":"v","timestamp":"2024-03-01T12:00:02Z"}"#,
      ], counts: "2 0 0 1"),
    Evidence(
      source: "posthog",
      lines: [
        #"{"uuid":"1","event":"a","distinct_id":"an-1","timestamp":"2024-03-01T12:00:00Z","properties":{}}"#,
        #"{"uuid":"2","event":"$identify","distinct_id":"u","timestamp":"2024-03-01T12:00:01Z","properties":{"$anon_distinct_id":"an-1"}}"#,
        #"{"uuid":"3","event":"$create_alias","distinct_id":"u","timestamp":"2024-03-01T12:00:02Z","properties":{"alias":"v"}}"#,
        #"{"uuid":"4","event":"b","distinct_id":"v","timestamp":"2024-03-01T12:00:03Z","properties":{}}"#,
      ], counts: "1 1 0 2"),
    Evidence(
      source: "snowplow",
      lines: [
        #"{"event_name":"a","event_id":"1","collector_tstamp":"2024-03-01T12:00:00Z","derived_tstamp":"2024-03-01T12:00:00Z","domain_userid":"D"}"#,
        #"{"event_name":"b","event_id":"2","collector_tstamp":"2024-03-01T12:00:01Z","derived_tstamp":"2024-03-01T12:00:01Z","domain_userid":"D","user_id":"u"}"#,
      ], counts: "1 1 0 0"),
    Evidence(
      source: "countly",
      lines: [
        #"{"_id":"1","e":"a","ts":1709294400000,"did":"device","uid":"7"}"#,
        #"{"_id":"2","e":"b","ts":1709294401000,"did":"ana","uid":"7"}"#,
      ], counts: "1 2 0 0"),
    Evidence(
      source: "pinpoint",
      lines: [
        #"{"event_type":"a","event_timestamp":1709294400000,"arrival_timestamp":1709294400500,"client":{"client_id":"C"}}"#,
        #"{"event_type":"b","event_timestamp":1709294401000,"arrival_timestamp":1709294401500,"client":{"client_id":"C"},"client_context":{"custom":{"endpoint":"{\"User\":{\"UserId\":\"u\"}}"}}}"#,
      ], counts: "1 1 0 0"),
    Evidence(
      source: "cloudevents",
      lines: [
        #"{"specversion":"1.0","id":"1","source":"s","type":"a","time":"2024-03-01T12:00:00Z","data":{"anonymous_id":"A"}}"#,
        #"{"specversion":"1.0","id":"2","source":"s","type":"b","time":"2024-03-01T12:00:01Z","data":{"anonymous_id":"A","user_id":"u"}}"#,
      ], counts: "1 1 0 0"),
    Evidence(
      source: "otlp",
      lines: ["", #",{"key":"user.id","value":{"stringValue":"u"}}"#].map { user in
        #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":"a","timeUnixNano":"1709294400000000000","#
          + #""attributes":[{"key":"app.installation.id","value":{"stringValue":"I"}}\#(user)]}]}]}]}"#
      }, counts: "1 1 0 0"),
    Evidence(
      source: "matomo",
      lines: ["null", #""u""#].map { user in
        #"{"idVisit":1,"visitorId":"V","userId":\#(user),"actionDetails":[{"type":"event","eventAction":"a","#
          + #""timestamp":1709294400}]}"#
      }, counts: "1 1 0 0"),
  ]

  @Test(arguments: evidence) func whatEachSystemSaysOfIDsIsBelieved(_ evidence: Evidence) {
    let definition = temporary.file("flow.json", #"{"id":"f","steps":[{"id":"s"}]}"#)
    let log = evidence.lines.joined(separator: "\n")
    for lines in [log, evidence.lines.reversed().joined(separator: "\n")] {
      let counts = quality(lines, "--source=\(evidence.source)", "--definition=\(definition)")
      let found = ["users", "merged_ids", "shared_devices", "identity"].map { counts[$0] ?? "-" }
      #expect(found.joined(separator: " ") == evidence.counts)
    }
    let off = quality(log, "--source=\(evidence.source)", "--definition=\(definition)", "--identity=off")
    #expect(off["merged_ids"] == "0" && off["shared_devices"] == "0")
  }

  @Test func eventsCountsUsersByTheirUnions() {
    let file = temporary.file(
      "log.ndjson",
      Self.event("app_open", 5, Self.known("ana", on: "d1")) + Self.event("app_open", 6, Self.anonymous("d1")))
    #expect(CommandProbe().run(["events", file]).output.contains("native,app_open,2,1,"))
    #expect(CommandProbe().run(["events", "--identity=off", file]).output.contains("native,app_open,2,2,"))
  }

  /// A million links one after the other, in no order, are one user.
  @Test func aLongChainOfLinksIsOneUser() {
    let count = 20_000
    var lines = (0..<count).map { index in
      #"{"event":"$merge_dangerously","uuid":"l\#(index)","distinct_id":"u\#(index)","timestamp":"2026-03-01T10:00:00Z","#
        + #""properties":{"alias":"u\#(index + 1)"}}"#
    }
    for index in [0, count / 2, count] {
      lines.append(
        #"{"event":"onboarding_step_completed","uuid":"e\#(index)","distinct_id":"u\#(index)","#
          + #""timestamp":"2026-03-01T10:00:00Z","properties":{"step_id":"a"}}"#)
    }
    var random = SystemRandomNumberGenerator()
    lines.shuffle(using: &random)
    let counts = quality(lines.joined(separator: "\n"))
    #expect(counts["users"] == "1" && counts["merged_ids"] == "2" && counts["identity"] == "\(count)")
  }

  @Test func aDeviceOfAThousandUsersStaysShared() {
    var log = ""
    for index in 0..<1000 {
      log += Self.event("onboarding_started", 2 * index, Self.anonymous("kiosk"))
      log += Self.event("onboarding_step_completed", 2 * index + 1, Self.known("user \(index)", on: "kiosk"), step: "a")
    }
    let counts = quality(log)
    #expect(counts["users"] == "1000" && counts["shared_devices"] == "1" && counts["merged_ids"] == "0")
    let file = temporary.file("kiosk.ndjson", log)
    let run = CommandProbe().run(["analyze", "--table=variants", file])
    #expect(run.output.contains("(none),1000,1000,1000,"))
  }
}
