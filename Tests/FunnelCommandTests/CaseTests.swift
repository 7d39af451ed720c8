import FunnelCommand
import TestSupport
import Testing

/// Every folder of `Tests/Cases` through the command in process, each table byte for byte.
@Suite struct CaseTests {
  private static func arguments(_ folder: CaseFolder, table: String) throws -> [String] {
    let definition = folder.definition.map { ["--definition", $0] } ?? []
    return ["analyze"] + definition + (try folder.options()) + [
      "--format", "csv", "--table", table,
    ]
  }

  @Test(arguments: CaseFolder.all)
  func printsTheTablesOfTheCase(_ folder: CaseFolder) throws {
    for table in CaseFolder.tables {
      let run = CommandProbe().run(try CaseTests.arguments(folder, table: table) + folder.logs)
      let expected = try folder.expected(table)
      #expect(run.status == .done, "\(folder) \(table): \(run.error)")
      #expect(
        CaseFolder.isSame(Array(run.output.utf8), as: expected, table: table),
        "\(folder) \(table)\(lineDifference(got: Array(run.output.utf8), expected: expected))\n\(run.error)"
      )
    }
  }

  @Test(arguments: CaseFolder.all)
  func anyOrderOfFilesAndAnyNumberOfWorkersPrintTheSame(_ folder: CaseFolder) throws {
    for table in CaseFolder.tables {
      let arguments = try CaseTests.arguments(folder, table: table)
      let expected = try folder.expected(table)
      for threads in ["1", "3"] {
        let run = CommandProbe().run(arguments + ["--threads", threads] + folder.logs.reversed())
        #expect(
          CaseFolder.isSame(Array(run.output.utf8), as: expected, table: table),
          "\(folder) \(table) with \(threads) threads")
      }
    }
  }
}
