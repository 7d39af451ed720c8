import FunnelEngine
import FunnelModel
import FunnelStatistics

extension Table {
  /// The table `sessions`: a row for each row of the breakdown, also without a session.
  static func sessions(_ analysis: Analysis) -> Table {
    let columns =
      breakdownColumns(analysis) + [
        Column("users", .count), Column("sessions", .count), Column("events", .count),
        Column("sessions_per_user", .ratio), Column("events_per_session", .ratio),
        Column("median_seconds", .seconds), Column("p90_seconds", .seconds), Column("single_event", .count),
      ]
    let rows = analysis.breakdowns.map { breakdown in
      let tally = breakdown.sessions
      let counts: [Cell] = [
        .count(tally.users), .count(tally.sessions), .count(tally.events),
        .ratio(tally.sessions, per: tally.users), .ratio(tally.events, per: tally.sessions),
      ]
      let lengths: [Cell] = [
        .seconds(.median, of: tally.lengthSample), .seconds(.p90, of: tally.lengthSample), .count(tally.singleEvent),
      ]
      return breakdown.values.map(Cell.text) + counts + lengths
    }
    return Table(name: .sessions, columns: columns, rows: rows)
  }
}
