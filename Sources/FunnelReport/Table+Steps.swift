import FunnelEngine
import FunnelModel
import FunnelStatistics

extension Table {
  /// The table `steps`: a row for each row of the breakdown with an attempt and each step of its flow.
  static func steps(_ analysis: Analysis, anomalies: [Anomaly]) -> Table {
    let columns =
      breakdownColumns(analysis) + [
        Column("step", .count), Column("step_id", .text), Column("entered", .count), Column("started", .count),
        Column("completed", .count), Column("skipped", .count), Column("dismissed", .count),
        Column("dropped", .count), Column("in_progress", .count),
        Column("pass_rate", .rate), Column("pass_rate_low", .rate), Column("pass_rate_high", .rate),
        Column("skip_rate", .rate), Column("skip_rate_low", .rate), Column("skip_rate_high", .rate),
        Column("loss_rate", .rate), Column("passed_of_all", .rate),
        Column("median_seconds", .seconds), Column("p90_seconds", .seconds), Column("mean_seconds", .seconds),
        Column("timed", .count), Column("spanning", .count), Column("since_entry_seconds", .seconds),
        Column("flags", .text), Column("median_low", .seconds), Column("median_high", .seconds),
      ]
    let rows = analysis.breakdowns.enumerated().filter { $1.attempts > 0 }.flatMap { row, breakdown in
      breakdown.steps.enumerated().map { place, tally in
        breakdown.values.map(Cell.text) + [.count(place + 1), .text(analysis.definition.steps[tally.step].id)]
          + stepCells(tally, attempts: breakdown.attempts)
          + [flags(of: tally.step, anomalies.filter { concerns($0, row, analysis) })]
          + Cell.medianEnds(of: tally.durationSample)
      }
    }
    return Table(name: .steps, columns: columns, rows: rows)
  }

  private static func stepCells(_ tally: StepTally, attempts: Int) -> [Cell] {
    let outcomes: [Cell] = [
      .count(tally.entered), .count(tally.started), .count(tally.completed), .count(tally.skipped),
      .count(tally.dismissed), .count(tally.dropped), .count(tally.inProgress),
    ]
    let rates: [Cell] =
      Cell.shareWithInterval(tally.passed, of: tally.entered)
      + Cell.shareWithInterval(tally.skipped, of: tally.entered)
      + [.share(tally.dropped + tally.dismissed, of: tally.entered), .share(tally.passedOfAll, of: attempts)]
    let times: [Cell] = [
      .seconds(.median, of: tally.durationSample), .seconds(.p90, of: tally.durationSample),
      .meanSeconds(of: tally.durationSample),
      .count(tally.durationSample.count), .count(tally.spanning), .seconds(.median, of: tally.sinceEntrySample),
    ]
    return outcomes + rates + times
  }

  /// Whether an anomaly is about a row: those of all units are about the row `(all)` and about an only row.
  private static func concerns(_ anomaly: Anomaly, _ row: Int, _ analysis: Analysis) -> Bool {
    let isWhole = analysis.breakdowns[row].kind == .all || analysis.breakdowns.count == 1
    return anomaly.row == .breakdown(row) || (anomaly.row == .all && isWhole)
  }

  /// The codes of the anomalies at a step.
  private static func flags(of step: Int, _ anomalies: [Anomaly]) -> Cell {
    .text(ByteText(anomalies.filter { $0.step == step }.map(\.code.rawValue).joined(separator: ";")))
  }

  /// The columns that every table by breakdown begins with.
  static func breakdownColumns(_ analysis: Analysis) -> [Column] {
    analysis.breakdownFields.map { Column(ByteText($0.name), .text) }
  }
}
