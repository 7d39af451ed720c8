import FunnelEngine
import FunnelModel
import FunnelStatistics

extension ReportDocument {
  /// The sessions of each row of the breakdown.
  static func sessions(_ analysis: Analysis, names: RowNames) -> [Block] {
    let columns: [DisplayTable.Column] =
      names.columns + [
        .numbers("users", .main), .numbers("sessions"), .numbers("events", .main),
        .numbers("sessions per user", .side), .numbers("events per session", .side), .numbers("median length", .main),
        .numbers("90 % within", .side), .numbers("of one event", .detail),
      ]
    let rows = analysis.breakdowns.map { row -> [DisplayTable.Cell] in
      let tally = row.sessions
      return names.cells(row)
        + [tally.users, tally.sessions, tally.events].map(DisplayTable.Cell.count)
        + [.ratio(tally.sessions, per: tally.users), .ratio(tally.events, per: tally.sessions)]
        + [
          .duration(.median, of: tally.lengthSample), .duration(.p90, of: tally.lengthSample),
          .count(tally.singleEvent),
        ]
    }
    return [.table(DisplayTable(columns: columns, rows: rows))]
  }
}

extension DisplayTable.Cell {
  /// How many there are for each of some others, with two decimals.
  fileprivate static func ratio(_ count: Int, per total: Int) -> Self {
    .plain(total == 0 ? PlainNumber.none : FixedDecimals.text(Double(count) / Double(total), decimals: 2))
  }
}
