import FunnelEngine
import FunnelModel
import TestSupport
import Testing

/// What is told of single users against what the report counts of all.
@Suite struct TraceTests {
  /// The trace of a user of a log dealt out to some collectors.
  static func trace(
    _ user: ByteText, _ events: [PlainEvent], _ plan: AnalysisPlan, collectors count: Int = 2
  ) throws -> TraceFinding {
    let collectors = (0..<count).map { _ in TraceCollector(plan: plan, user: user) }
    for (index, event) in events.enumerated() {
      BatchBuilder.hand([event], values: plan.values, to: collectors[index % count])
    }
    return try TraceCollector.trace(collectors, plan: plan)
  }

  /// Counts under names, such as `ios s1 completed`.
  private typealias Counts = [String: Int]

  private static func add(_ count: Int, _ name: String, to counts: inout Counts) {
    if count != 0 { counts[name, default: 0] += count }
  }

  /// What a tally counts; times as their sums.
  private static func add(_ tally: BreakdownTally, to counts: inout Counts) {
    let row = "\(tally.values)"
    add(tally.attempts, row + " attempts", to: &counts)
    add(tally.converted, row + " converted", to: &counts)
    add(tally.dismissed, row + " dismissed", to: &counts)
    add(tally.dropped, row + " dropped", to: &counts)
    add(tally.inProgress, row + " in_progress", to: &counts)
    add(tally.back, row + " back", to: &counts)
    add(tally.jump, row + " jump", to: &counts)
    add(Int(tally.conversionTimes.reduce(0, +)), row + " times", to: &counts)
    for step in tally.steps {
      let name = row + " \(step.step) "
      add(step.started, name + "started", to: &counts)
      add(step.completed, name + "completed", to: &counts)
      add(step.skipped, name + "skipped", to: &counts)
      add(step.dismissed, name + "dismissed", to: &counts)
      add(step.dropped, name + "dropped", to: &counts)
      add(step.inProgress, name + "in_progress", to: &counts)
      add(step.durations.count, name + "timed", to: &counts)
      add(Int(step.durations.reduce(0, +)), name + "durations", to: &counts)
      add(step.spanning, name + "spanning", to: &counts)
      add(Int(step.sinceEntry.reduce(0, +)), name + "since", to: &counts)
    }
  }

  /// What the words about an attempt come to.
  private static func add(_ attempt: UserTrace.Attempt, to counts: inout Counts) {
    let row = "\(attempt.row)"
    add(1, row + " attempts", to: &counts)
    add(1, row + " " + attempt.ending.rawValue, to: &counts)
    add(Int(attempt.conversionTime?.microseconds ?? 0), row + " times", to: &counts)
    for part in attempt.effects(of: attempt.counted).flatMap(\.parts) {
      if part == .back { add(1, row + " back", to: &counts) }
      if part == .jump { add(1, row + " jump", to: &counts) }
    }
    for step in attempt.steps {
      let name = row + " \(step.step) "
      switch step.outcome {
      case .completed: add(1, name + "completed", to: &counts)
      case .skipped: add(1, name + "skipped", to: &counts)
      case .ended(let ending): add(1, name + ending.rawValue, to: &counts)
      case .notEntered: continue
      }
      if step.isStarted { add(1, name + "started", to: &counts) }
      add(Int(step.sinceEntry?.microseconds ?? 0), name + "since", to: &counts)
      switch step.timing {
      case .none: break
      case .reported(let span), .sinceStart(let span, _), .sincePass(let span, _):
        add(1, name + "timed", to: &counts)
        add(Int(span.microseconds), name + "durations", to: &counts)
      case .spanning: add(1, name + "spanning", to: &counts)
      }
    }
  }

  @Test(arguments: UInt64(0)..<4) func tracesOfAllUsersAddUpToTheReport(_ block: UInt64) throws {
    var attempts = 0
    for seed in 20_000 + block * 40..<20_000 + (block + 1) * 40 {
      var log = RandomLog(seed: seed)
      log.plan.totals = false
      var told: Counts = [:]
      var counted: Counts = [:]
      var events = 0
      var left: [UserTrace.LeftOut.Reason: Int] = [:]
      var analysis: Analysis?
      for user in Set(log.events.map(\.user)) {
        guard let found = try? TraceTests.trace(user, log.events, log.plan) else { continue }
        let trace = try #require(found.user, "seed \(seed)")
        analysis = found.analysis
        events += trace.events.count
        for event in trace.leftOut { left[event.reason, default: 0] += 1 }
        for tally in trace.tallies { TraceTests.add(tally, to: &counted) }
        for unit in trace.units where unit.isKept {
          if case .attempt(let attempt) = unit.verdict { TraceTests.add(attempt, to: &told) }
        }
      }
      guard let analysis else { continue }
      var expected: Counts = [:]
      for tally in analysis.breakdowns { TraceTests.add(tally, to: &expected) }
      attempts += analysis.breakdowns.reduce(0) { $0 + $1.attempts }
      #expect(counted == expected, "\(log)")
      #expect(told == expected, "\(log)")
      #expect(events == analysis.counts.events, "seed \(seed)")
      #expect(left[.excluded] ?? 0 == analysis.counts.excluded, "seed \(seed)")
      #expect(left[.duplicate] ?? 0 == analysis.counts.duplicate, "seed \(seed)")
    }
    #expect(attempts > 20, "a judge without attempts judges nothing")
  }

  @Test func aUserWithoutEventsHasNoTrace() throws {
    let event = PlainEvent(time: 1_772_000_000_000_000, user: "ana", name: "onboarding_started")
    var plan = AnalysisPlan()
    plan.definition = Definition(id: "f", steps: [StepDefinition(id: "a")])
    #expect(try TraceTests.trace("bo", [event], plan).user == nil)
    #expect(try TraceTests.trace("ana", [event], plan).user?.events.count == 1)
  }

  @Test func everyCandidateIsTold() throws {
    var plan = AnalysisPlan()
    plan.definition = Definition(id: "f", steps: [StepDefinition(id: "a"), StepDefinition(id: "b")])
    let events = (0..<3_000).map { index in
      PlainEvent(time: 1_772_000_000_000_000 + Int64(index), user: "ana", name: "onboarding_started")
    }
    let trace = try #require(try TraceTests.trace("ana", events, plan).user)
    guard case .attempt(let attempt) = trace.units[0].verdict else {
      Issue.record("no attempt")
      return
    }
    #expect(attempt.candidates.count == 3_000)
    #expect(attempt.candidates.map(\.entry) == Array(0..<3_000))
    #expect(attempt.choice == .first)
    // All walks stand alike, so that each is told by the next from its entry on: no memory for each pair.
    #expect(attempt.candidates.allSatisfy { $0.effects.count == 1 })
    #expect(attempt.allEffects(atMost: 3_000)?.map(\.count) == Array(repeating: 1, count: 3_000))
    #expect(attempt.allEffects(atMost: 2_999) == nil)
  }
}
