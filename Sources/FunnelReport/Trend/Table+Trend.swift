import FunnelEngine
import FunnelModel
import FunnelStatistics

extension Table {
  /// The table `trend`: a row for each row of the breakdown and day of entry.
  static func trend(_ analysis: Analysis, zone: ZoneTable) -> Table {
    let columns =
      breakdownColumns(analysis) + [
        Column("day", .day), Column("attempts", .count), Column("converted", .count), Column("conversion", .rate),
        Column("conversion_low", .rate), Column("conversion_high", .rate), Column("in_progress", .count),
        Column("over", .text), Column("final", .text),
      ]
    let rows = analysis.breakdowns.flatMap { breakdown in
      breakdown.days.map { tally -> [Cell] in
        let day = DayStatus(tally.day, analysis, zone: zone)
        return breakdown.values.map(Cell.text) + [.day(tally.day), .count(tally.attempts), .count(tally.converted)]
          + Cell.shareWithInterval(tally.converted, of: tally.attempts)
          + [.count(tally.inProgress), .answer(day.isOver), .answer(day.isFinal)]
      }
    }
    return Table(name: .trend, columns: columns, rows: rows)
  }
}

/// How far a day has come at the moment that a report speaks of.
struct DayStatus: Hashable {
  /// Whether no event of its last session can be missing.
  let isOver: Bool
  /// Whether no attempt that entered on it can still convert.
  let isFinal: Bool

  /// The status of a day, as days since 1970-01-01.
  init(_ day: Int, _ analysis: Analysis, zone: ZoneTable) {
    let end = zone.start(ofDay: day + 1)
    isOver = analysis.asOf + analysis.rules.sessionGap >= end
    isFinal = analysis.rules.window.map { analysis.asOf >= end + $0 } ?? false
  }
}

extension Cell {
  /// `yes` or `no`.
  static func answer(_ isSo: Bool) -> Cell { .text(isSo ? "yes" : "no") }
}
