public import FunnelModel

/// A report that an earlier run wrote as JSON, read back for comparing.
public struct SavedReport: Sendable {
  /// Why a file is no report that can be compared.
  public enum Fault: Error, Equatable, Sendable {
    /// It is no JSON.
    case json(JSONFailure)
    /// It is JSON, but no report of funnel's; the key's path that is missing.
    case foreign(key: String)
    /// What stands at a key's path cannot stand there: the report was changed after it was written.
    case changed(key: String)
  }

  /// One row of a table, by its columns' names.
  struct Row: Sendable {
    private let cells: JSONValue

    /// A row, found fit: no later reading of it fails or is out of bounds.
    fileprivate init(_ cells: JSONValue, at place: String, texts: [ByteText], counts: [ByteText]) throws(Fault) {
      self.cells = cells
      func cell(_ column: ByteText) throws(Fault) -> JSONValue {
        guard let cell = cells[column] else { throw .foreign(key: "\(place).\(column)") }
        return cell
      }
      for column in texts {
        guard case .string = try cell(column).content else { throw .changed(key: "\(place).\(column)") }
      }
      for column in counts {
        guard case .number(let digits) = try cell(column).content, let count = Int(digits.string),
          (0...Self.mostCount).contains(count)
        else { throw .changed(key: "\(place).\(column)") }
      }
      for column in ["median_seconds", "median_low", "median_high"] as [ByteText] {
        // A report of an earlier version does not have all of them.
        guard let cell = cells[column] else { continue }
        switch cell.content {
        case .null: continue
        case .number where (0...Self.mostSeconds).contains(number(column) ?? -1): continue
        default: throw .changed(key: "\(place).\(column)")
        }
      }
    }

    /// No count and no time of a report is larger; sums of them are exact.
    private static let mostCount = 1 << 52
    private static let mostSeconds = 1e12

    /// The text of a column.
    func text(_ column: ByteText) -> ByteText? {
      guard case .string(let text)? = cells[column]?.content else { return nil }
      return text
    }

    /// The number of a column; nil where it does not exist.
    func number(_ column: ByteText) -> Double? {
      guard case .number(let digits)? = cells[column]?.content else { return nil }
      return Double(digits.string)
    }

    /// The whole number of a column that was found to hold one.
    func count(_ column: ByteText) -> Int {
      guard case .number(let digits)? = cells[column]?.content else { return 0 }
      return Int(digits.string) ?? 0
    }
  }

  /// The flow's id.
  let flow: ByteText
  /// The moment that the report speaks of, as it is printed.
  let asOf: ByteText
  /// The fields of the breakdown.
  let fields: [ByteText]
  /// The rules that the numbers follow, each with its value in one line; moments and bounds left out.
  let rules: [(key: ByteText, value: String)]
  let variants: [Row]
  let steps: [Row]

  /// The report that a file holds.
  public init(parsing bytes: [UInt8]) throws(Fault) {
    let document: JSONValue
    do throws(JSONFailure) {
      document = try JSONValue(reading: bytes)
    } catch {
      throw .json(error)
    }
    guard let rules = document["rules"], case .object(let members) = rules.content else {
      throw .foreign(key: "rules")
    }
    func rule(_ key: ByteText) throws(Fault) -> ByteText {
      guard case .string(let text)? = rules[key]?.content else { throw .foreign(key: "rules.\(key)") }
      return text
    }
    flow = try rule("flow")
    asOf = try rule("as_of")
    guard case .array(let by)? = rules["by"]?.content else { throw .foreign(key: "rules.by") }
    fields = by.compactMap { if case .string(let field) = $0.content { field } else { nil } }
    let moments: [ByteText] = ["as_of", "since", "until"]
    self.rules = members.filter { !moments.contains($0.key) }.map { ($0.key, $0.value.line) }
    variants = try Self.rows("variants", of: document, texts: fields, counts: ["attempts", "converted"])
    steps = try Self.rows(
      "steps", of: document, texts: fields + ["step_id"], counts: ["completed", "skipped", "timed"])
    try checkSums()
  }

  private static func rows(
    _ table: ByteText, of document: JSONValue, texts: [ByteText], counts: [ByteText]
  ) throws(Fault) -> [Row] {
    guard case .array(let cells)? = document[table]?.content else { throw .foreign(key: table.string) }
    var rows: [Row] = []
    for (place, row) in cells.enumerated() {
      rows.append(try Row(row, at: "\(table)[\(place)]", texts: texts, counts: counts))
    }
    return rows
  }

  /// Sees that no part is larger than its whole and no row stands there twice.
  private func checkSums() throws(Fault) {
    var attempts: [[ByteText]: Int] = [:]
    for (place, row) in variants.enumerated() {
      guard row.count("converted") <= row.count("attempts") else { throw .changed(key: "variants[\(place)].converted") }
      guard attempts.updateValue(row.count("attempts"), forKey: values(of: row)) == nil else {
        throw .changed(key: "variants[\(place)]")
      }
    }
    var met: Set<[ByteText]> = []
    for (place, row) in steps.enumerated() {
      guard let whole = attempts[values(of: row)], met.insert(values(of: row) + [row.text("step_id") ?? ""]).inserted
      else { throw .changed(key: "steps[\(place)]") }
      let passed = row.count("completed") + row.count("skipped")
      guard passed <= whole else { throw .changed(key: "steps[\(place)].completed") }
      guard row.count("timed") <= passed else { throw .changed(key: "steps[\(place)].timed") }
    }
  }

  /// The values of a row in the breakdown's fields.
  func values(of row: Row) -> [ByteText] { fields.map { row.text($0) ?? "" } }
}
