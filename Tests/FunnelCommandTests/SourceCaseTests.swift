import FunnelCommand
import FunnelModel
import TestSupport
import Testing

/// Every folder of `Tests/SourceCases` beyond its tables: what it is taken for.
@Suite struct SourceCaseTests {
  @Test func everySourceHasACase() {
    let names = Set(CaseFolder.sources.map(\.name))
    for format in SourceFormat.allCases { #expect(names.contains(format.rawValue), "\(format.rawValue)") }
  }

  @Test func logsOfSeveralSourcesAreOneRun() throws {
    let folders = CaseFolder.sources.filter { ["native", "mixpanel", "pinpoint"].contains($0.name) }
    let run = CommandProbe().run(["analyze", "--table", "quality"] + folders.flatMap(\.logs))
    // Three users in each, of which one is the same device in Mixpanel's log and in Pinpoint's.
    for row in ["files,3", "lines,46", "duplicate,3", "events,36", "users,8"] {
      #expect(run.output.contains("\n\(row)\n"), "\(row)\n\(run.output)")
    }
  }

  @Test(arguments: CaseFolder.sources)
  func isTakenForWhatItIsAndReadTheSameWhereThatIsForced(_ folder: CaseFolder) throws {
    // A case beside a source's own has its name in front: snowplow-columns.
    let source = SourceFormat(rawValue: String(folder.name.prefix { $0 != "-" })) ?? .native
    for table in CaseFolder.tables {
      let words = try CaseTests.arguments(folder, table: table) + folder.logs
      let told = CommandProbe().run(words)
      #expect(told.error.contains("note: read as \(source.rawValue); "), "\(told.error)")
      let forced = CommandProbe().run(words + ["--source", source.rawValue])
      #expect(forced.output == told.output, "\(folder) \(table): \(forced.error)")
    }
  }
}
