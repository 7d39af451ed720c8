import FunnelEngine
import FunnelModel

extension ReportDocument {
  /// So many of one severity are told in sentences; more than that nobody reads.
  private static let spoken = 12

  /// What a person should look at: the anomalies by severity, each with what to look at first.
  static func anomalies(_ report: Report) -> [Block] {
    guard !report.anomalies.isEmpty else { return [.paragraph("Nothing stands out.")] }
    return Severity.allCases.reversed().flatMap { severity -> [Block] in
      let found = report.anomalies.filter { $0.code.severity == severity }
      guard !found.isEmpty else { return [] }
      let rest = found.count - spoken
      let more: [Prose] =
        rest > 0 ? ["\(PlainNumber.count(rest, "more stands", "more stand")) in the table anomalies."] : []
      return [.subheading(severity.heading), .bullets(found.prefix(spoken).map(sentence) + more)]
    }
  }

  private static func sentence(_ anomaly: Anomaly) -> Prose {
    anomaly.message + " " + anomaly.advice + " (\(anomaly.code.rawValue))"
  }
}

extension Severity {
  /// What its anomalies stand under.
  fileprivate var heading: Prose {
    switch self {
    case .critical: "Critical: to be looked at today"
    case .warning: "Warnings"
    case .info: "Worth knowing"
    }
  }
}
