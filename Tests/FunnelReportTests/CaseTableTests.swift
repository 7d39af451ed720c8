import FunnelEngine
import FunnelModel
import TestSupport
import Testing

@testable import FunnelReport

/// The tables of the cases, byte for byte, from the plain reading's counts: what prints is judged apart from what counts.
@Suite struct CaseTableTests {
  @Test(arguments: CaseFolder.all)
  func `prints the tables of the case`(_ folder: CaseFolder) throws {
    var options = try PlainOptions(definition: folder.definition.map(TestFiles.bytes), options: folder.options())
    options.reading.latestTime = Moment(microseconds: 1_900_000_000_000_000)
    let log = PlainLog(files: try folder.logs.map(TestFiles.bytes), plan: options.reading)
    let plain = try PlainReading.analyze(log.events, plan: options.analysis)
    let report = Report(
      analysis: Analysis(plain), reading: log.summary,
      settings: ReportSettings(version: "0", plan: options.analysis))
    for table in TableName.allCases where CaseFolder.tables.contains(table.rawValue) {
      let expected = try folder.expected(table.rawValue)
      let got = givenColumns(report.write(.csv, table: table), of: expected)
      #expect(
        CaseFolder.isSame(got, as: expected, table: table.rawValue),
        "\(folder) \(table)\(lineDifference(got: got, expected: expected))")
    }
  }
}

extension Analysis {
  /// The plain reading's analysis in the engine's words.
  fileprivate init(_ plain: PlainAnalysis) {
    self.init(
      definition: plain.definition, stepsSource: plain.isInferred ? .log : .definition, rules: plain.rules,
      advanceIsInferred: false, asOf: Moment(microseconds: plain.asOf),
      firstTime: Moment(microseconds: plain.firstTime), lastTime: Moment(microseconds: plain.lastTime),
      counts: AnalysisCounts(plain.counts), breakdownFields: plain.fields,
      breakdowns: plain.rows.map(BreakdownTally.init))
  }
}

extension AnalysisCounts {
  fileprivate init(_ plain: PlainAnalysis.Counts) {
    self.init()
    excluded = plain.excluded
    duplicate = plain.duplicate
    events = plain.events
    users = plain.users
    sessions = plain.sessions
    excludedUsers = plain.excludedUsers
    unknownStep = plain.unknownStep
    withoutEntry = plain.withoutEntry
    mixedVariants = plain.mixedVariants
  }
}

extension BreakdownTally {
  fileprivate init(_ plain: PlainAnalysis.Row) {
    self.init(kind: .values, values: plain.values)
    units = plain.units
    attempts = plain.attempts
    converted = plain.converted
    unskipped = plain.unskipped
    dismissed = plain.dismissed
    dropped = plain.dropped
    inProgress = plain.inProgress
    mayReturn = plain.mayReturn
    conversionTimes = plain.conversionTimes
    sameSession = plain.sameSession
    back = plain.back
    jump = plain.jump
    steps = plain.steps.map(StepTally.init)
    sessions.users = plain.sessionUsers
    sessions.sessions = plain.sessions
    sessions.events = plain.sessionEvents
    sessions.lengths = plain.sessionLengths
    sessions.singleEvent = plain.singleEvent
  }
}

extension StepTally {
  fileprivate init(_ plain: PlainAnalysis.Step) {
    self.init(step: plain.step)
    started = plain.started
    completed = plain.completed
    skipped = plain.skipped
    dismissed = plain.dismissed
    dropped = plain.dropped
    inProgress = plain.inProgress
    passedOfAll = plain.passedOfAll
    durations = plain.durations
    spanning = plain.spanning
    sinceEntry = plain.sinceEntry
  }
}
