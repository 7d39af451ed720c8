import FunnelEngine
import FunnelModel
import Testing

@testable import FunnelReport

/// Each rule of section 11 speaks where it should, and is quiet just below.
@Suite struct AnomalyTests {
  /// One rule: what makes it speak, and what it says then.
  struct Case: Sendable, CustomTestStringConvertible {
    let expected: [String]
    let change: @Sendable (inout ReportFixture) -> Void

    init(_ expected: String..., change: @escaping @Sendable (inout ReportFixture) -> Void) {
      self.expected = expected
      self.change = change
    }

    var testDescription: String { expected.joined(separator: ", ") }
  }

  private static func skip(_ step: Int, _ count: Int, _ fixture: inout ReportFixture) {
    fixture.rows[0].steps[step].completed -= count
    fixture.rows[0].steps[step].skipped += count
  }

  static let cases: [Case] = [
    Case { _ in },
    // All steps alike, so that none stands out among them: 58 % of 200 is surely above one half, 56 % is not.
    Case("high_skip A welcome", "high_skip A profile", "high_skip A finish") {
      for step in 0..<3 { skip(step, 116, &$0) }
    },
    Case { for step in 0..<3 { skip(step, 100, &$0) } },
    Case("high_skip A welcome", "high_skip A profile", "high_skip A finish") {
      for step in 0..<3 { skip(step, 100, &$0) }
      $0.settings.thresholds.skip = 0.4
    },
    Case("high_loss A profile", "loss_outlier A profile") {
      $0.rows[0].steps[1].completed -= 70
      $0.rows[0].steps[1].dismissed += 70
    },
    Case("loss_outlier A profile") {
      $0.rows[0].steps[1].completed -= 30
      $0.rows[0].steps[1].dropped += 30
    },
    Case("skip_outlier A finish") { skip(2, 40, &$0) },
    Case { skip(2, 5, &$0) },
    Case("slow_tail A welcome") {
      let count = $0.rows[0].steps[0].durations.count
      for place in count * 8 / 10..<count { $0.rows[0].steps[0].durations[place] = 200_000_000 }
    },
    // 100 words take 25.2 seconds.
    Case("unread A profile", "unread B profile") {
      $0.definition.steps[1].tooltipText = ByteText(Array(repeating: "word", count: 100).joined(separator: " \n"))
    },
    Case {
      $0.definition.steps[1].tooltipText = ByteText(Array(repeating: "word", count: 70).joined(separator: " "))
    },
    Case("unskippable_skipped A welcome") {
      $0.definition.steps[0].canSkip = false
      skip(0, 1, &$0)
    },
    Case("step_absent A finish") {
      $0.rows[0].steps[2] = StepTally(step: 2)
      $0.rows[0].steps[2].inProgress = 30
    },
    Case {
      $0.source = .log
      $0.rows[0].steps[2] = StepTally(step: 2)
    },
    Case("unknown_step (all)") { $0.counts.unknownStep = 1 },
    Case("lossy_steps (all)") { $0.overall.attemptsWithJump = 21 },
    Case { $0.overall.attemptsWithJump = 20 },
    Case("mixed_variants (all)") { $0.counts.mixedVariants = 5 },
    Case { $0.counts.mixedVariants = 4 },
    Case("bad_lines (all)") { $0.reading.rejected[.invalidJSON] = 11 },
    Case { $0.reading.rejected[.invalidJSON] = 10 },
    Case("clock (all) profile") { fixture in
      fixture.overall.clocks = (0..<3).map { _ in ClockTally() }
      fixture.overall.clocks[1].reported = Array(repeating: 21_000_000, count: 30)
      fixture.overall.clocks[1].measured = Array(repeating: 10_000_000, count: 30)
    },
    Case { fixture in
      fixture.overall.clocks = (0..<3).map { _ in ClockTally() }
      fixture.overall.clocks[1].reported = Array(repeating: 20_000_000, count: 30)
      fixture.overall.clocks[1].measured = Array(repeating: 10_000_000, count: 30)
    },
    Case("sample_ratio (all)") { $0.rows[1] = ReportFixture.row("B", attempts: 110, converted: 55) },
    Case { $0.rows[1] = ReportFixture.row("B", attempts: 150, converted: 75) },
    Case("sample_ratio (all)") {
      $0.definition.variants = [
        VariantDefinition(name: "A", weight: 0.8), VariantDefinition(name: "B", weight: 0.2),
      ]
    },
    // The arm that no one saw may be the broken one.
    Case("sample_ratio (all)") {
      $0.definition.variants = ["A", "B", "C"].map { VariantDefinition(name: $0) }
    },
    Case("worse_than_control B") {
      $0.rows[0] = ReportFixture.row("A", attempts: 2000, converted: 1000)
      $0.rows[1] = ReportFixture.row("B", attempts: 2000, converted: 800)
    },
    // Better is no anomaly.
    Case {
      $0.rows[0] = ReportFixture.row("A", attempts: 2000, converted: 800)
      $0.rows[1] = ReportFixture.row("B", attempts: 2000, converted: 1000)
    },
  ]

