import FunnelEngine
import FunnelModel

extension ReportDocument {
  /// The newest days of each row of the breakdown, the newest last.
  static func trend(_ report: Report, names: RowNames) -> [Block] {
    let (days, spoken) = (14, 8)
    let analysis = report.analysis
    let firstRows = analysis.breakdowns.reduce(into: [0]) { $0.append($0.last! + $1.days.count) }
    let rows = zip(analysis.breakdowns, firstRows).filter { !$0.0.days.isEmpty }
    guard !rows.isEmpty else { return [.paragraph("No day has an attempt.")] }
    var blocks: [Block] = [
      .paragraph(
        """
        Attempts by the day on which they entered, in the time zone \
        \(name: ByteText(report.settings.plan.zone.name)); a day that is not final can still gain conversions.
        """)
    ]
    for (row, firstRow) in rows.prefix(spoken) {
      if !names.isWhole { blocks.append(.subheading(names.name(row))) }
      let pictures = min(spoken, rows.count)
      blocks +=
        daysFigure(row, firstRow: firstRow, rows: pictures, report: report, name: names.name(row)).map { [$0] } ?? []
      blocks.append(.table(table(row.days.suffix(days), report)))
    }
    let more = rows.count - spoken
    if more > 0 { blocks.append(.paragraph("\(PlainNumber.count(more, "row", "rows")) more in the table trend.")) }
    return blocks
  }

  private static func table(_ days: ArraySlice<DayTally>, _ report: Report) -> DisplayTable {
    let columns: [DisplayTable.Column] = [
      .words("day"), .words("converted, of all"), .numbers("attempts", .main), .numbers("converted", .main),
      .numbers("likely", .side), .numbers("in progress", .side), .words("state", .main),
    ]
    let rows = days.map { day -> [DisplayTable.Cell] in
      let status = DayStatus(day.day, report.analysis, zone: report.settings.plan.zone)
      return [
        .plain(CalendarDate(dayNumber: day.day).description),
        .bar(Double(day.converted) / Double(day.attempts)), .count(day.attempts), .count(day.converted),
        .interval(day.converted, of: day.attempts), .count(day.inProgress),
        .plain(status.isFinal ? "final" : status.isOver ? "over" : "goes on"),
      ]
    }
    return DisplayTable(columns: columns, rows: rows)
  }
}
