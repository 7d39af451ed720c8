import FunnelEngine
import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct ComparisonTests {
  private static func rows(_ fixture: ReportFixture) -> [[String]] {
    fixture.report.table(.comparisons).rows.map { $0.map(\.printed) }
  }

  @Test func standByVariantMetricAndStep() {
    let rows = Self.rows(ReportFixture("A", "B", "C"))
    let metrics = [
      "conversion ", "passed welcome", "passed profile", "passed finish", "skipped welcome",
      "skipped profile", "skipped finish", "seconds welcome", "seconds profile", "seconds finish",
      "seconds_to_convert ",
    ]
    #expect(rows.map { $0[2] + " " + $0[3] } == metrics + metrics)
    #expect(rows.map { $0[1] } == Array(repeating: "B", count: 11) + Array(repeating: "C", count: 11))
    #expect(rows.allSatisfy { $0[0] == "A" && $0[15] == "no difference" })
  }

  @Test func printWhatTheSpecificationGives() {
    var fixture = ReportFixture("A", "B")
    fixture.rows[0] = ReportFixture.row("A", attempts: 99, converted: 12)
    fixture.rows[1] = ReportFixture.row("B", attempts: 83, converted: 5)
    let row = Self.rows(fixture)[0]
    #expect(row[4...8] == ["99", "83", "0.121212", "0.060241", "-0.060971"])
    #expect(row[11] == "0.159181")
  }

  /// The control: asked for, else the definition's, else the one of that name, else the first.
  @Test(
    arguments: [
      (nil, nil, "A"), (nil, "b", "b"), ("c", "b", "c"),
    ] as [(ByteText?, ByteText?, ByteText)])
  func controlIsFound(_ asked: ByteText?, _ defined: ByteText?, _ expected: ByteText) {
    var fixture = ReportFixture("(none)", "A", "b", "c")
    fixture.definition.control = defined
    fixture.settings.control = asked
    #expect(fixture.report.comparisons.control == expected)
    fixture.rows[1].values = ["CONTROL"]
    fixture.rows[0].values = ["9"]
    #expect(fixture.report.comparisons.control == (expected == "A" ? "CONTROL" : expected))
  }

  @Test func noneOtherAndAllAreNeverCompared() {
    var fixture = ReportFixture("(none)", "A", "B")
    var other = ReportFixture.row("(other)")
    other.kind = .other
    var all = ReportFixture.row("(all)")
    all.kind = .all
    fixture.rows = [all] + fixture.rows + [other]
    #expect(Set(Self.rows(fixture).map { $0[1] }) == ["B"])
  }

  @Test func aControlThatNoOneSawComparesNothing() {
    var fixture = ReportFixture("A", "B")
    fixture.settings.control = "typo"
    #expect(Self.rows(fixture).isEmpty)
    let markdown = String(decoding: fixture.report.write(.markdown), as: UTF8.self)
    #expect(markdown.contains("No unit belongs to the control, `typo`."))
  }

  @Test func aStepThatOnlyOneWalksHasNoRow() {
    var fixture = ReportFixture("A", "B")
    fixture.rows[1].steps.remove(at: 1)
    #expect(!Self.rows(fixture).contains { $0[3] == "profile" })
  }

  @Test func verdictsFollowTheIntervalThatHoldsEveryNight() {
    var fixture = ReportFixture("A", "B")
    func verdict(_ attempts: Int, _ converted: Int) -> String {
      fixture.rows[0] = ReportFixture.row("A", attempts: attempts, converted: attempts / 2)
      fixture.rows[1] = ReportFixture.row("B", attempts: attempts, converted: converted)
      return Self.rows(fixture)[0][15]
    }
    #expect(verdict(2000, 1200) == "higher")
    #expect(verdict(2000, 800) == "lower")
    // Below 0.05 by p, but not on every night.
    #expect(verdict(400, 172) == "no difference")
    #expect(verdict(29, 1) == "insufficient")
  }

  @Test func timesAreSlowerOrFaster() {
    var fixture = ReportFixture("A", "B")
    fixture.rows[1].steps[0].durations = fixture.rows[1].steps[0].durations.map { $0 * 2 }
    fixture.rows[1].steps[1].durations = fixture.rows[1].steps[1].durations.map { $0 / 2 }
    let rows = Self.rows(fixture).filter { $0[2] == "seconds" }
    #expect(rows.map { $0[15] } == ["slower", "faster", "no difference"])
    #expect(rows.allSatisfy { $0[9].isEmpty && $0[10].isEmpty && $0[13].isEmpty })
  }
}
