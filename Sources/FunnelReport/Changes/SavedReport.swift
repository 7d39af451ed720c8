public import FunnelModel

/// A report that an earlier run wrote as JSON, read back for comparing.
public struct SavedReport: Sendable {
  /// Why a file is no report that can be compared.
  public enum Fault: Error, Equatable, Sendable {
    /// It is no JSON.
    case json(JSONFailure)
    /// It is JSON, but no report of funnel's; the key's path that is missing or wrong.
    case foreign(key: String)
  }

  /// One row of a table, by its columns' names.
  struct Row: Sendable {
    private let cells: JSONValue

    fileprivate init(_ cells: JSONValue) {
      self.cells = cells
    }

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

    /// The whole number of a column, 0 where it does not exist.
    func count(_ column: ByteText) -> Int { number(column).map { Int($0) } ?? 0 }
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
    func rows(_ table: ByteText) throws(Fault) -> [Row] {
      guard case .array(let rows)? = document[table]?.content else { throw .foreign(key: table.string) }
      return rows.map(Row.init)
    }
    variants = try rows("variants")
    steps = try rows("steps")
  }

  /// The values of a row in the breakdown's fields.
  func values(of row: Row) -> [ByteText] { fields.map { row.text($0) ?? "" } }
}
