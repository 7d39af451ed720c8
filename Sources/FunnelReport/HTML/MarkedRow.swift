import FunnelModel

/// A row of one of the report's tables, as the marks of a picture show it.
///
/// A picture bears the name of its table and the places of its rows, in the order of their marks: so that a program can hold
/// the picture against `report.json`.
struct MarkedRow {
  /// The name of its table.
  let table: String
  private let place: Int
  private let cells: [String: Cell]

  /// The row at a place, from 0, of a table.
  init(_ table: Table, row place: Int) {
    self.init(
      table: table.name.rawValue, place: place,
      cells: Dictionary(zip(table.columns.map(\.name.string), table.rows[place])) { _, last in last })
  }

  /// A row of these cells by the names of their columns.
  init(table: String, place: Int, cells: [String: Cell]) {
    self.table = table
    self.place = place
    self.cells = cells
  }

  /// The cell of a column; empty where the table has no such column.
  subscript(column: String) -> Cell { cells[column] ?? .empty }

  /// A column's count, 0 where there is none.
  func count(_ column: String) -> Int {
    if case .count(let count) = self[column] { count } else { 0 }
  }

  /// A column's number, whatever it counts or measures.
  func number(_ column: String) -> Double? {
    switch self[column] {
    case .count(let count): Double(count)
    case .rate(let number), .ratio(let number), .seconds(let number): number
    case .text, .moment, .day, .empty: nil
    }
  }

  /// A column's number in words: `12,003`, `56.7 %`, `1 min 08 s`; `–` where there is none.
  func plain(_ column: String) -> String {
    switch self[column] {
    case .text(let text): text.shown
    case .count(let count): PlainNumber.count(count)
    case .rate(let share): PlainNumber.percent(share)
    case .ratio(let number): FixedDecimals.text(number, decimals: 2)
    case .seconds(let seconds): PlainNumber.duration(seconds)
    case .moment(let moment): PlainNumber.moment(moment)
    case .day: self[column].printed
    case .empty: PlainNumber.none
    }
  }

  /// The attributes of a picture that shows these rows: `0-19` where they follow each other, else `0 62 124`.
  static func attributes(of rows: [MarkedRow]) -> [Markup.Attribute] {
    guard let first = rows.first, let last = rows.last else { return [] }
    let isRun = zip(rows, rows.dropFirst()).allSatisfy { $0.place + 1 == $1.place }
    let places = isRun ? "\(first.place)-\(last.place)" : rows.map { String($0.place) }.joined(separator: " ")
    return [("data-table", first.table), ("data-rows", places)]
  }
}
