import FunnelModel

/// One walk told event by event: what `AttemptWalk` sums up, in the order in which it happened.
///
/// Where steps are passed in order it is told by the same `WalkRules.move`. Places are those of the unit's flow.
struct WalkStory: Sendable {
  /// What one event did.
  struct Deed: Sendable {
    /// The event, by its index in the unit.
    var event: Int
    /// The step that was current before and that was passed because the event acted on a later one.
    var settled: Pass?
    /// The steps that it started.
    var started: [Int] = []
    /// The step that it passed by a signal of its own.
    var passed: Pass?
    /// The step that `flow_completed` passed.
    var finished: Pass?
    /// Whether it bears signals of steps and acts on none, one of them of a step before the current one.
    var isBack = false
    /// Whether it bears signals of steps and acts on none.
    var isJump = false
    /// Whether it marks the walk as left, true, or takes such a mark back, false.
    var dismissal: Bool?
    /// Whether the walk converts with it.
    var converts = false
    /// Whether the walk ends with it.
    var ends = false

    /// Whether it acted in the sense of section 5.
    var hasActed: Bool { passed != nil || !started.isEmpty }
  }

  /// A step that was passed, and how.
  struct Pass: Sendable {
    var place: Int
    var outcome: PassOutcome
  }

  /// What each event did, from the entry up to the walk's end.
  private(set) var deeds: [Deed] = []
  /// The first event past the deadline, by its index; nil where the walk ended before or saw all.
  private(set) var tooLate: Int?

  /// The story of a walk from an entry.
  init(of unit: [UnitEvent], from entry: Int, rules: WalkRules) {
    if rules.order == .any {
      tellInAnyOrder(unit, entry, rules)
    } else {
      tellInOrder(unit, entry, rules)
    }
  }

  private mutating func tellInOrder(_ unit: [UnitEvent], _ entry: Int, _ rules: WalkRules) {
    let deadline = rules.deadline(from: unit[entry].time)
    var state = rules.start(with: unit[entry].signals)
    let canConvert = rules.canConvert(from: state.current)
    var isDismissed = false
    var hasConverted = false
    for index in entry..<unit.count {
      guard unit[index].time <= deadline else {
        tooLate = index
        return
      }
      let before = state.current
      let transition = rules.move(&state, by: unit[index].signals)
      var deed = Deed(event: index)
      deed.settled = transition.settled.map { Pass(place: before, outcome: $0) }
      switch transition.action {
      case .none: break
      case .back: deed.isBack = true
      case .jump: deed.isJump = true
      case .acted(let step):
        if transition.starts { deed.started = [step] }
        deed.passed = transition.passed.map { Pass(place: step, outcome: $0) }
      }
      if transition.finishes { deed.finished = Pass(place: state.lastPassed, outcome: .completed) }
      mark(&deed, transition.dismissal, &isDismissed)
      if canConvert, !hasConverted, rules.isConverted(state) {
        deed.converts = true
        hasConverted = true
      }
      deed.ends = transition.ends
      deeds.append(deed)
      if deed.ends { return }
    }
  }

  private mutating func tellInAnyOrder(_ unit: [UnitEvent], _ entry: Int, _ rules: WalkRules) {
    let deadline = rules.deadline(from: unit[entry].time)
    var isPassed = Array(repeating: false, count: rules.flow.steps.count)
    var missing = rules.flow.requiredCount
    var isDismissed = false
    for index in entry..<unit.count {
      guard unit[index].time <= deadline else {
        tooLate = index
        return
      }
      let shape = rules.flow.shapes[Int(unit[index].signals)]
      var deed = Deed(event: index)
      for mark in rules.flow.marks[shape.marks] where !isPassed[mark.place] {
        if mark.signals.contains(.started) { deed.started.append(mark.place) }
        if deed.passed == nil { deed.passed = mark.signals.outcome.map { Pass(place: mark.place, outcome: $0) } }
      }
      if let pass = deed.passed {
        isPassed[pass.place] = true
        if !rules.flow.isOptional[pass.place] {
          missing -= 1
          deed.converts = missing == 0
        }
      }
      mark(&deed, shape.flow.contains(.dismissed) ? true : deed.hasActed ? false : nil, &isDismissed)
      deed.ends = !isPassed.contains(false)
      deeds.append(deed)
      if deed.ends { return }
    }
  }

  /// Notes a mark that changes something.
  private func mark(_ deed: inout Deed, _ dismissal: Bool?, _ isDismissed: inout Bool) {
    guard let dismissal, dismissal != isDismissed else { return }
    deed.dismissal = dismissal
    isDismissed = dismissal
  }
}
