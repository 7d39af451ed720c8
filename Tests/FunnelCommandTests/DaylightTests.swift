import Testing

@testable import FunnelCommand

/// Days of 23 and 25 hours in a zone whose clocks change.
@Suite struct DaylightTests {
  private let temporary = TemporaryFolder()

  /// Users by the UTC times at which they start and convert.
  private func log(_ users: [(start: String, end: String)]) -> String {
    let lines = users.enumerated().map { number, user in
      [(user.start, "started"), (user.end, "completed")].map { time, event in
        """
        {"event":"onboarding_step_\(event)","user_id":"u\(number)","step_id":"one","timestamp":"\(time)Z"}\n
        """
      }.joined()
    }
    return temporary.file("night.ndjson", lines.joined())
  }

  /// The day, attempts, converted, over and final of each row of the trend.
  private func trend(_ users: [(start: String, end: String)], _ options: String...) -> [String] {
    let outcome = CommandProbe().run(
      ["analyze", "--quiet", "--table=trend", "--timezone=Europe/Berlin"] + options + [log(users)])
    return outcome.output.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return ([1, 2, 3, 8, 9]).map { String(cells[$0]) }.joined(separator: " ")
    }
  }

  /// 2025-03-30 begins at 23:00 UTC and ends at 22:00 UTC.
  @Test func aDayOfTwentyThreeHoursIsOneRow() {
    let at = ["29T22:59:59", "29T23:00:00", "30T00:59:59", "30T01:00:00", "30T21:59:59", "30T22:00:00"]
    let rows = trend(at.map { ("2025-03-\($0)", "2025-03-\($0)") }, "--as-of=2025-03-30T22:00:00Z", "--session-gap=1s")
    #expect(rows == ["2025-03-29 1 1 yes no", "2025-03-30 4 4 yes no", "2025-03-31 1 1 no no"])
  }

  /// 2025-10-26 begins at 22:00 UTC and ends at 23:00 UTC; 02:30 stands on its clocks twice.
  @Test func aDayOfTwentyFiveHoursIsOneRow() {
    let at = ["25T21:59:59", "25T22:00:00", "26T00:30:00", "26T01:30:00", "26T22:59:59", "26T23:00:00"]
    let rows = trend(at.map { ("2025-10-\($0)", "2025-10-\($0)") }, "--as-of=2025-10-26T22:59:59Z", "--session-gap=1s")
    #expect(rows == ["2025-10-25 1 1 yes no", "2025-10-26 4 4 yes no"])
  }

  /// A window of a day is 24 hours, whatever the clocks say.
  @Test func windowsNeverShift() {
    let spring = [("2025-03-29T11:00:00", "2025-03-30T11:00:00"), ("2025-03-29T11:00:00", "2025-03-30T11:00:01")]
    #expect(trend(spring, "--window=1d") == ["2025-03-29 2 1 yes no"])
    let autumn = [("2025-10-25T10:00:00", "2025-10-26T10:00:00"), ("2025-10-25T10:00:00", "2025-10-26T10:00:01")]
    #expect(trend(autumn, "--window=1d") == ["2025-10-25 2 1 yes no"])
    // A day is final a window after its end: 2025-10-26 ends at 23:00 UTC.
    let night = [("2025-10-26T10:00:00", "2025-10-26T10:00:05")]
    #expect(trend(night, "--window=1d", "--as-of=2025-10-27T22:59:59Z") == ["2025-10-26 1 1 yes no"])
    #expect(trend(night, "--window=1d", "--as-of=2025-10-27T23:00:00Z") == ["2025-10-26 1 1 yes yes"])
  }

  @Test func aZoneThatDoesNotExistSuggestsTheNearest() {
    let outcome = CommandProbe().run("analyze", "--timezone=Europe/Belrin", log([]))
    #expect(outcome.status == .wrongUse)
    #expect(outcome.error.contains("unknown time zone 'Europe/Belrin'; did you mean 'Europe/Berlin'?"))
  }
}
