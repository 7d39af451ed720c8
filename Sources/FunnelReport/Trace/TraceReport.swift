public import FunnelEngine
import FunnelModel

/// Why one user counts as they do.
public struct TraceReport: Sendable {
  private let trace: UserTrace
  private let analysis: Analysis
  private let settings: ReportSettings

  /// The formats that it is written in.
  public static let formats: [ReportFormat] = [.text, .markdown, .html, .json]

  /// The report of a trace, and of the analysis of all that it belongs to.
  public init(trace: UserTrace, analysis: Analysis, settings: ReportSettings) {
    self.trace = trace
    self.analysis = analysis
    self.settings = settings
  }

  /// The bytes of one of `formats`.
  public func write(_ format: ReportFormat) -> [UInt8] {
    switch format {
    case .markdown: MarkdownWriter().write(document)
    case .html: HTMLWriter().write(document)
    case .json: TraceJSON(trace: trace, analysis: analysis, version: settings.version).write()
    default: TextWriter(style: settings.terminal).write(document)
    }
  }

  private var document: ReportDocument {
    let words = TraceWords(trace, analysis)
    return ReportDocument(
      title: "Trace of \(name: trace.user)",
      sections: [
        ReportDocument.Section(heading: nil, blocks: [.paragraph(words.standing), .bullets(words.verdicts)]),
        ReportDocument.Section(heading: "Events", blocks: words.events),
      ] + words.attempts)
  }
}
