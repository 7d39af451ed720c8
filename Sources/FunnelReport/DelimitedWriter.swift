import FunnelModel

/// Writes one table as CSV or TSV.
///
/// RFC 4180 with LF line ends, a header also where no row follows, a field in quotes only where it holds the delimiter, a
/// quote, CR or LF. A text field that a spreadsheet would take for a formula gets a `'` before it.
struct DelimitedWriter {
  let layout: DelimitedLayout

  /// The whole table.
  func write(_ table: Table) -> [UInt8] { write(table.columns, table.rows) }

  /// A table of these columns and rows.
  func write(_ columns: [Table.Column], _ rows: [[Cell]]) -> [UInt8] {
    var output: [UInt8] = layout.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
    append(columns.map { Cell.text($0.name) }, to: &output)
    for row in rows { append(row, to: &output) }
    return output
  }

  private func append(_ row: [Cell], to output: inout [UInt8]) {
    for (place, cell) in row.enumerated() {
      if place > 0 { output.append(layout.delimiter) }
      append(field(cell), to: &output)
    }
    output.append(UInt8(ascii: "\n"))
  }

  private func field(_ cell: Cell) -> [UInt8] {
    switch cell {
    case .text(let text):
      return Self.startsFormula(text.bytes.first) ? [UInt8(ascii: "'")] + text.bytes : text.bytes
    case .rate, .ratio, .seconds:
      return cell.printed.utf8.map { $0 == UInt8(ascii: ".") ? layout.decimalMark : $0 }
    case .count, .moment, .day, .empty:
      return Array(cell.printed.utf8)
    }
  }

  private func append(_ field: [UInt8], to output: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard field.contains(where: { $0 == layout.delimiter || $0 == quote || $0 == 0x0A || $0 == 0x0D }) else {
      output += field
      return
    }
    output.append(quote)
    for byte in field {
      if byte == quote { output.append(quote) }
      output.append(byte)
    }
    output.append(quote)
  }

  private static func startsFormula(_ first: UInt8?) -> Bool {
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
    default: false
    }
  }
}
