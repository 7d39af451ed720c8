import FunnelModel

/// What is said of whose events the logs were taken to hold.
struct SourceNotes {
  /// One line, or one for each source where the logs are of several, then one for each log of local times, one of bytes that
  /// were passed over, and one of files that were named twice.
  ///
  /// None where nothing had to be told from the logs.
  let lines: [String]

  /// The notes on a reading; `isForced`: the person said what the logs are.
  init(_ reading: ReadingSummary, isForced: Bool) {
    let local =
      reading.sources.filter { $0.localSeconds != 0 }.map { SourceNotes.localTimes($0) } + SourceNotes.passed(reading)
      + SourceNotes.repeated(reading)
    guard !isForced, !reading.holdsNoObject else {
      lines = local
      return
    }
    var files: [SourceFormat: [String]] = [:]
    for source in reading.sources { files[source.format, default: []].append(source.file) }
    let otherwise = "; --source NAME says otherwise"
    lines =
      SourceFormat.allCases.compactMap { format in
        guard let names = files[format], let first = names.first else { return nil }
        // Where all are alike their names say nothing.
        if files.count == 1 { return "read as \(format.rawValue)\(otherwise)" }
        let shown = first == "-" ? "standard input" : ShownText.escaped(first)
        let others = names.count > 1 ? " and \(names.count - 1) more" : ""
        return "\(shown)\(others) read as \(format.rawValue)\(otherwise)"
      } + local
  }

  /// What was passed over where records end by their braces: one that is damaged may have taken others with it.
  private static func passed(_ reading: ReadingSummary) -> [String] {
    let records = reading.passedRecords
    if records == 0 { return [] }
    return [
      "\(reading.passedBytes) \(reading.passedBytes == 1 ? "byte was" : "bytes were") passed over in \(records) "
        + "\(records == 1 ? "record" : "records") that \(records == 1 ? "is" : "are") no whole JSON; what stands there is in no figure"
    ]
  }

  /// Which names stand for files that others name: the first is told, and how many more there are.
  private static func repeated(_ reading: ReadingSummary) -> [String] {
    guard let first = reading.repeated.first else { return [] }
    let more = reading.repeated.count - 1
    return [
      "\(ShownText.escaped(first.name)) is the same file as \(ShownText.escaped(first.file)), and was read once"
        + (more > 0 ? "; likewise \(more) more" : "")
    ]
  }

  private static func localTimes(_ source: LogSource) -> String {
    let file = source.file == "-" ? "standard input" : ShownText.escaped(source.file)
    let minutes = abs(source.localSeconds) / 60
    let offset =
      "\(source.localSeconds < 0 ? "-" : "+")\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    return
      "\(file) has its project's local times (UTC\(offset)), as exports of old Mixpanel projects do: its days are the "
      + "project's own, so leave --timezone out, and do not read it together with other logs"
  }
}
