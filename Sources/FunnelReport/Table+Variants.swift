import FunnelEngine
import FunnelModel
import FunnelStatistics

extension Table {
  /// The table `variants`: a row for each row of the breakdown.
  static func variants(_ analysis: Analysis) -> Table {
    let columns =
      breakdownColumns(analysis) + [
        Column("units", .count), Column("attempts", .count), Column("converted", .count),
        Column("conversion", .rate), Column("conversion_low", .rate), Column("conversion_high", .rate),
        Column("unskipped", .count), Column("dismissed", .count), Column("dropped", .count),
        Column("in_progress", .count), Column("may_return", .count),
        Column("median_seconds", .seconds), Column("p90_seconds", .seconds),
        Column("same_session", .count), Column("back", .count), Column("jump", .count),
        Column("median_low", .seconds), Column("median_high", .seconds),
      ]
    let rows = analysis.breakdowns.map { tally in
      let counts: [Cell] = [.count(tally.units), .count(tally.attempts), .count(tally.converted)]
      let endings: [Cell] = [
        .count(tally.unskipped), .count(tally.dismissed), .count(tally.dropped), .count(tally.inProgress),
        .count(tally.mayReturn),
      ]
      let times: [Cell] = [
        .seconds(.median, of: tally.conversionSample), .seconds(.p90, of: tally.conversionSample),
        .count(tally.sameSession), .count(tally.back), .count(tally.jump),
      ]
      return tally.values.map(Cell.text) + counts
        + Cell.shareWithInterval(tally.converted, of: tally.attempts) + endings + times
        + Cell.medianEnds(of: tally.conversionSample)
    }
    return Table(name: .variants, columns: columns, rows: rows)
  }
}
