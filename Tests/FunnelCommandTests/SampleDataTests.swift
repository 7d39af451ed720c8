import Foundation
import FunnelModel
import TestSupport
import Testing

/// The sample data, its true totals and what its README says of it against each other.
@Suite struct SampleDataTests {
  private static let folder = TestFiles.package.appending(path: "sample-data")
  private static let logs = ["small.ndjson", "night.ndjson", "messy.ndjson"]

  /// One line of `truth.csv`.
  private struct Truth: Hashable {
    var log: String
    var table: String
    var variant: String
    var step: String
    var column: String
    var value: String
  }

  private static func text(_ name: String) throws -> String {
    String(decoding: try TestFiles.bytes(folder.appending(path: name).path), as: UTF8.self)
  }

  private static func truths() throws -> [Truth] {
    try text("truth.csv").split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Truth(
        log: cells[0], table: cells[1], variant: cells[2], step: cells[3], column: cells[4],
        value: cells[5])
    }
  }

  /// The rows of a table, each by its columns' names; the sample's values hold no comma but in quotes at the end of what
  /// is looked at.
  private static func rows(_ log: String, _ table: String) -> [[String: String]] {
    let folder = folder.path
    let run = CommandProbe().run([
      "analyze", "--definition", folder + "/onboarding.json", "--format", "tsv", "--table", table,
      folder + "/" + log,
    ])
    let lines = run.output.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
  }

  @Test(arguments: logs)
  func funnelFindsTheTrueTotals(_ log: String) throws {
    let truths = try SampleDataTests.truths().filter { $0.log == log }
    #expect(truths.count > 10)
    for (table, truths) in Dictionary(grouping: truths, by: \.table) {
      let rows = SampleDataTests.rows(log, table)
      for truth in truths {
        let found = rows.filter { row in
          table == "quality"
            ? row["name"] == truth.column
            : row["variant"] == truth.variant && (table != "steps" || row["step_id"] == truth.step)
        }.compactMap { $0[table == "quality" ? "value" : truth.column] }
        #expect(found == [truth.value], "\(truth)")
      }
    }
  }

  @Test func aLongLineIsRejectedWhereTheLimitIsLower() throws {
    let folder = SampleDataTests.folder.path
    let run = CommandProbe().run([
      "analyze", "--table", "quality", "--max-line", "4096", "--definition",
      folder + "/onboarding.json",
      folder + "/messy.ndjson",
    ])
    #expect(run.output.contains("rejected,22\nrejected_too_long,1\n"))
  }

  /// Every figure in the README's tables is one of the true totals.
  @Test func theReadmeTellsTheTrueTotals() throws {
    let truths = Set(try SampleDataTests.truths())
    var told = 0
    var log = ""
    var columns: [String] = []
    for line in try SampleDataTests.text("README.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("## ") { log = String(line.dropFirst(3)) }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), SampleDataTests.logs.contains(log) else {
        columns = []
        continue
      }
      if columns.isEmpty {
        columns = cells
      } else if columns[0] == "name", cells[0] != "---" {
        let truth = Truth(
          log: log, table: "quality", variant: "", step: "", column: cells[0], value: cells[1])
        #expect(truths.contains(truth), "\(truth)")
        told += 1
      } else if cells[0] != "---" {
        let hasSteps = columns[1] == "step_id"
        for (column, value) in zip(columns, cells).dropFirst(hasSteps ? 2 : 1) {
          let truth = Truth(
            log: log, table: hasSteps ? "steps" : "variants", variant: cells[0],
            step: hasSteps ? cells[1] : "",
            column: column, value: value)
          #expect(truths.contains(truth), "\(truth)")
          told += 1
        }
      }
    }
    #expect(told > 100)
  }

  /// The committed logs are what the generator writes; nothing to say where there is no Python.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func theGeneratorWritesTheSameBytes() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "funnel-sample-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let generator = TestFiles.package.appending(path: "scripts/generate-sample-data").path
    let run = try ProgramRun("/usr/bin/python3", [generator, folder.path], in: folder)
    #expect(run.status == 0, "\(run.errorText)")
    for name in SampleDataTests.logs + ["truth.csv"] {
      let written = try TestFiles.bytes(folder.appending(path: name).path)
      let committed = try TestFiles.bytes(SampleDataTests.folder.appending(path: name).path)
      #expect(written == committed, "\(name) differs; run scripts/generate-sample-data")
    }
  }
}