  @Test(arguments: cases) func speaksWhereTheRuleHolds(_ rule: Case) {
    var fixture = ReportFixture("A", "B")
    rule.change(&fixture)
    #expect(fixture.found == rule.expected)
  }

  @Test func noRuleSpeaksBelowThirty() {
    var fixture = ReportFixture("A", "B")
    fixture.rows = ["A", "B"].map { ReportFixture.row($0, attempts: 29, converted: 14) }
    for row in 0..<2 {
      for step in 0..<3 {
        let entered = fixture.rows[row].steps[step].entered
        fixture.rows[row].steps[step] = StepTally(step: step)
        fixture.rows[row].steps[step].skipped = entered
        fixture.rows[row].steps[step].durations = [1, 1, 900_000_000]
      }
    }
    fixture.definition.steps[0].canSkip = false
    (fixture.counts.events, fixture.counts.users, fixture.counts.unknownStep) = (29, 29, 20)
    fixture.counts.mixedVariants = 20
    (fixture.reading.lines, fixture.reading.rejected) = (29, [.badTime: 20])
    (fixture.overall.attempts, fixture.overall.attemptsWithJump) = (29, 29)
    #expect(fixture.found == [])
  }

  @Test func mostSevereStandFirstThenRowsThenSteps() {
    var fixture = ReportFixture("A", "B")
    fixture.counts.unknownStep = 3
    fixture.rows[1] = ReportFixture.row("B", attempts: 110, converted: 55)
    for row in [1, 0] {
      fixture.rows[row].steps[2].dropped += 300
      fixture.rows[row].steps[0].dropped += 300
    }
    #expect(
      fixture.found == [
        "sample_ratio (all)", "unknown_step (all)", "high_loss A welcome", "high_loss A finish", "high_loss B welcome",
        "high_loss B finish",
      ])
    #expect(fixture.report.worstSeverity == .critical)
    #expect(ReportFixture("A").report.worstSeverity == nil)
  }

  @Test func stepsAreFlagged() throws {
    var fixture = ReportFixture("A", "B")
    fixture.rows[0].steps[1].completed -= 70
    fixture.rows[0].steps[1].dismissed += 70
    let table = fixture.report.table(.steps)
    let column = try #require(table.columns.firstIndex { $0.name == "flags" })
    #expect(table.rows.map { $0[column].printed } == ["", "high_loss;loss_outlier", "", "", "", ""])
  }

  @Test func messagesSayWhatAndHowSureAndWhatToLookAt() {
    var fixture = ReportFixture("A", "B")
    fixture.definition.steps[0].tooltipPosition = "below"
    for step in 0..<3 { Self.skip(step, 140, &fixture) }
    let row = fixture.report.table(.anomalies).rows[0].map(\.printed)
    #expect(
      row[10] == "In `A`, step 1 `welcome` is skipped by 70.0 % of those who reach it (63.3 to 75.9 %): it is too "
        + "obvious to be wanted, or its tip, shown `below`, covers what matters.")
    #expect(row[11].contains("tip, shown `below`, open"))
    #expect(row[4...9] == ["skip_rate", "0.700000", "", "0.500000", "200", ""])
  }

  @Test func namesFromOutsideStayOnTheirLine() {
    var fixture = ReportFixture("A")
    fixture.definition.steps[0].id = "a\nb|<i>"
    fixture.rows[0].steps[0].dropped += 300
    let markdown = String(decoding: fixture.report.write(.markdown), as: UTF8.self)
    #expect(markdown.contains("step 1 `a␊b`&#124;`<i>` loses"))
    #expect(fixture.report.table(.anomalies).rows[0][10].printed.contains("`a␊b|<i>`"))
  }

  @Test func aQuietReportSaysSo() {
    let markdown = String(decoding: ReportFixture("A").report.write(.markdown), as: UTF8.self)
    #expect(markdown.contains("## Anomalies\n\nNothing stands out.\n\n## Conversion"))
  }
}
