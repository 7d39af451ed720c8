import EventLog
import FunnelModel

/// Says on standard error what went wrong and what is worth knowing, one line each.
struct Diagnostics {
  private let sink: any OutputSink
  /// Whether only errors are said.
  private let isQuiet: Bool

  init(sink: any OutputSink, isQuiet: Bool) {
    self.sink = sink
    self.isQuiet = isQuiet
  }

  /// An error, said in any case.
  func error(_ line: String) {
    // Where standard error itself is gone there is nobody to tell.
    try? sink.write(Array("funnel: \(line)\n".utf8))
  }

  /// Text as it is, such as a usage.
  func plain(_ text: String) {
    try? sink.write(Array(text.utf8))
  }

  /// Something worth knowing that is no error.
  func note(_ line: String) {
    if !isQuiet { error("note: \(line)") }
  }

  /// The first rejected lines of each reason, and how many there were in all.
  func rejects(of summary: ReadingSummary) {
    if isQuiet || summary.rejectedTotal == 0 { return }
    var text = ""
    for reject in summary.firstRejects {
      let file = ShownText.escaped(reject.file)
      let detail = ShownText.escaped(reject.detail)
      text += "funnel: \(file):\(reject.line):\(reject.column): \(detail) (\(reject.reason.rawValue))\n"
      if let line = reject.text { text += RejectedLine(line, column: reject.column).shown }
    }
    plain(text)
    let counts = RejectReason.allCases.compactMap { reason in
      summary.rejected[reason].flatMap { $0 > 0 ? "\($0) \(reason.rawValue)" : nil }
    }
    error("\(Self.rejected(summary)) rejected: \(counts.joined(separator: ", "))")
  }

  /// `12 of 4512 lines were`.
  static func rejected(_ summary: ReadingSummary) -> String {
    let lines = summary.lines == 1 ? "line" : "lines"
    return "\(summary.rejectedTotal) of \(summary.lines) \(lines) \(summary.rejectedTotal == 1 ? "was" : "were")"
  }
}
