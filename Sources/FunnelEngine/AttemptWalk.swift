import FunnelModel

/// One walk in full: what became of each step, with its times.
///
/// The memory is used again from walk to walk.
struct AttemptWalk: Sendable {
  /// How long it took to pass a step.
  enum PassDuration: Sendable {
    /// There is no event to measure from.
    case none
    /// Microseconds, reported or measured.
    case measured(Int64)
    /// It would span sessions.
    case spanning
  }

  /// What became of one step.
  struct Step: Sendable {
    /// How it was passed, nil where it was not.
    var outcome: PassOutcome?
    /// Whether it was started.
    var isStarted = false
    /// The passing event's time less the entry's.
    var sinceEntry: Int64 = 0
    /// How long it took.
    var duration = PassDuration.none
    /// How long it took by the app's own clock and by the times of events, in microseconds, where both are known.
    var clock: (reported: Int64, measured: Int64)?
  }

  /// What became of each step, by its place.
  private(set) var steps: [Step] = []
  /// The entry event's index among the unit's.
  private(set) var entry = 0
  /// The index of the event that converted the walk, nil where none did.
  private(set) var conversion: Int?
  /// Whether the walk ended marked as left.
  private(set) var isDismissed = false
  /// Events of earlier steps alone.
  private(set) var back = 0
  /// Events of steps that could not be reached.
  private(set) var jump = 0
  /// How many steps were passed.
  private(set) var passCount = 0
  /// The index of the last event that acted; the entry's where none did.
  private(set) var lastAct = 0
  /// Where the walk stood last; not used with `order: any`.
  private(set) var state = WalkState(current: 0)
  private var lastPass = 0
  /// For each step the events that started it since it became current.
  private var starts: [[Int]] = []

  /// Whether it skipped a step.
  var hasSkipped: Bool { steps.contains { $0.outcome == .skipped } }

  /// Walks from an entry to its deadline, or to `limit` where that is earlier, by the rules' order.
  mutating func walk(_ events: [UnitEvent], from entry: Int, rules: WalkRules, limit: Int64 = .max) {
    reset(entry: entry, stepCount: rules.flow.steps.count)
    let last = min(rules.deadline(from: events[entry].time), limit)
    if rules.order == .any {
      walkInAnyOrder(events, rules, last)
    } else {
      walkInOrder(events, rules, last)
    }
  }

  private mutating func walkInOrder(_ events: [UnitEvent], _ rules: WalkRules, _ last: Int64) {
    state = rules.start(with: events[entry].signals)
    let canConvert = rules.canConvert(from: state.current)
    for index in entry..<events.count {
      guard events[index].time <= last else { break }
      let before = state.current
      let transition = rules.move(&state, by: events[index].signals)
      if let outcome = transition.settled { pass(before, outcome, at: index, reported: -1, events) }
      switch transition.action {
      case .none: break
      case .back: back += 1
      case .jump: jump += 1
      case .acted(let step):
        if transition.starts { start(step, at: index) }
        if let outcome = transition.passed {
          pass(step, outcome, at: index, reported: events[index].duration, events)
          lastAct = index
        }
      }
      if transition.finishes { pass(state.lastPassed, .completed, at: index, reported: -1, events) }
      if let dismissal = transition.dismissal { isDismissed = dismissal }
      if canConvert, conversion == nil, rules.isConverted(state) { conversion = index }
      if transition.ends { break }
    }
  }

  private mutating func walkInAnyOrder(_ events: [UnitEvent], _ rules: WalkRules, _ last: Int64) {
    var missing = rules.flow.requiredCount
    for index in entry..<events.count {
      guard events[index].time <= last else { break }
      let shape = rules.flow.shapes[Int(events[index].signals)]
      var passing: Flow.Mark?
      for mark in rules.flow.marks[shape.marks] where steps[mark.place].outcome == nil {
        if mark.signals.contains(.started) {
          start(mark.place, at: index)
          isDismissed = false
        }
        if passing == nil, mark.signals.outcome != nil { passing = mark }
      }
      if let mark = passing, let outcome = mark.signals.outcome {
        pass(mark.place, outcome, at: index, reported: events[index].duration, events)
        lastAct = index
        isDismissed = false
        if !rules.flow.isOptional[mark.place] {
          missing -= 1
          if missing == 0 { conversion = index }
        }
      }
      if shape.flow.contains(.dismissed) { isDismissed = true }
      if passCount == steps.count { break }
    }
  }

  private mutating func reset(entry: Int, stepCount: Int) {
    self.entry = entry
    conversion = nil
    isDismissed = false
    back = 0
    jump = 0
    passCount = 0
    lastPass = entry
    lastAct = entry
    if steps.count != stepCount {
      steps = Array(repeating: Step(), count: stepCount)
      starts = Array(repeating: [], count: stepCount)
      return
    }
    for step in steps.indices {
      if steps[step].isStarted { starts[step].removeAll(keepingCapacity: true) }
      steps[step] = Step()
    }
  }

  private mutating func start(_ step: Int, at index: Int) {
    steps[step].isStarted = true
    starts[step].append(index)
    lastAct = index
  }

  private mutating func pass(
    _ step: Int, _ outcome: PassOutcome, at index: Int, reported: Int64, _ events: [UnitEvent]
  ) {
    steps[step].outcome = outcome
    steps[step].sinceEntry = events[index].time - events[entry].time
    let measured = measure(step, at: index, events)
    steps[step].duration = reported >= 0 ? .measured(reported) : measured
    if reported >= 0, case .measured(let duration) = measured { steps[step].clock = (reported, duration) }
    passCount += 1
    lastPass = index
  }

  private func measure(_ step: Int, at index: Int, _ events: [UnitEvent]) -> PassDuration {
    var wasStarted = false
    for start in starts[step] where start != index {
      wasStarted = true
      if events[start].session == events[index].session { return .measured(events[index].time - events[start].time) }
    }
    if wasStarted { return .spanning }
    if lastPass == index { return .none }
    guard events[lastPass].session == events[index].session else { return .spanning }
    return .measured(events[index].time - events[lastPass].time)
  }
}
