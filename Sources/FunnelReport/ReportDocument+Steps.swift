import FunnelEngine
import FunnelModel
import FunnelStatistics

extension ReportDocument {
  /// What became of the attempts at each step: a table for each row of the breakdown that has attempts.
  static func steps(_ report: Report, names: RowNames) -> [Block] {
    let analysis = report.analysis
    let rows = analysis.breakdowns.filter { $0.attempts > 0 && !$0.steps.isEmpty }
    guard !rows.isEmpty else { return [.paragraph("No one entered the flow.")] }
    let meaning: Prose =
      analysis.rules.order == .any
      ? "Passed, of all: how many of all attempts passed the step and every one before it in the list."
      : "Passed, of all: how many of all attempts passed the step."
    let scale = DurationScale(samples: rows.flatMap { $0.steps.map(\.durationSample) })
    var blocks: [Block] = [.paragraph(meaning)]
    var firstRow = 0
    for (place, row) in rows.enumerated() {
      let name = names.name(row)
      blocks.append(.subheading("\(name), \(PlainNumber.count(row.attempts, "attempt", "attempts"))"))
      if place < rowsWithPictures {
        let figures = stepFigures(row, firstRow: firstRow, report: report, scale: scale, name: name)
        blocks.append(.figures(figures, note: place == 0 ? withoutPictures(of: rows.count) : nil))
      }
      blocks.append(.table(table(row, definition: analysis.definition)))
      firstRow += row.steps.count
    }
    return blocks
  }

  private static func table(_ row: BreakdownTally, definition: Definition) -> DisplayTable {
    let columns: [DisplayTable.Column] = [
      .numbers("step"), .words("name"), .words("passed, of all"), .numbers("entered", .main),
      .numbers("completed", .detail), .numbers("skipped", .main), .numbers("dismissed", .side),
      .numbers("dropped", .side), .numbers("in progress", .side), .numbers("passed", .side),
      .numbers("likely", .detail), .numbers("lost", .main), .numbers("median time", .main),
      .numbers("90 % within", .detail),
    ]
    let rows = row.steps.enumerated().map { place, tally -> [DisplayTable.Cell] in
      let step = definition.steps[tally.step]
      let name: Prose = "\(name: step.id)"
      let outcomes = [
        tally.entered, tally.completed, tally.skipped, tally.dismissed, tally.dropped, tally.inProgress,
      ]
      let shares: [DisplayTable.Cell] = [
        .plain(PlainNumber.percent(tally.passed, of: tally.entered)), .interval(tally.passed, of: tally.entered),
        .plain(PlainNumber.percent(tally.dismissed + tally.dropped, of: tally.entered)),
      ]
      return [
        .count(place + 1), .words(step.isOptional ? name + " (optional)" : name),
        .bar(Double(tally.passedOfAll) / Double(row.attempts)),
      ] + outcomes.map(DisplayTable.Cell.count) + shares
        + [.duration(.median, of: tally.durationSample), .duration(.p90, of: tally.durationSample)]
    }
    return DisplayTable(columns: columns, rows: rows)
  }
}
