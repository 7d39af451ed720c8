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
    return [.paragraph(read)] + source + experiments(report) + [.paragraph(rejected(reading))]
  }

  /// Whose arms the variants are, where the logs tell of experiments.
  private static func experiments(_ report: Report) -> [Block] {
    let labels = report.reading.experiments.map(\.label)
    if let chosen = report.settings.experiment {
      let none = report.reading.chosenArms == 0 ? ", of which no event tells an arm" : ""
      return [.paragraph("The variants are the arms of the experiment \(name: chosen)\(none).")]
    }
    if let only = report.experiment {
      return [
        .paragraph("The variants are the arms of the experiment \(name: only), the only one that the logs tell of.")
      ]
    }
    if labels.isEmpty { return [] }
    let more = labels.count > 10 ? " and \(labels.count - 10) more" : ""
    let result: Prose =
      report.analysis.hasPlainVariant ? "The variants are the events' own" : "No unit has a variant"
    return [
      .paragraph(
        result
          + ": arms of different experiments mean nothing together, and none was chosen of those that the logs tell of ("
          + "\(.list(Array(labels.prefix(10))))\(more)). To choose one: --experiment KEY.")
    ]
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
