import FunnelCommand
import TestSupport
import Testing

/// Every folder of `Tests/Cases` and `Tests/SourceCases` through the command in process, each table byte for byte.
@Suite struct CaseTests {
  static func arguments(_ folder: CaseFolder, table: String) throws -> [String] {
    let definition = folder.definition.map { ["--definition", $0] } ?? []
    return ["analyze"] + definition + (try folder.options()) + [
      "--format", "csv", "--table", table,
    ]
  }

  @Test(arguments: CaseFolder.all + CaseFolder.sources)
  func printsTheTablesOfTheCase(_ folder: CaseFolder) throws {
    for table in CaseFolder.tables {
      let run = CommandProbe().run(try CaseTests.arguments(folder, table: table) + folder.logs)
      let expected = try folder.expected(table)
      #expect(run.status == .done, "\(folder) \(table): \(run.error)")
      let got = givenColumns(Array(run.output.utf8), of: expected)
      #expect(
        CaseFolder.isSame(got, as: expected, table: table),
        "\(folder) \(table)\(lineDifference(got: got, expected: expected))\n\(run.error)")
    }
  }

  @Test(arguments: CaseFolder.all + CaseFolder.sources)
  func anyOrderOfFilesAndAnyNumberOfWorkersPrintTheSame(_ folder: CaseFolder) throws {
    for table in CaseFolder.tables {
      let arguments = try CaseTests.arguments(folder, table: table)
      let expected = try folder.expected(table)
      for threads in ["1", "3"] {
        let run = CommandProbe().run(arguments + ["--threads", threads] + folder.logs.reversed())
        #expect(
          CaseFolder.isSame(givenColumns(Array(run.output.utf8), of: expected), as: expected, table: table),
          "\(folder) \(table) with \(threads) threads")
      }
    }
  }
}
