import FunnelModel
import TestSupport
import Testing

/// The judge is judged first: the plain reading of the specification against the cases.
@Suite struct PlainReadingTests {
  @Test func allCasesAreThere() {
    #expect(CaseFolder.all.count == 63)
  }

  @Test(arguments: CaseFolder.all)
  func givesTheTablesOfTheCase(_ folder: CaseFolder) throws {
    var options = try PlainOptions(
      definition: folder.definition.map(TestFiles.bytes), options: folder.options())
    options.reading.latestTime = Moment(microseconds: 1_900_000_000_000_000)
    let log = PlainLog(files: try folder.logs.map(TestFiles.bytes), plan: options.reading)
    let tables = PlainTables(try PlainReading.analyze(log.events, plan: options.analysis), summary: log.summary)
    for table in CaseFolder.tables {
      let got = Array(try #require(tables.csv(table)).utf8)
      let expected = try folder.expected(table)
      #expect(got == expected, "\(folder) \(table)\(lineDifference(got: got, expected: expected))")
    }
  }
}
