import FunnelModel
import FunnelReport

/// Why two reports cannot be compared.
enum CompareFailure: Error, Equatable {
  case cannotRead(file: String, code: Int32)
  case fault(file: String, SavedReport.Fault)
  case changes(ReportChanges.Fault)

  /// The fault in one line: what, where, what to do.
  var line: String {
    switch self {
    case .cannotRead(let file, let code):
      "cannot read \(ShownText.escaped(file)): \(FileCalls.message(code)); name a report.json, or a folder that "
        + "--output made"
    case .fault(let file, .json(let failure)):
      "\(ShownText.escaped(file)):\(failure.place.line):\(failure.place.column): \(failure.description); name a report.json, "
        + "or a folder that --output made"
    case .fault(let file, .foreign(let key)):
      "\(ShownText.escaped(file)) is no report of funnel's: '\(ShownText.escaped(key))' is missing; name a report.json, "
        + "or a folder that --output made"
    case .fault(let file, .changed(let key)):
      "\(ShownText.escaped(file)) is no longer as funnel wrote it: '\(ShownText.escaped(key))' cannot be; make the report "
        + "again with --output, and name that"
    case .changes(.differentFields(let old, let new)):
      "the reports are broken down by different fields (\(Self.list(old)) and \(Self.list(new))); run one of them "
        + "again with the other's --by"
    }
  }

  private static func list(_ fields: [ByteText]) -> String {
    fields.map { ShownText.escaped($0.string) }.joined(separator: ",")
  }
}
