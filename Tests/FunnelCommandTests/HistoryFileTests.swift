import Dispatch
import Foundation
import FunnelReport
import Synchronization
import Testing

@testable import FunnelCommand

@Suite struct HistoryFileTests {
  private let temporary = TemporaryFolder()

  private var history: String { temporary.path + "/history.csv" }

  /// The log of one day, as of the next midnight.
  private func run(day: Int, users: Int = 100, probe: CommandProbe = CommandProbe(), more: [String] = [])
    -> CommandProbe.Outcome
  {
    let log = temporary.file("day-\(day).ndjson", JudgementTests.log(day: day, users: users))
    return probe.run(
      ["analyze", "--quiet", "--as-of=2026-03-\(day + 1 < 10 ? "0" : "")\(day + 1)", "--history=" + history]
        + more + [log])
  }

  /// The days that the history keeps of variant A.
  private var days: [String] {
    let lines = (temporary.text("history.csv") ?? "").split(separator: "\n")
    let ofDays = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .filter { $0.count == 13 && $0[1].contains("A") && $0[3].isEmpty }
    return ofDays.map { String($0[2]) }
  }

  @Test func aSecondRunOverTheSameLogLeavesTheFileAsOneRun() {
    #expect(run(day: 1).status == .done)
    let once = temporary.text("history.csv")
    #expect(once?.hasPrefix("# funnel history, version 1\n") == true)
    #expect(run(day: 1).status == .done)
    #expect(temporary.text("history.csv") == once)
    #expect(temporary.names() == ["day-1.ndjson", "history.csv", "history.csv.lock"])
  }

