import Testing

@testable import FunnelCommand

/// A log over months, in which few days have attempts enough to serve.
@Suite struct LongLogTests {
  private let temporary = TemporaryFolder()

  private static let sundays = [
    "2026-01-04", "2026-01-18", "2026-02-01", "2026-02-15", "2026-03-01", "2026-03-15", "2026-03-29", "2026-04-12",
    "2026-04-26",
  ]

  /// A hundred users every other Sunday; on the last one those whose place in ten is below the given number stop at the
  /// first step.
  private static func log(stopping: Int) -> String {
    sundays.map { day in
      JudgementTests.log(day: 1).replacing("2026-03-01", with: day).replacing("\"d1-", with: "\"" + day)
        .split(separator: "\n", omittingEmptySubsequences: true)
        .filter { line in
          guard day == sundays.last, line.contains("\"two\"") else { return true }
          return !(0..<stopping).contains { line.contains("\($0)\",\"step_id\"") }
        }
        .map { $0 + "\n" }.joined()
    }.joined()
  }

  private func anomalies(stopping: Int) -> String {
    let log = temporary.file("months.ndjson", Self.log(stopping: stopping))
    return CommandProbe().run("analyze", "--quiet", "--table=anomalies", "--as-of=2026-04-27", log).output
  }

  @Test func daysServeHoweverFarBackTheyLie() {
    #expect(!anomalies(stopping: 0).contains("_shift"))
    let changed = anomalies(stopping: 6)
    #expect(changed.contains("conversion_shift,critical,A,,conversion,0.200000,"), "\(changed)")
    #expect(changed.contains("the 8 days before"), "\(changed)")
  }
}
