import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct WorkbookTests {
  /// The check values of the catalogue of parametrised CRC algorithms (CRC-32/ISO-HDLC), and of zlib.
  @Test(
    arguments: [
      ("", 0), ("123456789", 0xCBF4_3926), ("a", 0xE8B7_BE43),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ] as [(String, UInt32)])
  func `sums as zlib does`(text: String, sum: UInt32) {
    #expect(CRC32.checksum(text.utf8) == sum)
  }

  @Test(
    arguments: [
      ("=1+1", "=1+1"), ("a & <b>", "a &amp; &lt;b&gt;"), ("\"q\"", "&quot;q&quot;"), ("a\nb\tc\r", "a\nb\tc&#13;"),
      ("bell\u{7}", "bell_x0007_"), ("\u{FFFE}x\u{FFFF}", "_xFFFE_x_xFFFF_"), ("_x0041_", "_x005F_x0041_"),
      ("_x00g1_", "_x00g1_"), ("_x004", "_x004"),
      ("\u{FFFF}", "_xFFFF_"), ("🎉", "🎉"),
    ] as [(String, String)])
  func `escapes what a cell cannot hold`(text: String, expected: String) {
    #expect(SpreadsheetText.escaped(ByteText(text)) == expected)
  }

  @Test func `cuts what is longer than a cell, never within a character`() {
    let whole = String(repeating: "x", count: SpreadsheetText.longest)
    #expect(SpreadsheetText.escaped(ByteText(whole)) == whole)
    let cut = SpreadsheetText.escaped(ByteText(whole + "y"))
    #expect(cut.utf16.count == SpreadsheetText.longest && cut.hasSuffix("x…"))
    let emoji = SpreadsheetText.escaped(ByteText(String(repeating: "🎉", count: 20_000)))
    #expect(emoji.utf16.count == SpreadsheetText.longest && emoji.hasSuffix("🎉…"))
  }

  @Test func `rows have the colour of the worst that they say`() {
    let columns = [Table.Column("entered", .count), Table.Column("flags", .text)]
    let flags: [Cell] = [
      .text(""), .text("high_skip"), .empty, .text("slow_tail"), .text("slow_tail;conversion_shift;high_loss"),
    ]
    let sheet = WorkbookSheet(
      Table(name: .steps, columns: columns, rows: flags.enumerated().map { [.count($0), $1] })
    ).part(isFirst: true)
    let severities: [Severity?] = [nil, .warning, nil, .info, .critical]
    #expect(Set(severities.map { WorkbookStyle.place(of: .count(0), in: .count, severity: $0) }).count == 4)
    for (place, severity) in severities.enumerated() {
      let style = WorkbookStyle.place(of: .count(0), in: .count, severity: severity)
      #expect(sheet.contains(#"<c r="A\#(place + 2)" s="\#(style)"><v>\#(place)</v></c>"#))
    }
  }

  @Test func `anomalies have the colour of their severity`() {
    let columns = [Table.Column("severity", .text), Table.Column("n", .count)]
    let rows: [[Cell]] = Severity.allCases.map { [.text(ByteText($0.rawValue)), .count(7)] }
    let sheet = WorkbookSheet(Table(name: .anomalies, columns: columns, rows: rows)).part(isFirst: true)
    for (place, severity) in Severity.allCases.enumerated() {
      let style = WorkbookStyle.place(of: .count(0), in: .count, severity: severity)
      #expect(sheet.contains(#"<c r="B\#(place + 2)" s="\#(style)">"#))
    }
  }

  @Test func `a day is a whole number`() {
    let table = Table(name: .trend, columns: [Table.Column("day", .day)], rows: [[.day(20_513)]])
    #expect(WorkbookSheet(table).part(isFirst: true).contains("<v>46082</v>"))
  }

  @Test func `columns past Z have two letters`() {
    let columns = (0..<703).map { Table.Column(ByteText("c\($0)"), .count) }
    let sheet = WorkbookSheet(Table(name: .steps, columns: columns, rows: [])).part(isFirst: false)
    for name in ["A1", "Z1", "AA1", "AZ1", "BA1", "ZZ1", "AAA1"] {
      #expect(sheet.contains(#"<c r="\#(name)" "#))
    }
  }

  @Test func `a moment is the day's number, cut to a millisecond`() {
    let moment = Moment(microseconds: 1_772_352_000_000_999)
    let table = Table(name: .quality, columns: [Table.Column("at", .moment)], rows: [[.moment(moment)]])
    let sheet = WorkbookSheet(table).part(isFirst: true)
    #expect(sheet.contains("<v>46082.3333333333</v>"))
  }
}
