import FunnelEngine
import FunnelModel

@testable import FunnelReport

/// An analysis in which nothing stands out, for tests that change one thing of it.
struct ReportFixture {
  var definition = Definition(
    id: "flow", steps: [StepDefinition(id: "welcome"), StepDefinition(id: "profile"), StepDefinition(id: "finish")])
  var rows: [BreakdownTally] = []
  var counts = AnalysisCounts()
  var reading = ReadingSummary()
  var overall = OverallTally()
  var fields: [FieldReference] = [.variant]
  var source = Analysis.StepsSource.definition
  var newestDay: NewestDay?
  var variants: [BreakdownTally]?
  var settings = ReportSettings(version: "1", plan: AnalysisPlan())

  init(_ names: ByteText...) {
    rows = names.map { Self.row($0) }
    counts.events = 1000
    counts.users = 200 * names.count
    reading.lines = 1000
    overall.attempts = 200 * names.count
  }

  /// 200 attempts that go well, with durations around ten seconds.
  static func row(_ name: ByteText, attempts: Int = 200, converted: Int = 100) -> BreakdownTally {
    var row = BreakdownTally(kind: .values, values: [name])
    row.units = attempts
    row.attempts = attempts
    row.converted = converted
    row.dropped = attempts - converted
    row.conversionTimes = (0..<converted).map { 40_000_000 + Int64($0) * 10_000 }
    row.steps = (0..<3).map { step in
      var tally = StepTally(step: step)
      tally.completed = attempts - attempts / 20 * (step + 1)
      tally.dropped = attempts / 20
      tally.started = tally.entered
      tally.passedOfAll = tally.completed
      tally.durations = (0..<tally.completed).map { 10_000_000 + Int64($0) * 10_000 }
      return tally
    }
    return row
  }

  var analysis: Analysis {
    var rules = AnalysisRules()
    rules.advance = .explicit
    // 2026-03-11T12:00:00Z.
    let asOf = Moment(microseconds: 1_773_230_400_000_000)
    var analysis = Analysis(
      definition: definition, stepsSource: source, rules: rules, advanceIsInferred: false, asOf: asOf,
      firstTime: asOf, lastTime: asOf, counts: counts, breakdownFields: fields, breakdowns: rows)
    analysis.variants = variants ?? rows.filter { $0.kind == .values }
    analysis.overall = overall
    analysis.newestDay = newestDay
    return analysis
  }

  var report: Report { Report(analysis: analysis, reading: reading, settings: settings) }

  /// The codes of the anomalies with their rows and steps: `high_skip A welcome`.
  var found: [String] {
    let table = report.table(.anomalies)
    return table.rows.map { row in
      [0, 2, 3].map { row[$0].printed }.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}
