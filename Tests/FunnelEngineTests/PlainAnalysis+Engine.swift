import FunnelEngine
import FunnelModel
import TestSupport

extension PlainAnalysis {
  /// The engine's analysis in the plain reading's words.
  init(_ analysis: Analysis) {
    self.init(
      definition: analysis.definition, isInferred: analysis.stepsSource == .log, rules: analysis.rules,
      asOf: analysis.asOf.microseconds, firstTime: analysis.firstTime.microseconds,
      lastTime: analysis.lastTime.microseconds, fields: analysis.breakdownFields)
    let engine = analysis.counts
    counts.excluded = engine.excluded
    counts.duplicate = engine.duplicate
    counts.events = engine.events
    counts.users = engine.users
    counts.sessions = engine.sessions
    counts.excludedUsers = engine.excludedUsers
    counts.unknownStep = engine.unknownStep
    counts.withoutEntry = engine.withoutEntry
    counts.mixedVariants = engine.mixedVariants
    counts.mergedIDs = engine.mergedIDs
    counts.sharedDevices = engine.sharedDevices
    rows = analysis.breakdowns.map(Row.init)
  }

  /// What differs from another analysis, in words; empty where nothing does.
  func difference(from other: PlainAnalysis) -> String {
    var result = ""
    func compare<Value: Equatable>(_ name: String, _ mine: Value, _ theirs: Value) {
      if mine != theirs { result += "\(name)\n  engine \(mine)\n  plain  \(theirs)\n" }
    }
    compare("steps", definition.steps, other.definition.steps)
    compare("inferred", isInferred, other.isInferred)
    compare("rules", rules, other.rules)
    compare("times", [firstTime, lastTime, asOf], [other.firstTime, other.lastTime, other.asOf])
    compare("fields", fields.map(\.name), other.fields.map(\.name))
    compare("counts", counts, other.counts)
    compare("rows", rows.map(\.values), other.rows.map(\.values))
    for (mine, theirs) in zip(rows, other.rows) {
      compare("row \(theirs.values)", mine, theirs)
    }
    return result
  }
}

extension PlainAnalysis.Row {
  init(_ tally: BreakdownTally) {
    self.init(values: tally.values)
    units = tally.units
    attempts = tally.attempts
    converted = tally.converted
    unskipped = tally.unskipped
    dismissed = tally.dismissed
    dropped = tally.dropped
    inProgress = tally.inProgress
    mayReturn = tally.mayReturn
    conversionTimes = tally.conversionTimes
    sameSession = tally.sameSession
    back = tally.back
    jump = tally.jump
    // "A breakdown without an attempt has no rows here": what the engine holds for it does not show.
    steps = tally.attempts == 0 ? [] : tally.steps.map(PlainAnalysis.Step.init)
    sessionUsers = tally.sessions.users
    sessions = tally.sessions.sessions
    sessionEvents = tally.sessions.events
    sessionLengths = tally.sessions.lengths
    singleEvent = tally.sessions.singleEvent
  }
}

extension PlainAnalysis.Step {
  init(_ tally: StepTally) {
    self.init(step: tally.step)
    started = tally.started
    completed = tally.completed
    skipped = tally.skipped
    dismissed = tally.dismissed
    dropped = tally.dropped
    inProgress = tally.inProgress
    passedOfAll = tally.passedOfAll
    durations = tally.durations
    spanning = tally.spanning
    sinceEntry = tally.sinceEntry
  }
}
