import FunnelModel

/// What is said of whose events the logs were taken to hold.
struct SourceNotes {
  /// One line, or one for each source where the logs are of several; none where nothing had to be told from the logs.
  let lines: [String]

  /// The notes on a reading; `isForced`: the person said what the logs are.
  init(_ reading: ReadingSummary, isForced: Bool) {
    guard !isForced, reading.lines > reading.blank else {
      lines = []
      return
    }
    var files: [SourceFormat: [String]] = [:]
    for source in reading.sources { files[source.format, default: []].append(source.file) }
    let otherwise = "; --source NAME says otherwise"
    lines = SourceFormat.allCases.compactMap { format in
      guard let names = files[format], let first = names.first else { return nil }
      // Where all are alike their names say nothing.
      if files.count == 1 { return "read as \(format.rawValue)\(otherwise)" }
      let shown = first == "-" ? "standard input" : ShownText.escaped(first)
      let others = names.count > 1 ? " and \(names.count - 1) more" : ""
      return "\(shown)\(others) read as \(format.rawValue)\(otherwise)"
    }
  }
}
