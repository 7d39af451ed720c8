/// The formats that a report can be written in, by the names that the command line uses.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// One table, fields between commas.
  case csv
  /// One table, fields between tabs.
  case tsv
  /// The report that a person reads.
  case markdown
  /// All tables as one object.
  case json
  /// The report that a person reads on a terminal.
  case text
  /// The report that a person reads in a browser, with pictures, as one page.
  case html
  /// All tables as one workbook, a sheet a table.
  case xlsx

  /// Whether it holds one table, which is to be named, rather than the whole report.
  public var holdsOneTable: Bool {
    switch self {
    case .csv, .tsv: true
    case .markdown, .json, .text, .html, .xlsx: false
    }
  }
}
