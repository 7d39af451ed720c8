import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct DelimitedWriterTests {
  @Test(
    arguments: [
      (.text("plain"), "plain"),
      (.text("two words"), "two words"),
      (.text("a,b"), "\"a,b\""),
      (.text("a;b\tc|d"), "a;b\tc|d"),
      (.text("say \"hi\""), "\"say \"\"hi\"\"\""),
      (.text("one\ntwo"), "\"one\ntwo\""),
      (.text("one\rtwo"), "\"one\rtwo\""),
      (.text("=1+1"), "'=1+1"),
      (.text("+1"), "'+1"),
      (.text("-1"), "'-1"),
      (.text("@a"), "'@a"),
      (.text("\ta"), "'\ta"),
      (.text("\ra"), "\"'\ra\""),
      (.text("=\",\""), "\"'=\"\",\"\"\""),
      (.text("a=1"), "a=1"),
      (.text("'a"), "'a"),
      (.text(""), ""),
      (.empty, ""),
      (.count(-3), "-3"),
      (.rate(0.5), "0.500000"),
      (.ratio(-0.25), "-0.250000"),
      (.seconds(1.25), "1.250"),
      (.moment(Moment(microseconds: 1_772_352_000_000_999)), "2026-03-01T08:00:00.000Z"),
    ] as [(Cell, String)])
  func `quotes only where needed and disarms formulas in text alone`(cell: Cell, expected: String) {
    #expect(
      Self.field(cell, DelimitedLayout(delimiter: comma, decimalMark: point, hasByteOrderMark: false)) == expected)
  }

  @Test(
    arguments: [
      (.text("a\tb"), "\"a\tb\""), (.text("a,b"), "a,b"), (.text("\ta"), "\"'\ta\""), (.rate(0.5), "0.500000"),
    ] as [(Cell, String)])
  func `TSV quotes tabs and not commas`(cell: Cell, expected: String) {
    let layout = DelimitedLayout(delimiter: UInt8(ascii: "\t"), decimalMark: point, hasByteOrderMark: false)
    #expect(Self.field(cell, layout) == expected)
  }

  @Test(
    arguments: [
      (UInt8(ascii: ";"), .rate(0.5), "0,500000"),
      (UInt8(ascii: ","), .rate(0.5), "\"0,500000\""),
      (UInt8(ascii: ";"), .seconds(12.5), "12,500"),
      (UInt8(ascii: ";"), .text("1.5"), "1.5"),
      (UInt8(ascii: ";"), .text("a;b"), "\"a;b\""),
      (UInt8(ascii: ";"), .count(1234), "1234"),
    ] as [(UInt8, Cell, String)])
  func `a decimal comma stands in numbers alone`(delimiter: UInt8, cell: Cell, expected: String) {
    let layout = DelimitedLayout(delimiter: delimiter, decimalMark: comma, hasByteOrderMark: false)
    #expect(Self.field(cell, layout) == expected)
  }

  @Test func `the settings' delimiter, decimal mark and byte order mark reach CSV`() {
    var settings = HostileFixture.report.settings
    settings.delimiter = UInt8(ascii: ";")
    settings.decimalMark = comma
    settings.hasByteOrderMark = true
    let report = Report(analysis: HostileFixture.analysis, reading: HostileFixture.reading, settings: settings)
    let csv = String(decoding: report.write(.csv, table: .variants), as: UTF8.self)
    #expect(csv.hasPrefix("\u{FEFF}variant;'=sum.<i>;units;"))
    #expect(csv.contains(";0,250000;"))
    let tsv = String(decoding: report.write(.tsv, table: .variants), as: UTF8.self)
    #expect(tsv.hasPrefix("\u{FEFF}variant\t'=sum.<i>\tunits\t"))
    #expect(tsv.contains("\t0,250000\t"))
  }

  @Test func `a table without rows has its header`() {
    let table = Table(name: .steps, columns: [Table.Column("a", .text), Table.Column("b,c", .count)], rows: [])
    let layout = DelimitedLayout(delimiter: comma, decimalMark: point, hasByteOrderMark: false)
    #expect(DelimitedWriter(layout: layout).write(table) == Array("a,\"b,c\"\n".utf8))
  }

  private static func field(_ cell: Cell, _ layout: DelimitedLayout) -> String {
    let table = Table(name: .steps, columns: [Table.Column("x", .mixed)], rows: [[cell]])
    let bytes = DelimitedWriter(layout: layout).write(table)
    return String(decoding: bytes.dropFirst(2).dropLast(), as: UTF8.self)
  }
}

private let comma = UInt8(ascii: ",")
private let point = UInt8(ascii: ".")
