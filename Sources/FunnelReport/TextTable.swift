/// A table laid out for a terminal's width.
///
/// Where it is too wide, the columns that matter least are left out first, then the widest words are cut, then main columns go
/// too; where there is room to spare, bars grow.
struct TextTable {
  private static let gap = 2
  private static let barWidths = 8...24
  private static let percentWidth = 8
  private static let widestWords = 40
  private static let shortWords = 16
  private static let narrowestWords = 6

  private let table: DisplayTable
  private let columns: [Int]
  private let widths: [Int]
  private let width: Int

  /// The layout of a table in a width.
  init(_ table: DisplayTable, width: Int) {
    self.table = table
    self.width = width
    let natural = table.columns.indices.map { Self.naturalWidth(of: $0, in: table) }
    columns = Self.columns(of: table, natural: natural, width: width)
    widths = Self.widths(of: table, columns: columns, natural: natural, width: width)
  }

  /// The heading, the rows, and which columns there was no room for.
  var lines: [StyledText] {
    let heading = zip(columns, widths).map { column, width in
      StyledText(table.columns[column].heading, .faint).fitted(to: width, table.columns[column].alignment)
    }
    let rows = table.rows.map { row in
      zip(columns, widths).map { column, width in
        cell(row[column], width: width, alignment: table.columns[column].alignment)
      }
    }
    return ([heading] + rows).map(line) + omission
  }

  private func line(_ cells: [StyledText]) -> StyledText {
    let gap = StyledText(String(repeating: " ", count: Self.gap))
    let line = cells.dropFirst().reduce(cells.first ?? StyledText()) { $0 + gap + $1 }
    return line.width > width ? line.fitted(to: width, .left) : line.trimmed
  }

  private func cell(_ cell: DisplayTable.Cell, width: Int, alignment: DisplayTable.Alignment) -> StyledText {
    switch cell {
    case .words(let prose): return StyledText(prose).fitted(to: width, alignment)
    case .bar(let share):
      let bar = ShareBar.text(share, width: max(1, width - Self.percentWidth))
      let percent = StyledText(PlainNumber.percent(share)).fitted(to: Self.percentWidth, .right)
      return (StyledText(bar, .bar) + percent).fitted(to: width, .left)
    }
  }

  private var omission: [StyledText] {
    let missing = table.columns.indices.filter { !columns.contains($0) }.map {
      StyledText(table.columns[$0].heading, .faint)
    }
    guard let first = missing.first else { return [] }
    let names = missing.dropFirst().reduce(first) { $0 + StyledText(", ", .faint) + $1 }
    return (StyledText("No room here for: ", .faint) + names).wrapped(to: width)
  }

  private static func naturalWidth(of column: Int, in table: DisplayTable) -> Int {
    let cells = table.rows.map { row in
      switch row[column] {
      case .words(let prose): StyledText(prose).width
      case .bar: barWidths.lowerBound + percentWidth
      }
    }
    return min(widestWords, max(StyledText(table.columns[column].heading).width, cells.max() ?? 0))
  }

  /// The columns that fit, the least important left out first, of equals the last.
  ///
  /// A main column goes only where shortened words do not make room for it.
  private static func columns(of table: DisplayTable, natural: [Int], width: Int) -> [Int] {
    let shortened = table.columns.indices.map { column in
      isCut(column, in: table) ? min(natural[column], shortWords) : natural[column]
    }
    var columns = Array(table.columns.indices)
    while true {
      let least = columns.max { left, right in
        (table.columns[left].importance.rawValue, left) < (table.columns[right].importance.rawValue, right)
      }
      guard let least, table.columns[least].importance != .essential else { return columns }
      let widths = table.columns[least].importance == .main ? shortened : natural
      guard total(columns.map { widths[$0] }) > width else { return columns }
      columns.removeAll { $0 == least }
    }
  }

  private static func widths(of table: DisplayTable, columns: [Int], natural: [Int], width: Int) -> [Int] {
    var widths = columns.map { natural[$0] }
    while total(widths) > width {
      let words = columns.indices.filter {
        isCut(columns[$0], in: table) && widths[$0] > narrowestWords
      }
      guard let widest = words.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    let bars = columns.indices.filter { place in
      table.rows.contains { if case .bar = $0[columns[place]] { true } else { false } }
    }
    for place in bars {
      let room = max(0, width - total(widths))
      widths[place] = min(widths[place] + room, max(widths[place], barWidths.upperBound + percentWidth))
    }
    return widths
  }

  /// Whether a column gives way where there is no room.
  private static func isCut(_ column: Int, in table: DisplayTable) -> Bool {
    table.columns[column].alignment == .left && table.columns[column].canBeCut
  }

  private static func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }
}
