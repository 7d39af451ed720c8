import Foundation
import Testing

@testable import FunnelCommand

/// What is read of other systems' logs, from the words of a command to its tables.
@Suite struct SourceOptionTests {
  private let temporary = TemporaryFolder()

  private static func segment(_ event: String, user: String, second: Int, _ more: String = "") -> String {
    """
    {"type":"track","event":"\(event)","messageId":"m\(second)","anonymousId":"\(user)",\
    "originalTimestamp":"2026-03-01T10:00:0\(second)Z","sentAt":"2026-03-01T10:00:09Z",\
    "receivedAt":"2026-03-01T11:00:09Z","properties":{"step_id":"welcome"\(more)}}

    """
  }

  private static let log =
    segment("onboarding_started", user: "a", second: 0)
    + segment("Experiment Viewed", user: "a", second: 1, #","experiment_name":"other","variation_name":"x""#)
    + segment("Experiment Viewed", user: "a", second: 2, #","experiment_name":"onb","variation_name":"b""#)
    + segment("onboarding_step_completed", user: "a", second: 3, #","duration_seconds":2.5"#)

  private func run(_ words: String...) -> CommandProbe.Outcome {
    CommandProbe().run(["analyze"] + words + [temporary.file("log.json", Self.log)])
  }

  @Test func aSegmentLogNeedsNoDefinition() {
    let run = run()
    #expect(run.output.contains("\n(none),1,welcome,1,0,1,0,0,0,0,1.000000,"), "\(run.output)\(run.error)")
    #expect(run.error.hasPrefix("funnel: note: read as segment; --source NAME says otherwise\n"))
  }

  @Test func whatLogsWereTakenForIsSaidWhereItHadToBeTold() {
    let native = temporary.file("native.ndjson", SmallLog.text)
    let other = CommandProbe().run(["analyze", native, temporary.file("log.json", Self.log)])
    #expect(other.error.contains("note: \(native) read as native; --source NAME says otherwise\n"), "\(other.error)")
    #expect(other.error.contains("note: \(temporary.path)/log.json read as segment; "), "\(other.error)")
    #expect(!run("--quiet").error.contains("read as"))
    #expect(!run("--source=segment").error.contains("read as"))
    for text in ["\n", "a,b\n"] {
      #expect(!CommandProbe().run(["analyze", temporary.file("odd.txt", text)]).error.contains("read as"))
    }
  }

  @Test func theReportSaysWhatTheLogWasTakenFor() {
    #expect(run("--format=markdown").output.contains("The log was read as `segment`."))
    let json = run("--format=json").output
    #expect(json.contains(#""source": ["segment"]"#), "\(json.prefix(3_000))")
  }

  @Test func localTimesOfMixpanelAreToldFromTheirReceipt() {
    func log(_ offset: Int, _ count: Int) -> String {
      (0..<count).map { second in
        let received = 1_709_294_400 + 60 * second
        return #"{"event":"onboarding_step_completed","properties":{"distinct_id":"u","step_id":"s","time":"#
          + #"\#(received - 1 + offset),"$mp_api_timestamp_ms":\#(received)123}}"# + "\n"
      }.joined()
    }
    func error(_ text: String) -> String { CommandProbe().run(["analyze", temporary.file("mp.json", text)]).error }
    #expect(error(log(19_800, 3)).contains("mp.json has its project's local times (UTC+5:30), as exports of old"))
    #expect(error(log(-21_600, 5) + log(0, 2)).contains("local times (UTC-6:00)"))
    for text in [log(0, 5), log(19_800, 2), log(3_600, 3) + log(0, 4), log(400, 5)] {
      #expect(!error(text).contains("local times"), "\(error(text))")
    }
  }

  @Test func theExperimentNamedIsTheVariant() {
    #expect(run("--experiment=onb").output.contains("\nb,1,welcome,"))
  }

  @Test func timesAreCorrectedUnlessTheClockIsRaw() {
    #expect(run("--table=quality").output.contains("first_time,2026-03-01T11:00:00.000Z"))
    #expect(run("--table=quality", "--clock=raw").output.contains("first_time,2026-03-01T10:00:00.000Z"))
  }

  @Test func aForcedSourceIsTaken() {
    #expect(run("--source=native").error.contains("missing_user"))
    let wrong = run("--source=segmen")
    #expect(wrong.status == .wrongUse)
    #expect(wrong.error.contains("did you mean 'segment'?"))
  }

  @Test func everyLogBelowAFolderIsRead() {
    _ = temporary.file("log.json", Self.log)
    let run = CommandProbe().run(["analyze", "--table=quality", "--recursive", temporary.path])
    #expect(run.output.contains("\nfiles,1\n"), "\(run.error)")
    #expect(run.output.contains("\nlines,4\n"))
  }

  /// A link such as `latest` stands beside the logs of many a folder.
  @Test func aFileOfTwoNamesIsReadOnce() throws {
    let file = temporary.file("log.json", Self.log)
    let link = temporary.path + "/nightly.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "log.json")
    for words in [
      [file, link], [file, file], ["--recursive", temporary.path], ["--recursive", temporary.path, file],
    ] {
      let run = CommandProbe().run(["analyze", "--table=quality"] + words)
      #expect(run.output.contains("\nfiles,1\n") && run.output.contains("\nlines,4\n"), "\(run.error)")
      let second = words == [file, file] ? file : link
      #expect(
        run.error.contains("is the same file as") && run.error.contains("and was read once")
          && (words.first == "--recursive" || run.error.contains("\(second) is the same file as \(file), and")),
        "\(run.error)")
    }
  }

  @Test func eventsSaysWhatItLeavesOut() {
    func line(_ event: String, _ second: Int, _ more: String = "") -> String {
      #"{"event":"\#(event)","user_id":"u\#(second)","ts":\#(1_772_000_000 + second)\#(more)}"# + "\n"
    }
    let fields = (0..<310).map { #","f\#($0)":1"# }.joined()
    let log = temporary.file(
      "many.ndjson",
      line("wide", 0, fields) + (0..<2_000).map { line("e\($0)", $0) }.joined() + line("e1999", 9) + line("e2000", 10)
        + line("wide", 11))
    let run = CommandProbe().run("events", log)
    #expect(run.output.contains("\nnative,(other),3,3,2026-02-25T06:13:29.000Z,2026-02-25T06:46:39.000Z,,,,\n"))
    #expect(
      run.error.contains(
        "note: 2,000 event names are shown, those that the logs hold first; 3 events of 2 other names stand together as "
          + "(other), without their fields\n"), "\(run.error)")
    #expect(run.error.contains("of 'wide' 300 fields are shown, those that the logs hold first, and 13 are left out\n"))
    let page = CommandProbe().run("events", "--format=markdown", log).output
    #expect(
      page.contains("3 events of 2 other names stand together") && page.contains("13 more fields are left out here."))
    #expect(!CommandProbe().run("events", "--quiet", log).error.contains("note"))
  }

  @Test func eventsShowsWhatIsInALog() {
    let log = temporary.file("log.json", Self.log)
    let run = CommandProbe().run(["events", log])
    #expect(run.output.hasPrefix("source,event,events,users,first_time,last_time,field,present,types,examples\n"))
    let row = "segment,Experiment Viewed,2,1,2026-03-01T11:00:01.000Z,2026-03-01T11:00:02.000Z,"
    #expect(run.output.contains(row + "properties.variation_name,2,string,x | b\n"), "\(run.output)")
    let markdown = CommandProbe().run(["events", "--format=markdown", log])
    #expect(markdown.output.contains("## `onboarding_step_completed`"), "\(markdown.output)")
    #expect(CommandProbe().run(["events", "--format=xlsx", log]).status == .wrongUse)
  }

  @Test func aLogOfNoKnownSourceSaysWhatToDo() {
    let run = CommandProbe().run(["analyze", temporary.file("odd.json", "{\"a\":1}\n")])
    #expect(run.status == .failed)
    #expect(run.error.contains("by its fields 'a'; name the system with --source"))
  }
}
