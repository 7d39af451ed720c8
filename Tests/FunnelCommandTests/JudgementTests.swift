import FunnelModel
import Testing

@testable import FunnelCommand

/// A log in which one step is skipped by half of those who reach it, and loses one in five.
@Suite struct JudgementTests {
  private let temporary = TemporaryFolder()

  /// `users` walk two steps on a day of March 2026; of ten users five skip the second, two stop there.
  static func log(day: Int, users: Int = 100) -> String {
    (0..<users).map { user in
      func line(_ second: Int, _ event: String, _ step: String) -> String {
        let minute = user % 60 < 10 ? "0\(user % 60)" : "\(user % 60)"
        let date = day < 10 ? "0\(day)" : "\(day)"
        return """
          {"event":"onboarding_step_\(event)","user_id":"d\(day)-u\(user)","step_id":"\(step)","variant":"A",\
          "timestamp":"2026-03-\(date)T10:\(minute):\(10 + second)Z"}\n
          """
      }
      let end = user % 10 < 5 ? "skipped" : "completed"
      return line(0, "started", "one") + line(1, "completed", "one") + line(2, "started", "two")
        + (user % 10 < 8 ? line(3, end, "two") : "")
    }.joined()
  }

  private func run(_ options: String...) -> CommandProbe.Outcome {
    let log = temporary.file("night.ndjson", Self.log(day: 1))
    return CommandProbe().run(["analyze", "--quiet", "--table=anomalies", "--as-of=2026-03-02"] + options + [log])
  }

  @Test func thresholdsMoveWhereARuleSpeaks() {
    #expect(!run().output.contains("high_skip"))
    #expect(run("--skip-threshold=0.4").output.contains("high_skip,warning,A,two,skip_rate,0.500000,,0.400000,100,"))
    #expect(!run("--skip-threshold=41%").output.contains("high_skip"))
    #expect(!run().output.contains("high_loss"))
    #expect(run("--loss-threshold=10%").output.contains("high_loss,warning,A,two,loss_rate,0.200000,,0.100000,100,"))
  }

  /// An anomaly that is a warning, and one that is worth knowing alone.
  @Test func failOnTellsTheShell() {
    let warning = "--skip-threshold=0.4"
    #expect(run(warning).status == .done)
    #expect(run(warning, "--fail-on=critical").status == .done)
    #expect(run(warning, "--fail-on=warning").status == .anomaly)
    #expect(run(warning, "--fail-on=info").status == .anomaly)
    let informed = run("--fail-on=info")
    #expect(informed.output.contains(",info,") == (informed.status == .anomaly))
    #expect(run("--fail-on=warning").status == .done)
    #expect(run(warning, "--fail-on=warning").output == run(warning).output)
    #expect(run("--fail-on=bad").status == .wrongUse)
  }

  @Test func failOnLooksWhateverTableIsPrinted() {
    #expect(run("--skip-threshold=0.4", "--fail-on=warning").status == .anomaly)
    let log = temporary.file("night.ndjson", Self.log(day: 1))
    let outcome = CommandProbe().run(
      "analyze", "--quiet", "--table=quality", "--as-of=2026-03-02", "--skip-threshold=0.4", "--fail-on=warning", log)
    #expect(outcome.status == .anomaly)
  }

  @Test func aReaderThatHasSeenEnoughStillGetsTheStatus() {
    let log = temporary.file("night.ndjson", Self.log(day: 1))
    var probe = CommandProbe()
    probe.outputFailure = .closed
    let outcome = probe.run("analyze", "--quiet", "--skip-threshold=0.4", "--fail-on=warning", log)
    #expect(outcome.status == .anomaly && outcome.error.isEmpty)
  }
}
