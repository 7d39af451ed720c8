public import FunnelEngine
import FunnelModel

/// What people did next whose attempts ended at a step, and where those who came back resumed.
///
/// The analysis must be one that kept events' names.
public struct PathsReport: Sendable {
  private let analysis: Analysis
  private let settings: ReportSettings

  /// The formats that it is written in.
  public static let formats: [ReportFormat] = [.csv, .tsv, .markdown, .text, .html]

  /// The report of an analysis.
  public init(analysis: Analysis, settings: ReportSettings) {
    self.analysis = analysis
    self.settings = settings
  }

  /// The bytes of one of `formats`.
  public func write(_ format: ReportFormat) -> [UInt8] {
    switch format {
    case .tsv: DelimitedWriter(layout: settings.tsvLayout).write(columns, rows)
    case .markdown: MarkdownWriter().write(document)
    case .html: HTMLWriter().write(document)
    case .text: TextWriter(style: settings.terminal).write(document)
    default: DelimitedWriter(layout: settings.csvLayout).write(columns, rows)
    }
  }

  // MARK: - The table

  private var columns: [Table.Column] {
    Table.breakdownColumns(analysis) + [
      Table.Column("step", .count), Table.Column("step_id", .text), Table.Column("ended", .count),
      Table.Column("what", .text), Table.Column("event", .text), Table.Column("event_step", .text),
      Table.Column("attempts", .count), Table.Column("share", .rate),
    ]
  }

  private var rows: [[Cell]] {
    analysis.breakdowns.flatMap { breakdown in
      breakdown.steps.enumerated().flatMap { place, tally in
        let rows = PathRows(tally.paths, definition: analysis.definition)
        let told = rows.next.map { ("next" as ByteText, $0) } + rows.resumed.map { ("return" as ByteText, $0) }
        return told.map { what, row -> [Cell] in
          breakdown.values.map(Cell.text) + [
            .count(place + 1), .text(analysis.definition.steps[tally.step].id), .count(tally.paths.ended), .text(what),
            .text(row.event), .text(row.step), .count(row.attempts), .share(row.attempts, of: tally.paths.ended),
          ]
        }
      }
    }
  }

  // MARK: - For people

  private var document: ReportDocument {
    let names = RowNames(analysis)
    let rows = analysis.breakdowns.filter { row in row.steps.contains { $0.paths.ended > 0 } }
    let next: [ReportDocument.Block] =
      rows.isEmpty
      ? [.paragraph("No counted attempt ended at a step.")]
      : [.paragraph("Of the attempts that ended at a step: the event that followed the last one that moved them.")]
        + rows.flatMap { [.subheading(names.name($0)), .table(nextTable($0))] }
    let returned = rows.filter { row in row.steps.contains { $0.paths.returned > 0 } }
    let back: [ReportDocument.Block] =
      returned.isEmpty
      ? [.paragraph("No one came back in a later session.")]
      : [.paragraph("Of the same attempts: the step of which the first signal came in a later session.")]
        + returned.flatMap { [.subheading(names.name($0)), .table(returnTable($0))] }
    return ReportDocument(
      title: "What people did next: \(name: analysis.definition.id)",
      sections: [
        ReportDocument.Section(heading: "After the last step", blocks: next),
        ReportDocument.Section(heading: "Where those who came back resumed", blocks: back),
      ])
  }

  private func nextTable(_ breakdown: BreakdownTally) -> DisplayTable {
    table(breakdown, heading: "then", rows: \.next, words: \.nextWords)
  }

  private func returnTable(_ breakdown: BreakdownTally) -> DisplayTable {
    table(breakdown, heading: "resumed at", rows: \.resumed, words: \.resumedWords)
  }

  private func table(
    _ breakdown: BreakdownTally, heading: Prose, rows: (PathRows) -> [PathRows.Row], words: (PathRows.Row) -> Prose
  ) -> DisplayTable {
    let lines = breakdown.steps.enumerated().flatMap { place, tally in
      rows(PathRows(tally.paths, definition: analysis.definition)).map { row -> [DisplayTable.Cell] in
        [
          .count(place + 1), .words("\(name: analysis.definition.steps[tally.step].id)"), .count(tally.paths.ended),
          .words(words(row)), .count(row.attempts), .bar(Double(row.attempts) / Double(tally.paths.ended)),
        ]
      }
    }
    return DisplayTable(
      columns: [
        .numbers("step"), .words("name"), .numbers("ended here", .main), .words(heading), .numbers("attempts"),
        .words("share", .main),
      ], rows: lines)
  }
}
