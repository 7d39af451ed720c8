import FunnelModel

/// Writes the whole report as one JSON object: `version`, `rules`, and an array of objects for each table.
///
/// Numbers have the decimals that CSV prints, what does not exist is null. Each row stands on a line of its own, so that a
/// change between two nights shows as changed lines.
struct JSONWriter {
  /// The whole report.
  func write(_ report: Report) -> [UInt8] {
    let rules = ReportRules(report).members.map { "\(JSONValue.quoted($0.key)): \($0.value.line)" }
    let parts =
      ["\"version\": \(JSONValue.word(report.settings.version).line)", "\"rules\": " + Self.lines(rules, "{", "}")]
      + report.tables.map { "\"\($0.name.rawValue)\": " + Self.lines(Self.rows(of: $0), "[", "]") }
    return Array(("{\n  " + parts.joined(separator: ",\n  ") + "\n}\n").utf8)
  }

  private static func lines(_ lines: [String], _ opening: String, _ closing: String) -> String {
    lines.isEmpty ? opening + closing : "\(opening)\n    \(lines.joined(separator: ",\n    "))\n  \(closing)"
  }

  private static func rows(of table: Table) -> [String] {
    table.rows.map { row in JSONValue.members(zip(table.columns, row).map { ($0.name, $1.json) }).line }
  }
}

extension Cell {
  /// The cell as a JSON value, with the decimals that it is printed with.
  var json: JSONValue {
    switch self {
    case .text(let text): .text(text)
    case .count, .rate, .ratio, .seconds: .number(printed)
    case .moment, .day: .word(printed)
    case .empty: .null
    }
  }
}
