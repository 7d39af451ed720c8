import FunnelEngine
import FunnelModel

extension Table {
  /// The table `quality`: a row for each name; rows are only ever added at the end.
  static func quality(_ analysis: Analysis, reading: ReadingSummary) -> Table {
    let counts = analysis.counts
    var rows: [(ByteText, Cell)] = [
      ("files", .count(reading.files)), ("bytes", .count(reading.bytes)), ("lines", .count(reading.lines)),
      ("blank", .count(reading.blank)), ("rejected", .count(reading.rejectedTotal)),
    ]
    rows += RejectReason.allCases.map { reason in
      (ByteText("rejected_" + reason.rawValue), .count(reading.rejected[reason] ?? 0))
    }
    rows += [
      ("excluded", .count(counts.excluded)), ("duplicate", .count(counts.duplicate)),
      ("events", .count(counts.events)), ("users", .count(counts.users)), ("sessions", .count(counts.sessions)),
      ("excluded_users", .count(counts.excludedUsers)), ("no_zone", .count(reading.noZone)),
      ("bad_duration", .count(reading.badDuration)), ("unknown_step", .count(counts.unknownStep)),
      ("without_entry", .count(counts.withoutEntry)), ("mixed_variants", .count(counts.mixedVariants)),
      ("first_time", .moment(analysis.firstTime)), ("last_time", .moment(analysis.lastTime)),
      ("as_of", .moment(analysis.asOf)), ("order", .text(ByteText(analysis.rules.order.rawValue))),
      ("advance", analysis.rules.advance.map { .text(ByteText($0.rawValue)) } ?? .empty),
      ("steps_from", .text(ByteText(analysis.stepsSource.rawValue))), ("identity", .count(reading.identity)),
      ("merged_ids", .count(counts.mergedIDs)), ("shared_devices", .count(counts.sharedDevices)),
      ("clock_ahead", .count(reading.clockAhead)),
    ]
    return Table(
      name: .quality, columns: [Column("name", .text), Column("value", .mixed)],
      rows: rows.map { name, value in [.text(name), value] })
  }
}
