import FunnelCommand
import FunnelModel
import TestSupport
import Testing

/// From bytes to tables, on random logs in random spellings: the whole program against the plain reading, and what must
/// not change what it prints.
@Suite struct PropertyTests {
  private static func file(_ lines: some Sequence<String>) -> [UInt8] {
    Array(lines.joined(separator: "\n").utf8)
  }

  /// Whether an output is what the plain reading prints, which knows the tables that the cases tell.
  private static func isSame(_ output: String, as expected: String?, table: String) -> Bool {
    guard let expected else { return output.isEmpty }
    let wanted = Array(expected.utf8)
    return CaseFolder.isSame(givenColumns(Array(output.utf8), of: wanted), as: wanted, table: table)
  }

  @Test(arguments: UInt64(0)..<60)
  func printsWhatThePlainReadingPrints(_ seed: UInt64) {
    let spelled = SpelledLog(seed: seed)
    let files = [PropertyTests.file(spelled.lines)]
    for table in CaseFolder.tables {
      let run = spelled.run(files, table: table)
      let expected = spelled.plain(files, table: table)
      #expect(
        PropertyTests.isSame(run.output, as: expected, table: table),
        "seed \(seed) \(table)\n\(run.error)\n\(spelled.log)")
      #expect(run.status == (expected == nil ? .failed : .done), "seed \(seed)")
    }
  }

  /// Bytes changed at random: whatever a line becomes, it is read as the plain reading reads it.
  @Test(arguments: UInt64(0)..<60)
  func brokenLinesAreCountedAsThePlainReadingCountsThem(_ seed: UInt64) {
    let spelled = SpelledLog(seed: seed)
    var random = SeededGenerator(seed: seed)
    var bytes = PropertyTests.file(spelled.lines)
    let hostile: [UInt8] =
      Array("\"\\{}[],:0e.\n\r \tu".utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xC0, 0xE2, 0xED, 0xF4, 0xFF]
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = hostile.randomElement(using: &random)!
      case 1: bytes.insert(hostile.randomElement(using: &random)!, at: place)
      default: bytes.remove(at: place)
      }
    }
    for table in ["steps", "quality"] {
      let run = spelled.run([bytes], table: table)
      #expect(
        PropertyTests.isSame(run.output, as: spelled.plain([bytes], table: table), table: table),
        "seed \(seed) \(table)\n\(run.error)")
    }
  }

  @Test(arguments: UInt64(100)..<130)
  func theOrderOfLinesAndFilesAndTheNumberOfWorkersChangeNothing(_ seed: UInt64) {
    let spelled = SpelledLog(seed: seed)
    var random = SeededGenerator(seed: seed)
    var files: [[String]] = [[], [], []]
    for line in spelled.lines.shuffled(using: &random) {
      files[Int.random(in: 0..<3, using: &random)].append(line)
    }
    for table in ["steps", "variants", "sessions"] {
      let once = spelled.run([PropertyTests.file(spelled.lines)], table: table)
      let cut = spelled.run(files.map(PropertyTests.file), table: table, more: ["--threads", "3"])
      #expect(once.output == cut.output, "seed \(seed) \(table)")
    }
  }

  /// "Two events that are left are the same event if [...] (non-empty) event id are all equal".
  @Test(arguments: UInt64(200)..<230)
  func linesThatStandTwiceChangeNothing(_ seed: UInt64) {
    let spelled = SpelledLog(seed: seed)
    let copies = zip(spelled.log.events, spelled.lines).filter { $0.0.id != nil }.map(\.1)
    for table in ["steps", "variants", "sessions"] {
      let once = spelled.run([PropertyTests.file(spelled.lines)], table: table)
      let twice = spelled.run(
        [PropertyTests.file(spelled.lines), PropertyTests.file(copies)], table: table)
      #expect(once.output == twice.output, "seed \(seed) \(table)")
    }
  }

  /// "Always: `lines` = `blank` + `rejected` + `excluded` + `duplicate` + `events`"; and the identities of the tables.
  @Test(arguments: CaseFolder.all)
  func theAccountsAddUp(_ folder: CaseFolder) throws {
    let definition = folder.definition.map { ["--definition", $0] } ?? []
    func rows(_ table: String) throws -> [[String: Int]] {
      let run = CommandProbe().run(
        ["analyze", "--format", "tsv", "--table", table] + definition + (try folder.options())
          + folder.logs)
      let lines = run.output.split(separator: "\n").map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
      return lines.dropFirst().map { line in
        Dictionary(zip(lines[0], line).map { ($0, Int($1) ?? 0) }) { first, _ in first }
      }
    }
    func sum(_ row: [String: Int], _ names: String...) -> Int {
      names.map { row[$0] ?? 0 }.reduce(0, +)
    }
    for row in try rows("steps") {
      #expect(
        row["entered"] == sum(row, "completed", "skipped", "dismissed", "dropped", "in_progress"))
    }
    for row in try rows("variants") {
      #expect(row["attempts"] == sum(row, "converted", "dismissed", "dropped", "in_progress"))
    }
    let run = CommandProbe().run(
      ["analyze", "--table", "quality"] + definition + (try folder.options()) + folder.logs)
    var quality: [String: Int] = [:]
    for line in run.output.split(separator: "\n") {
      let cells = line.split(separator: ",").map(String.init)
      quality[cells[0]] = Int(cells[1])
    }
    #expect(
      quality["lines"] == sum(quality, "blank", "rejected", "excluded", "duplicate", "events"))
    let reasons = quality.filter { $0.key.hasPrefix("rejected_") }.values.reduce(0, +)
    #expect(quality["rejected"] == reasons)
  }
}