  @Test func nightsAddUpAndAFewLateEventsChangeNothing() {
    for day in [3, 1, 2] { #expect(run(day: day).status == .done) }
    #expect(days == ["2026-03-01", "2026-03-02", "2026-03-03"])
    let before = temporary.text("history.csv")
    #expect(run(day: 2, users: 5).status == .done)
    #expect(temporary.text("history.csv") == before)
  }

  @Test func aNightIsComparedWithThoseTheFileRemembers() {
    for day in 1...8 { #expect(run(day: day).status == .done) }
    let quiet = run(day: 9, more: ["--table=anomalies"])
    #expect(!quiet.output.contains("_shift"), "\(quiet.output)")
    let few = run(day: 10, users: 20, more: ["--table=anomalies", "--fail-on=critical"])
    #expect(few.output.contains("volume_shift,critical,A,,attempts,20,"), "\(few.output)")
    #expect(few.status == .anomaly)
  }

  @Test func aDamagedOrForeignFileIsNamedWithItsLineAndStays() {
    #expect(run(day: 1).status == .done)
    let whole = temporary.text("history.csv") ?? ""
    var cases: [(String, String)] = []
    cases.append((String(whole.dropLast(5)), ": the history"))
    cases.append((whole.replacing(",100,", with: ",1oo,"), "history.csv:3: "))
    cases.append(("variant,step\n", "history.csv:1: this is no history of funnel's"))
    cases.append(("", "history.csv:1: "))
    cases.append((whole.replacing("version 1", with: "version 2"), "history.csv:1: the history is of another version"))
    cases.append((whole + "more\n", ": the history is damaged: it stands after the end"))
    for (text, expected) in cases {
      temporary.file("history.csv", text)
      let outcome = run(day: 2)
      #expect(outcome.status == .failed && outcome.output.isEmpty)
      #expect(outcome.error.contains(expected) && outcome.error.contains("nothing was overwritten"), "\(outcome.error)")
      #expect(temporary.text("history.csv") == text)
    }
  }

  @Test func aRunThatFailsLeavesTheHistoryAsItWas() {
    #expect(run(day: 1).status == .done)
    let before = temporary.text("history.csv")
    var full = CommandProbe()
    full.outputFailure = .failed(code: 28)
    #expect(run(day: 2, probe: full).status == .failed)
    #expect(temporary.text("history.csv") == before)
    let file = temporary.file("file", "")
    #expect(run(day: 2, more: ["--output=" + file]).status == .failed)
    #expect(temporary.text("history.csv") == before)
    #expect(!temporary.names().contains("history.csv.new"))
    temporary.folder("out/steps.csv")
    #expect(run(day: 2, more: ["--output=" + temporary.path + "/out"]).status == .failed)
    #expect(temporary.text("history.csv") == before)
  }

  @Test func aReaderThatHasSeenEnoughLosesNoNight() {
    var closed = CommandProbe()
    closed.outputFailure = .closed
    #expect(run(day: 1, probe: closed).status == .done)
    #expect(days == ["2026-03-01"])
  }

  @Test func whatAKilledRunLeftBehindIsCleared() {
    temporary.file("history.csv.new", "half a hist")
    #expect(run(day: 1).status == .done)
    #expect(temporary.names() == ["day-1.ndjson", "history.csv", "history.csv.lock"])
  }

  /// What a device holds has no end, and a pipe keeps nothing.
  @Test func aDeviceOrAPipeIsRefused() {
    let outcome = CommandProbe().run(
      "analyze", "--quiet", "--history=/dev/zero", temporary.file("day.ndjson", JudgementTests.log(day: 1)))
    #expect(outcome.status == .failed && outcome.output.isEmpty)
    #expect(outcome.error.contains("--history /dev/zero: a device or a pipe stands there"), "\(outcome.error)")
  }

  @Test func aFileThatCannotBeWrittenLeavesAllAsItWas() throws {
    #expect(run(day: 1).status == .done)
    let before = temporary.text("history.csv")
    // A folder in the place of a file that has to be written; root is not held by modes.
    temporary.folder("history.csv.new/held")
    let outcome = run(day: 2)
    #expect(outcome.status == .failed && outcome.output.isEmpty)
    #expect(outcome.error.contains("cannot write the history"), "\(outcome.error)")
    #expect(temporary.text("history.csv") == before)
  }

  @Test func flowsAndBreakdownsShareAFile() throws {
    let flows = ["first", "second"].map { id in
      temporary.file("\(id).json", #"{"id": "\#(id)", "steps": [{"id": "one"}, {"id": "two"}]}"#)
    }
    let options = flows.flatMap { flow in [[], ["--by=platform"]].map { ["--definition=" + flow] + $0 } }
    for more in options { #expect(run(day: 1, more: more).status == .done) }
    let text = try #require(temporary.text("history.csv"))
    let rows = text.split(separator: "\n").dropFirst(2).dropLast().map { line in
      line.split(separator: ",").prefix(2).joined(separator: ",")
    }
    let places = [#""{""variant"": ""A""}""#, #""{""platform"": ""(none)""}""#, "{}"]
    #expect(Set(rows) == Set(["first", "second"].flatMap { id in places.map { id + "," + $0 } }), "\(Set(rows))")
    // What one flow did is nothing to the other, and each run leaves the other's rows alone.
    for more in options.reversed() { #expect(run(day: 1, more: more).status == .done) }
    #expect(temporary.text("history.csv") == text)
    for day in 2...8 { #expect(run(day: day, more: options[0]).status == .done) }
    let few = run(day: 9, users: 20, more: options[2] + ["--table=anomalies"])
    #expect(!few.output.contains("_shift"), "\(few.output)")
    let known = run(day: 9, users: 20, more: options[0] + ["--table=anomalies"])
    #expect(known.output.contains("volume_shift"), "\(known.output)")
  }

  @Test func aLinkLeadsToTheFileAndStaysALink() throws {
    temporary.folder("kept")
    try FileManager.default.createSymbolicLink(
      atPath: history, withDestinationPath: temporary.path + "/kept/real.csv")
    #expect(run(day: 1).status == .done)
    #expect(run(day: 2).status == .done)
    #expect(days == ["2026-03-01", "2026-03-02"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: history).hasSuffix("kept/real.csv"))
  }

  @Test func aFolderOrAMissingFolderIsSaid() {
    temporary.folder("history.csv")
    #expect(run(day: 1).error.contains("a folder stands there"))
    let log = temporary.file("day.ndjson", JudgementTests.log(day: 1))
    let outcome = CommandProbe().run("analyze", "--quiet", "--history=" + temporary.path + "/no/history.csv", log)
    #expect(outcome.status == .failed && outcome.output.isEmpty)
    #expect(outcome.error.contains("no/history.csv: no such file or directory"), "\(outcome.error)")
  }

  @Test func runsAtTheSameTimeLoseNothing() {
    let failures = Mutex(0)
    for day in 1...8 { temporary.file("day-\(day).ndjson", JudgementTests.log(day: day)) }
    let (path, history) = (temporary.path, history)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let outcome = CommandProbe().run(
        "analyze", "--quiet", "--as-of=2026-03-1\(number)", "--history=" + history, path + "/day-\(number + 1).ndjson")
      if outcome.status != .done { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(days == (1...8).map { "2026-03-0\($0)" })
  }
}
