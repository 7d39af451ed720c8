import FunnelModel

/// Where a walk of any order stands while it is told: all that what it does next depends on, and whether it is past the words
/// that are said once.
///
/// Two walks that are equal here go on alike for as long as both have time.
struct StoryWalk: Hashable, Sendable {
  /// Where it stands; not used with `order: any`.
  private var state: WalkState
  /// The steps that were passed, by their places; with `order: any` alone.
  private var isPassed: [Bool] = []
  /// Required steps that were not passed; with `order: any` alone.
  private var missing = 0
  private let canConvert: Bool
  private var isDismissed = false
  /// Whether it converted.
  private(set) var hasConverted = false

  /// A walk that begins with an event of these signals, which has not moved it yet.
  init(with signals: UInt32, rules: WalkRules) {
    guard rules.order != .any else {
      state = WalkState(current: 0)
      isPassed = Array(repeating: false, count: rules.flow.steps.count)
      missing = rules.flow.requiredCount
      canConvert = missing > 0
      return
    }
    state = rules.start(with: signals)
    canConvert = rules.canConvert(from: state.current)
  }

  /// Whether the step that it stands at was started; never with `order: any`.
  var isStarted: Bool { state.isStarted }

  /// Moves it by an event, by its index in the unit, and tells what that did.
  mutating func move(by signals: UInt32, at index: Int, rules: WalkRules) -> WalkStory.Deed {
    rules.order == .any ? moveInAnyOrder(signals, index, rules) : moveInOrder(signals, index, rules)
  }

  private mutating func moveInOrder(_ signals: UInt32, _ index: Int, _ rules: WalkRules) -> WalkStory.Deed {
    let before = state.current
    let transition = rules.move(&state, by: signals)
    var deed = WalkStory.Deed(event: index)
    deed.settled = transition.settled.map { WalkStory.Pass(place: before, outcome: $0) }
    switch transition.action {
    case .none: break
    case .back: deed.isBack = true
    case .jump: deed.isJump = true
    case .acted(let step):
      if transition.starts { deed.started = [step] }
      deed.passed = transition.passed.map { WalkStory.Pass(place: step, outcome: $0) }
    }
    if transition.finishes { deed.finished = WalkStory.Pass(place: state.lastPassed, outcome: .completed) }
    // Only 'strict' asks what was passed last.
    if rules.order != .strict { state.lastPassed = -1 }
    mark(&deed, transition.dismissal)
    if canConvert, !hasConverted, rules.isConverted(state) {
      deed.converts = true
      hasConverted = true
    }
    deed.ends = transition.ends
    return deed
  }

  private mutating func moveInAnyOrder(_ signals: UInt32, _ index: Int, _ rules: WalkRules) -> WalkStory.Deed {
    let shape = rules.flow.shapes[Int(signals)]
    var deed = WalkStory.Deed(event: index)
    for mark in rules.flow.marks[shape.marks] where !isPassed[mark.place] {
      if mark.signals.contains(.started) { deed.started.append(mark.place) }
      if deed.passed == nil {
        deed.passed = mark.signals.outcome.map { WalkStory.Pass(place: mark.place, outcome: $0) }
      }
    }
    if let pass = deed.passed {
      isPassed[pass.place] = true
      if !rules.flow.isOptional[pass.place] {
        missing -= 1
        deed.converts = missing == 0
        hasConverted = missing == 0
      }
    }
    mark(&deed, shape.flow.contains(.dismissed) ? true : deed.hasActed ? false : nil)
    deed.ends = !isPassed.contains(false)
    return deed
  }

  /// Notes a mark that changes something.
  private mutating func mark(_ deed: inout WalkStory.Deed, _ dismissal: Bool?) {
    guard let dismissal, dismissal != isDismissed else { return }
    deed.dismissal = dismissal
    isDismissed = dismissal
  }
}
