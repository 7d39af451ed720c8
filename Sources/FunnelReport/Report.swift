public import FunnelEngine
public import FunnelModel

/// The report of one run: its tables, and the bytes of every format.
///
/// The same analysis and summary give the same bytes, whatever machine or number of workers made them.
public struct Report: Sendable {
  /// What the engine worked out.
  public let analysis: Analysis
  /// What reading the logs came to.
  public let reading: ReadingSummary
  /// What the report says and how it is laid out, beyond the numbers.
  public let settings: ReportSettings
  /// Every table, in the order of `TableName`.
  public let tables: [Table]
  /// The variants against the control.
  let comparisons: VariantComparisons
  /// What a person should look at, most severe first.
  let anomalies: [Anomaly]
  /// The newest day that is over against the days before it.
  let shifts: [Shift]

  /// The report of an analysis.
  public init(analysis: Analysis, reading: ReadingSummary, settings: ReportSettings) {
    self.analysis = analysis
    self.reading = reading
    self.settings = settings
    let comparisons = VariantComparisons(analysis, control: settings.control)
    let shifts = Shift.tests(ShiftSeries.all(of: analysis, history: settings.history))
    let anomalies = AnomalyFinder.anomalies(
      analysis, reading, settings: settings, comparisons: comparisons, shifts: shifts)
    self.comparisons = comparisons
    self.anomalies = anomalies
    self.shifts = shifts
    tables = TableName.allCases.map { name in
      switch name {
      case .steps: .steps(analysis, anomalies: anomalies)
      case .variants: .variants(analysis)
      case .sessions: .sessions(analysis)
      case .comparisons: .comparisons(comparisons.comparisons, definition: analysis.definition)
      case .anomalies: .anomalies(anomalies, analysis)
      case .trend: .trend(analysis, zone: settings.plan.zone)
      case .quality: .quality(analysis, reading: reading)
      }
    }
  }

  /// The most severe of the anomalies; nil where there is none.
  public var worstSeverity: Severity? { anomalies.map(\.code.severity).max() }

  /// The table of a name.
  public func table(_ name: TableName) -> Table {
    tables.first { $0.name == name }!
  }

  /// The bytes of a format; of those that hold one table, with the one named.
  public func write(_ format: ReportFormat, table name: TableName = .steps) -> [UInt8] {
    switch format {
    case .csv: DelimitedWriter(layout: settings.csvLayout).write(table(name))
    case .tsv: DelimitedWriter(layout: settings.tsvLayout).write(table(name))
    case .markdown: MarkdownWriter().write(ReportDocument(self))
    case .json: JSONWriter().write(self)
    case .text: TextWriter(style: settings.terminal).write(ReportDocument(self))
    case .html: HTMLWriter().write(ReportDocument(self, isPage: true))
    case .xlsx: WorkbookWriter().write(tables)
    }
  }

  /// The files of `--output` that hold the whole report.
  private static let wholeFiles: [(name: String, format: ReportFormat)] = [
    ("report.md", .markdown), ("report.html", .html), ("report.json", .json), ("report.xlsx", .xlsx),
  ]

  /// The names of the files that `files` gives, in its order.
  public static var fileNames: [String] {
    TableName.allCases.map { $0.rawValue + ".csv" } + wholeFiles.map(\.name)
  }

  /// What `--output` puts into its folder: every table as CSV, and the report in the formats for people and programs.
  public func files() -> [ReportFile] {
    TableName.allCases.map { ReportFile(name: $0.rawValue + ".csv", bytes: write(.csv, table: $0)) }
      + Self.wholeFiles.map { ReportFile(name: $0.name, bytes: write($0.format)) }
  }
}
