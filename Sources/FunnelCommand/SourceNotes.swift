import FunnelModel

/// What is said of whose events the logs were taken to hold.
struct SourceNotes {
  /// One line for each source; none where all logs are native, which goes without saying.
  let lines: [String]

  /// The notes on a reading.
  init(_ reading: ReadingSummary) {
    var files: [SourceFormat: [String]] = [:]
    for source in reading.sources { files[source.format, default: []].append(source.file) }
    guard !files.isEmpty, files.keys.contains(where: { $0 != .native }) else {
      lines = []
      return
    }
    lines = SourceFormat.allCases.compactMap { format in
      guard let names = files[format], let first = names.first else { return nil }
      let shown = first == "-" ? "standard input" : ShownText.escaped(first)
      let others = names.count > 1 ? " and \(names.count - 1) more" : ""
      return "\(shown)\(others) read as \(format.rawValue); --source NAME says otherwise"
    }
  }
}
