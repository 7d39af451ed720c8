import FunnelModel

/// What became of each step in a counted attempt, with the reason of each duration.
///
/// Outcomes are the walk's own; where a duration comes from is told along the walk's story by the rules of section 6.
struct TraceSteps {
  /// The steps of the flow in order.
  private(set) var steps: [UserTrace.Step] = []
  private let unit: [UnitEvent]
  private let places: [Int]
  private var starts: [[Int]]
  private var lastPass: Int

  /// The steps of a unit's counted attempt; `ending` is how it ended, or would have without converting, and `places` are
  /// the unit's events among the user's.
  init(_ walked: WalkedUnit, _ rules: WalkRules, ending: UserTrace.Attempt.Ending, _ places: [Int]) {
    unit = walked.events
    self.places = places
    starts = Array(repeating: [], count: rules.flow.steps.count)
    lastPass = walked.walk.entry
    for (place, step) in walked.walk.steps.enumerated() {
      let outcome: UserTrace.Step.Outcome =
        switch step.outcome {
        case .completed: .completed
        case .skipped: .skipped
        case nil: walked.walk.ends(at: place, rules) ? .ended(ending) : .notEntered
        }
      steps.append(
        UserTrace.Step(
          step: rules.flow.steps[place], outcome: outcome, isStarted: step.isStarted, passedBy: nil, timing: .none,
          sinceEntry: step.outcome.map { _ in TimeSpan(microseconds: step.sinceEntry) }))
    }
    for deed in WalkStory(of: unit, from: walked.walk.entry, rules: rules).deeds {
      if let pass = deed.settled { note(pass.place, passedBy: deed.event, reported: -1) }
      for place in deed.started { starts[place].append(deed.event) }
      if let pass = deed.passed { note(pass.place, passedBy: deed.event, reported: unit[deed.event].duration) }
      if let pass = deed.finished { note(pass.place, passedBy: deed.event, reported: -1) }
    }
  }

  private mutating func note(_ place: Int, passedBy index: Int, reported: Int64) {
    steps[place].passedBy = places[index]
    steps[place].timing =
      reported >= 0 ? .reported(TimeSpan(microseconds: reported)) : timing(of: place, passedBy: index)
    lastPass = index
  }

  private func timing(of place: Int, passedBy index: Int) -> UserTrace.Step.Timing {
    let others = starts[place].filter { $0 != index }
    if let start = others.first(where: { unit[$0].session == unit[index].session }) {
      return .sinceStart(TimeSpan(microseconds: unit[index].time - unit[start].time), event: places[start])
    }
    if let start = others.first { return .spanning(event: places[start]) }
    if lastPass == index { return .none }
    guard unit[lastPass].session == unit[index].session else { return .spanning(event: places[lastPass]) }
    return .sincePass(TimeSpan(microseconds: unit[index].time - unit[lastPass].time), event: places[lastPass])
  }
}
