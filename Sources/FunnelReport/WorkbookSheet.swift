import FunnelModel

/// One table as a sheet of a workbook.
///
/// Numbers are numbers with the decimals that every format prints, times are dates in UTC, and text is inline text, which no
/// spreadsheet takes for a formula, a number or a date. The header stays in sight; rows with flags, and anomalies, have
/// the colour of their severity.
struct WorkbookSheet {
  private static let widths = 8...60

  private let table: Table

  /// The sheet of a table.
  init(_ table: Table) {
    self.table = table
  }

  /// The part of the workbook that holds the sheet.
  ///
  /// `isFirst`: the one that stands open.
  func part(isFirst: Bool) -> String {
    let header = row(1, table.columns.map { (.text($0.name), WorkbookStyle.header) })
    let rows = zip(2..., table.rows).map { number, cells in
      let severity = severity(of: cells)
      return row(
        number,
        zip(table.columns, cells).map { column, cell in
          (cell, WorkbookStyle.place(of: cell, in: column.kind, severity: severity))
        })
    }
    return """
      <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
      <sheetViews><sheetView \(isFirst ? #"tabSelected="1" "# : "")workbookViewId="0">\
      <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
      <cols>\(columns)</cols><sheetData>\(header)\(rows.joined())</sheetData></worksheet>
      """
  }

  private var columns: String {
    table.columns.enumerated().map { place, column in
      let cells = table.rows.map { Self.shownWidth($0[place]) }
      let width = max(column.name.string.displayWidth, cells.max() ?? 0) + 2
      let fitting = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
      return #"<col min="\#(place + 1)" max="\#(place + 1)" width="\#(fitting)" customWidth="1"/>"#
    }.joined()
  }

  private func row(_ number: Int, _ cells: [(cell: Cell, style: Int)]) -> String {
    let text = cells.enumerated().map { place, entry in
      let start = #"<c r="\#(Self.letters(place))\#(number)" s="\#(entry.style)""#
      switch entry.cell {
      case .empty: return start + "/>"
      case .text(let text):
        return start + #" t="inlineStr"><is><t xml:space="preserve">\#(SpreadsheetText.escaped(text))</t></is></c>"#
      case .moment(let moment): return start + "><v>\(Self.serial(moment))</v></c>"
      case .day(let day): return start + "><v>\(Self.serial(ofDay: day))</v></c>"
      case .count, .rate, .ratio, .seconds: return start + "><v>\(entry.cell.printed)</v></c>"
      }
    }.joined()
    return #"<row r="\#(number)">\#(text)</row>"#
  }

  /// The worst of what a row says: by its own severity, or that of its flags.
  private func severity(of row: [Cell]) -> Severity? {
    zip(table.columns, row).compactMap { column, cell -> Severity? in
      guard case .text(let text) = cell else { return nil }
      if column.name == "severity" { return Severity(rawValue: text.string) }
      guard column.name == "flags" else { return nil }
      return text.string.split(separator: ";").compactMap { AnomalyCode(rawValue: String($0))?.severity }.max()
    }.max()
  }

  /// How many columns of text a cell shows.
  private static func shownWidth(_ cell: Cell) -> Int {
    switch cell {
    case .rate: 6
    case .text, .count, .ratio, .seconds, .moment, .day, .empty: cell.printed.displayWidth
    }
  }

  /// The letters that name a column: A to Z, then AA.
  private static func letters(_ place: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(place % 26)))
    return place < 26 ? letter : letters(place / 26 - 1) + letter
  }

  /// A moment as spreadsheets count: days since 1899-12-30, cut to a millisecond as in every format.
  private static func serial(_ moment: Moment) -> String {
    let time = CivilTime(moment)
    let ofDay = ((time.hour * 60 + time.minute) * 60 + time.second) * 1000 + time.millisecond
    return FixedDecimals.text(Double(serial(ofDay: time.daysSince1970)) + Double(ofDay) / 86_400_000, decimals: 10)
  }

  /// A day, of those since 1970-01-01, as spreadsheets count.
  private static func serial(ofDay day: Int) -> Int { day + 25_569 }
}
