import FunnelEngine
import FunnelModel

extension ReportDocument {
  /// What was read: logs, lines, times, and how much of it was rejected and why.
  static func whatWasRead(_ report: Report) -> [Block] {
    let analysis = report.analysis
    let reading = report.reading
    let counts = analysis.counts
    let read: Prose =
      """
      Read \(PlainNumber.count(reading.files, "log", "logs")) with \
      \(PlainNumber.count(reading.lines, "line", "lines")) (\(PlainNumber.bytes(reading.bytes))). \
      Accepted \(PlainNumber.count(counts.events, "event", "events")) from \
      \(PlainNumber.moment(analysis.firstTime)) to \(PlainNumber.moment(analysis.lastTime)) UTC; counted \
      \(PlainNumber.count(counts.users, "user", "users")) and \
      \(PlainNumber.count(counts.sessions, "session", "sessions")). \
      The numbers stand as of \(PlainNumber.moment(analysis.asOf)) UTC.
      """
    let names = report.sourceNames.map { ByteText($0) }
    let logs = reading.files == 1 ? "The log was" : "The logs were"
    let source: [Block] = names.isEmpty ? [] : [.paragraph("\(logs) read as \(.list(names)).")]
    return [.paragraph(read)] + source + [.paragraph(rejected(reading))]
  }

  private static func rejected(_ reading: ReadingSummary) -> Prose {
    let total = reading.rejectedTotal
    guard total > 0 else { return "No line was rejected." }
    let reasons = RejectReason.allCases.compactMap { reason in
      reading.rejected[reason].flatMap { $0 > 0 ? "\(PlainNumber.count($0)) \(reason.words)" : nil }
    }
    let verb = total == 1 ? "was" : "were"
    return """
      \(strong: "\(PlainNumber.count(total, "line", "lines")) \(verb) rejected") \
      (\(PlainNumber.percent(total, of: reading.lines))): \(reasons.joined(separator: ", ")).
      """
  }
}

extension RejectReason {
  /// The reason as it follows a count of lines.
  var words: String {
    switch self {
    case .tooLong: "too long"
    case .invalidUTF8: "not UTF-8"
    case .invalidJSON: "not valid JSON"
    case .notObject: "not a JSON object"
    case .missingEvent: "without an event name"
    case .missingUser: "without a user"
    case .missingTime: "without a time"
    case .badTime: "with a time that cannot be"
    case .futureTime: "with a time in the future"
    }
  }
}
