import FunnelEngine
import FunnelModel
import TestSupport
import Testing

/// What is counted of what people did next.
@Suite struct PathsTests {
  private static func analyze(_ events: [PlainEvent], _ plan: AnalysisPlan) throws -> Analysis {
    let collectors = (0..<2).map { _ in EventCollector(plan: plan) }
    for (index, event) in events.enumerated() {
      BatchBuilder.hand([event], values: plan.values, to: collectors[index % 2])
    }
    return try EventCollector.analyze(collectors, plan: plan)
  }

  private static func event(_ second: Int64, _ user: ByteText, _ name: ByteText, _ step: ByteText?) -> PlainEvent {
    var event = PlainEvent(time: 1_772_000_000_000_000 + second * 1_000_000, user: user, name: name)
    event.step = step
    return event
  }

  private static var plan: AnalysisPlan {
    var plan = AnalysisPlan()
    plan.definition = Definition(id: "f", steps: [StepDefinition(id: "a"), StepDefinition(id: "b")])
    plan.eventDetail = .following
    return plan
  }

  @Test func theNextEventAndTheStepOfReturnAreCounted() throws {
    let event = PathsTests.event
    let events = [
      // Ends at b, and opens the settings.
      event(0, "ana", "onboarding_step_completed", "a"), event(10, "ana", "settings_opened", nil),
      // Ends at a, leaves for help, and starts a again in another session after the window: too late to act.
      event(0, "bo", "onboarding_step_started", "a"), event(5, "bo", "help_opened", "a"),
      event(8 * 86_400, "bo", "onboarding_step_viewed", "b"),
      // Ends at b at once.
      event(0, "cy", "onboarding_step_completed", "a"),
    ]
    let analysis = try PathsTests.analyze(events, PathsTests.plan)
    let steps = try #require(analysis.breakdowns.first).steps
    let help = StepPaths.NextEvent(name: "help_opened", step: "a")
    let settings = StepPaths.NextEvent(name: "settings_opened", step: nil)
    #expect(steps[0].paths.next == [help: 1])
    #expect(steps[0].paths.returns == [.at(step: 1): 1])
    #expect(steps[1].paths.next == [settings: 1, nil: 1])
    #expect(steps[1].paths.returns == [.stayedAway: 2])
    #expect(steps[1].paths.ended == 2 && steps[1].paths.returned == 0)
  }

  @Test(arguments: [["x", "y", "z"], ["z", "y", "x"], ["y", "z", "x"]] as [[ByteText]])
  func ofEventsOfOneMomentTheFirstByNameIsNext(_ names: [ByteText]) throws {
    let users = (0..<40).map { ByteText("u\($0)") }
    let events = users.flatMap { user in
      [PathsTests.event(0, user, "onboarding_step_started", "a")] + names.map { PathsTests.event(1, user, $0, nil) }
    }
    let analysis = try PathsTests.analyze(events, PathsTests.plan)
    let paths = try #require(analysis.breakdowns.first).steps[0].paths
    #expect(paths.next == [StepPaths.NextEvent(name: "x", step: nil): 40])
  }

  @Test func anEventThatNamesNoStepIsToldWithTheStepItSignals() throws {
    var plan = PathsTests.plan
    plan.definition?.steps[1].matches[.started] = EventMatch(events: ["screen"])
    // The screen of b is out of reach of a, which was not passed.
    let events = [
      PathsTests.event(0, "ana", "onboarding_step_started", "a"), PathsTests.event(1, "ana", "screen", nil),
    ]
    let analysis = try PathsTests.analyze(events, plan)
    let paths = try #require(analysis.breakdowns.first).steps[0].paths
    plan.rules.advance = .explicit
    #expect(analysis.rules.advance == .next)
    #expect(paths.next.isEmpty)
    let explicit = try PathsTests.analyze(events, plan)
    #expect(explicit.breakdowns[0].steps[0].paths.next == [StepPaths.NextEvent(name: "screen", step: "b"): 1])
  }

  @Test func namesAreKeptOnlyWhereThePlanAsksForThem() throws {
    var plan = PathsTests.plan
    plan.eventDetail = .none
    let analysis = try PathsTests.analyze([PathsTests.event(0, "ana", "onboarding_step_started", "a")], plan)
    #expect(analysis.breakdowns[0].steps[0].dropped + analysis.breakdowns[0].steps[0].inProgress == 1)
    #expect(analysis.breakdowns[0].steps[0].paths == StepPaths())
  }

  /// Counts by row, step and what followed.
  private typealias Counts = [String: Int]

  @Test(arguments: UInt64(0)..<3) func pathsAreWhatTracesTellOfEachUser(_ block: UInt64) throws {
    var ended = 0
    for seed in 30_000 + block * 40..<30_000 + (block + 1) * 40 {
      var log = RandomLog(seed: seed)
      log.plan.totals = false
      var told: Counts = [:]
      for user in Set(log.events.map(\.user)) {
        guard let found = try? TraceTests.trace(user, log.events, log.plan), let trace = found.user else { continue }
        let ids = found.analysis.definition.steps.map(\.id)
        for unit in trace.units where unit.isKept {
          if case .attempt(let attempt) = unit.verdict { PathsTests.add(attempt, trace, ids, to: &told) }
        }
      }
      log.plan.eventDetail = .following
      guard let analysis = try? PathsTests.analyze(log.events, log.plan) else { continue }
      var counted: Counts = [:]
      for row in analysis.breakdowns {
        for step in row.steps {
          let name = "\(row.values) \(step.step) "
          for (next, count) in step.paths.next {
            counted[name + (next.map { "\($0.name)" } ?? "-"), default: 0] += count
          }
          for (comesBack, count) in step.paths.returns { counted[name + "\(comesBack)", default: 0] += count }
          #expect(step.paths.ended == step.dismissed + step.dropped + step.inProgress, "seed \(seed)")
          #expect(step.paths.returns.values.reduce(0, +) == step.paths.ended, "seed \(seed)")
        }
      }
      #expect(counted == told, "\(log)")
      ended += told.values.reduce(0, +)
    }
    #expect(ended > 20, "a judge without attempts judges nothing")
  }

  private static func add(
    _ attempt: UserTrace.Attempt, _ trace: UserTrace, _ ids: [ByteText], to counts: inout Counts
  ) {
    let acts = attempt.effects(of: attempt.counted).filter { effect in
      effect.parts.contains { part in
        switch part {
        case .started, .completed, .skipped: true
        default: false
        }
      }
    }
    let last = acts.last?.event ?? attempt.candidates[attempt.counted].entry
    let later = trace.events[(last + 1)...]
    let next = later.first.map { "\($0.name)" } ?? "-"
    var comesBack = StepPaths.Return.stayedAway
    if let first = later.firstIndex(where: { $0.session != trace.events[last].session }) {
      let resumed = later[first...].lazy.flatMap(\.signals).first { $0.step != nil }
      comesBack = .withoutStep
      if let id = resumed?.step, let step = ids.firstIndex(of: id) { comesBack = .at(step: step) }
    }
    for step in attempt.steps {
      guard case .ended = step.outcome else { continue }
      counts["\(attempt.row) \(step.step) " + next, default: 0] += 1
      counts["\(attempt.row) \(step.step) \(comesBack)", default: 0] += 1
    }
  }
}
