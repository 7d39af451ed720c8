import Foundation
import FunnelModel
import Testing

@testable import FunnelReport

/// Every format of the hostile fixture, byte for byte.
///
/// With `FUNNEL_RECORD_GOLDEN=1` in the environment the files are written anew, and the run fails, so that no run that
/// checks can also record.
@Suite struct GoldenTests {
  static let files: [(name: String, bytes: [UInt8])] =
    TableName.allCases.flatMap { table in
      [
        ("\(table.rawValue).csv", HostileFixture.report.write(.csv, table: table)),
        ("\(table.rawValue).tsv", HostileFixture.report.write(.tsv, table: table)),
      ]
    } + [
      ("report.md", HostileFixture.report.write(.markdown)),
      ("report.html", HostileFixture.report.write(.html)),
      ("report.json", HostileFixture.report.write(.json)),
      ("report.xlsx", HostileFixture.report.write(.xlsx)),
      (
        "steps-decimal-comma.csv",
        report {
          $0.delimiter = UInt8(ascii: ";")
          $0.decimalMark = UInt8(ascii: ",")
        }.write(.csv)
      ),
      ("report-80.txt", text(TerminalStyle(width: 80))),
      ("report-200.txt", text(TerminalStyle(width: 200))),
      ("report-colour.txt", text(TerminalStyle(width: 100, colour: .basic))),
    ] + paths + traces + changes

  private static let paths: [(name: String, bytes: [UInt8])] = PathsReport.formats.map { format in
    let report = PathsReport(analysis: HostileFixture.analysis, settings: HostileFixture.report.settings)
    return ("paths.\(ending(format))", report.write(format))
  }

  private static let traces: [(name: String, bytes: [UInt8])] = TraceReport.formats.map { format in
    ("trace.\(ending(format))", HostileFixture.trace.write(format))
  }

  private static let changes: [(name: String, bytes: [UInt8])] = ReportFormat.allCases.compactMap { format in
    HostileFixture.changes.write(format).map { ("changes.\(ending(format))", $0) }
  }

  private static func ending(_ format: ReportFormat) -> String {
    switch format {
    case .markdown: "md"
    case .text: "txt"
    case .csv, .tsv, .json, .html, .xlsx: format.rawValue
    }
  }

  private static func text(_ style: TerminalStyle) -> [UInt8] {
    report { $0.terminal = style }.write(.text)
  }

  private static func report(_ change: (inout ReportSettings) -> Void) -> Report {
    var settings = HostileFixture.report.settings
    change(&settings)
    return Report(analysis: HostileFixture.analysis, reading: HostileFixture.reading, settings: settings)
  }

  @Test(arguments: files.map(\.name))
  func `the report is as it was recorded`(name: String) throws {
    let bytes = try #require(Self.files.first { $0.name == name }).bytes
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["FUNNEL_RECORD_GOLDEN"] == "1" {
      try Data(bytes).write(to: file)
      Issue.record("recorded \(name); run again without FUNNEL_RECORD_GOLDEN")
      return
    }
    let recorded = try [UInt8](Data(contentsOf: file))
    #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: recorded, as: UTF8.self))
    #expect(bytes == recorded)
  }
}
