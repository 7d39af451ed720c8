import FunnelEngine
import FunnelModel

extension ReportDocument {
  /// So many of one step's rows are told; the rest stand together.
  private static let toldPaths = 3
  /// So many steps of all rows together are told, about, and of each row five at least.
  private static let (toldLines, toldSteps) = (36, 5)

  /// What those did next whose attempts ended at a step, and where those who came back resumed, a line for each step.
  ///
  /// `PathsReport` tells more of each step; a page of many steps has room for the most frequent alone.
  static func paths(_ analysis: Analysis, names: RowNames) -> [Block] {
    let rows = analysis.breakdowns.filter { row in row.steps.contains { $0.paths.ended > 0 } }
    guard !rows.isEmpty else { return [.paragraph("No counted attempt ended at a step.")] }
    var blocks: [Block] = [
      .paragraph(
        """
        Of the attempts that ended at a step: the event that followed the last one that moved them, and the step of which \
        those who came back in a later session gave the first signal. The command paths tells more, of the same logs and \
        options.
        """)
    ]
    let told = rows.prefix(rowsWithPictures)
    let steps = max(toldSteps, toldLines / told.count)
    if told.contains(where: { row in row.steps.count { $0.paths.ended > 0 } > steps }) {
      blocks.append(.paragraph("Of each row the \(steps) steps are shown at which most ended."))
    }
    for row in told {
      if !names.isWhole { blocks.append(.subheading(names.name(row))) }
      blocks.append(.table(table(row, mostSteps: steps, analysis.definition)))
    }
    let more = rows.count - rowsWithPictures
    if more > 0 {
      blocks.append(.paragraph("The command paths tells of \(PlainNumber.count(more, "row", "rows")) more."))
    }
    return blocks
  }

  private static func table(_ row: BreakdownTally, mostSteps: Int, _ definition: Definition) -> DisplayTable {
    let columns: [DisplayTable.Column] = [
      .numbers("step"), .words("name"), .numbers("ended here"), .numbers("then nothing"), .words("most often next"),
      .numbers("came back", .main), .words("resumed at", .main),
    ]
    let ended = row.steps.enumerated().filter { $0.element.paths.ended > 0 }
    let shown = ended.sorted { $0.element.paths.ended > $1.element.paths.ended }.prefix(mostSteps)
    let rows = shown.sorted { $0.offset < $1.offset }.map { place, tally -> [DisplayTable.Cell] in
      let paths = PathRows(tally.paths, definition: definition)
      let ended = tally.paths.ended
      let end = tally.paths.next[nil] ?? 0
      return [
        .count(place + 1), .words("\(name: definition.steps[tally.step].id)"), .count(ended),
        .plain(share(end, of: ended)),
        .words(list(paths.next.filter { $0.kind != .none }, all: ended - end, of: ended, \.nextWords)),
        .plain(share(tally.paths.returned, of: ended)),
        .words(list(paths.resumed, all: tally.paths.returned, of: ended, \.resumedWords)),
      ]
    }
    return DisplayTable(columns: columns, rows: rows)
  }

  /// The first rows with their counts and shares, and the rest of all of them.
  private static func list(
    _ rows: [PathRows.Row], all: Int, of ended: Int, _ words: (PathRows.Row) -> Prose
  ) -> Prose {
    let told = rows.prefix(toldPaths).filter { $0.kind != .rest }
    var parts = told.map { "\(words($0)) \(share($0.attempts, of: ended))" as Prose }
    let rest = all - told.reduce(0) { $0 + $1.attempts }
    if rest > 0 { parts.append("others \(share(rest, of: ended))") }
    return parts.isEmpty
      ? "\(PlainNumber.none)" : Prose(runs: Array(parts.map(\.runs).joined(separator: [.plain("; ")])))
  }

  private static func share(_ count: Int, of total: Int) -> String {
    // No line may end between a number and what belongs to it.
    "\(PlainNumber.count(count)) (\(PlainNumber.percent(count, of: total)))".replacing(" ", with: "\u{A0}")
  }
}
