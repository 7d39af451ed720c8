import FunnelModel

/// Where a walk of `order: ordered` or `strict` stands: what its next steps depend on.
struct WalkState: Hashable, Sendable {
  /// The current step's place; the count of steps once past the last.
  var current: Int
  /// Whether the current step was started since it became current.
  var isStarted = false
  /// The step passed last, -1 before the first.
  var lastPassed = -1
}

/// What one event did in a walk of `order: ordered` or `strict`.
struct Transition: Sendable {
  /// What the event came to.
  enum Action: Hashable, Sendable {
    /// It bears no step signal.
    case none
    /// It acted on the step at this place.
    case acted(on: Int)
    /// It bears step signals, acts on none, and one is of a step before the current one.
    case back
    /// It bears step signals and acts on none.
    case jump
  }

  /// What the event came to.
  var action = Action.none
  /// How the step that was current before was passed because the event acted on a later one.
  var settled: PassOutcome?
  /// Whether it bears `started` of the step that it acted on.
  var starts = false
  /// How it passed the step that it acted on.
  var passed: PassOutcome?
  /// Whether `flow_completed` passed what was current then.
  var finishes = false
  /// Whether the walk ends with this event, past the last step or, with `strict`, out of order.
  var ends = false
  /// Whether the event marks the walk dismissed (true), takes that back (false), or neither.
  var dismissal: Bool?

  /// How many steps it passed.
  var passCount: Int { (settled == nil ? 0 : 1) + (passed == nil ? 0 : 1) + (finishes ? 1 : 0) }
}

/// The rules of section 5 for one flow: the one state machine of every walk but those of `order: any`.
///
/// An object, since every unit's walk refers to it and a structure would be copied list by list.
final class WalkRules: Sendable {
  let flow: Flow
  let order: StepOrder
  let entry: EntryRule
  let advance: AdvanceRule
  /// Microseconds from the entry to the deadline; nil: no limit.
  let window: Int64?

  init(flow: Flow, rules: AnalysisRules, advance: AdvanceRule) {
    self.flow = flow
    order = rules.order
    entry = rules.order == .any ? .first : rules.entry
    self.advance = rules.order == .any ? .explicit : advance
    window = rules.window?.microseconds
  }

  /// Rules that say the same and are counted apart, for a thread of its own.
  ///
  /// Two threads that count references to one object wait for each other.
  init(separateFrom other: WalkRules) {
    flow = Flow(separateFrom: other.flow)
    order = other.order
    entry = other.entry
    advance = other.advance
    window = other.window
  }

  /// The last moment that counts for a walk from an entry at some moment.
  func deadline(from entry: Int64) -> Int64 {
    guard let window else { return .max }
    let (sum, overflow) = entry.addingReportingOverflow(window)
    return overflow ? .max : sum
  }

  /// The state in which a walk from an event with these signals begins.
  func start(with signals: UInt32) -> WalkState {
    let shape = flow.shapes[Int(signals)]
    guard entry == .any, !shape.flow.contains(FlowSignals(.flowStarted)), let first = shape.marks.first else {
      return WalkState(current: 0)
    }
    return WalkState(current: flow.marks[first].place)
  }

  /// Whether a walk that began at a place has converted once it stands where it does.
  @inline(__always)
  func isConverted(_ state: WalkState) -> Bool { state.current > flow.lastRequired }

  /// Whether a walk that begins at a place can convert: a required step lies at or after it.
  @inline(__always)
  func canConvert(from place: Int) -> Bool { place <= flow.lastRequired }

  /// Moves a walk, which is not past the last step, by an event that is not past its deadline.
  @inline(__always)
  func move(_ state: inout WalkState, by signals: UInt32) -> Transition {
    let shape = flow.shapes[Int(signals)]
    var transition = Transition()
    if !shape.marks.isEmpty {
      if let mark = target(of: shape, in: state) {
        act(on: mark, &state, &transition)
      } else {
        let isBack = flow.marks[shape.marks.lowerBound].place < state.current
        transition.action = isBack ? .back : .jump
        if order == .strict, !isBack || !shape.marks.allSatisfy({ flow.marks[$0].place == state.lastPassed }) {
          transition.ends = true
          return transition
        }
      }
    }
    if shape.flow.contains(.dismissed) { transition.dismissal = true }
    if shape.flow.contains(.flowCompleted), state.isStarted, flow.nextRequired[state.current + 1] == flow.steps.count {
      transition.finishes = true
      pass(&state)
    }
    transition.ends = state.current == flow.steps.count
    return transition
  }

  private func target(of shape: Flow.Shape, in state: WalkState) -> Flow.Mark? {
    // Reachable over optional steps alone, and, from a started step with `next`, for what bears `started`.
    let limit = flow.nextRequired[state.current]
    let startLimit =
      advance == .next && state.isStarted ? max(limit, flow.nextRequired[state.current + 1]) : limit
    guard let nearest = firstMark(of: shape, from: state.current) else { return nil }
    if flow.marks[nearest].place <= limit { return flow.marks[nearest] }
    let starting = flow.marks[nearest].nextStarted
    guard starting < shape.marks.upperBound, flow.marks[starting].place <= startLimit else { return nil }
    return flow.marks[starting]
  }

  /// The first mark at a place or after it, or nil.
  ///
  /// Costs the logarithm of the marks: an event that bears signals of every step moves a walk at each.
  @inline(__always)
  private func firstMark(of shape: Flow.Shape, from place: Int) -> Int? {
    var low = shape.marks.lowerBound
    var high = shape.marks.upperBound
    while low < high {
      let middle = (low + high) / 2
      if flow.marks[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low < shape.marks.upperBound ? low : nil
  }

  private func act(on mark: Flow.Mark, _ state: inout WalkState, _ transition: inout Transition) {
    transition.action = .acted(on: mark.place)
    transition.dismissal = false
    if mark.place > state.current {
      if state.isStarted {
        transition.settled = advance == .next ? .completed : .skipped
        state.lastPassed = state.current
      }
      state.current = mark.place
      state.isStarted = false
    }
    if mark.signals.contains(.started) {
      state.isStarted = true
      transition.starts = true
    }
    transition.passed = mark.signals.outcome
    if transition.passed != nil { pass(&state) }
  }

  private func pass(_ state: inout WalkState) {
    state.lastPassed = state.current
    state.current += 1
    state.isStarted = false
  }
}
