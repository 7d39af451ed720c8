import FunnelModel

/// The steps that a unit is walked with, and what each set of signals says of them.
///
/// Places are indices in this list, which may be a variant's own; signals of steps outside it are none here.
struct Flow: Sendable {
  /// What an event says of one step.
  struct Mark: Sendable {
    var place: Int
    var signals: StepSignals
    /// The index of the first mark of its shape from this one on that bears `started`; the shape's end where none does.
    var nextStarted = 0
  }

  /// Whether an event begins candidates, by the rule `entry: first` of an order other than `any`.
  enum Opening: Sendable {
    /// It begins none.
    case none
    /// It passes an opening step, and begins one only before the first that opens.
    case passing
    /// It bears `flow_started`, or `started` of an opening step.
    case opening
  }

  /// A set of signals as this flow reads it.
  struct Shape: Sendable {
    var marks: Range<Int>
    var flow: FlowSignals
    var opening: Opening
  }

  /// Each step's place in the definition.
  let steps: [Int]
  /// Whether each may be passed by.
  let isOptional: [Bool]
  /// For each place, and the one past the end, the first required place at or after it; the count where there is none.
  let nextRequired: [Int]
  /// The last required place, -1 where there is none.
  let lastRequired: Int
  /// How many steps are required.
  let requiredCount: Int
  /// For each number of the log's sets the number of the set here; 0 bears nothing.
  private(set) var localSets: [UInt32]
  /// Whether events of one time stand here in the order in which the log has them.
  private(set) var keepsOrder = true
  /// The sets here, by their numbers, in the order of their keys; the first is empty.
  private(set) var shapes: [Shape]
  /// The marks of all shapes, each shape's by place.
  private(set) var marks: [Mark] = []

  /// The flow of some of the definition's steps, in this order.
  ///
  /// `place` gives the definition's place of the step that a signal in `sets` is about, nil where it has none.
  init(_ definition: Definition, steps: [Int], sets: SignalSets, place: (Int) -> Int?) {
    self.steps = steps
    let optional = steps.map { definition.steps[$0].isOptional }
    isOptional = optional
    var next = Array(repeating: steps.count, count: steps.count + 1)
    for place in steps.indices.reversed() { next[place] = optional[place] ? next[place + 1] : place }
    nextRequired = next
    lastRequired = optional.lastIndex(of: false) ?? -1
    requiredCount = optional.count { !$0 }

    var localPlaces: [Int: Int] = [:]
    for (local, step) in steps.enumerated() { localPlaces[step] = local }
    var read: [(items: [SignalItem], number: Int)] = []
    localSets = Array(repeating: 0, count: sets.count)
    for number in 0..<sets.count {
      let items = sets[UInt32(number)].compactMap { item -> SignalItem? in
        guard let step = item.step else { return item }
        return place(step.place).flatMap { localPlaces[$0] }.map { SignalItem(place: $0, step.signal) }
      }
      if !items.isEmpty { read.append((items.sorted(), number)) }
    }
    read.sort { $0.items.lexicographicallyPrecedes($1.items) }
    shapes = [Shape(marks: 0..<0, flow: [], opening: .none)]
    var last: [SignalItem] = []
    for (items, number) in read {
      if items != last { addShape(items) }
      last = items
      localSets[number] = UInt32(shapes.count - 1)
    }
    var highest: UInt32 = 0
    for set in localSets where set != 0 {
      if set < highest { keepsOrder = false }
      highest = max(highest, set)
    }
    // Two sets of the log that are one here may stand apart by their keys alone, their durations out of order.
    if Set(localSets.filter { $0 != 0 }).count != localSets.count(where: { $0 != 0 }) { keepsOrder = false }
  }

  /// A flow that is the same, with lists of its own.
  init(separateFrom other: Flow) {
    steps = other.steps.map { $0 }
    isOptional = other.isOptional.map { $0 }
    nextRequired = other.nextRequired.map { $0 }
    lastRequired = other.lastRequired
    requiredCount = other.requiredCount
    localSets = other.localSets.map { $0 }
    keepsOrder = other.keepsOrder
    shapes = other.shapes.map { $0 }
    marks = other.marks.map { $0 }
  }

  private mutating func addShape(_ items: [SignalItem]) {
    let begin = marks.count
    var flow: FlowSignals = []
    var opening = Opening.none
    for item in items {
      if let step = item.step {
        if marks.count == begin || marks[marks.count - 1].place != step.place {
          marks.append(Mark(place: step.place, signals: []))
        }
        marks[marks.count - 1].signals.insert(StepSignals(step.signal))
        if step.place <= nextRequired[0] {
          opening = step.signal == .started || opening == .opening ? .opening : .passing
        }
      } else if let signal = item.flow {
        flow.insert(FlowSignals(signal))
        if signal == .flowStarted { opening = .opening }
      }
    }
    var started = marks.count
    for index in (begin..<marks.count).reversed() {
      if marks[index].signals.contains(.started) { started = index }
      marks[index].nextStarted = started
    }
    shapes.append(Shape(marks: begin..<marks.count, flow: flow, opening: opening))
  }
}

/// The signals that one event bears of one step.
struct StepSignals: OptionSet, Sendable {
  let rawValue: UInt8

  static let started = StepSignals(.started)
  static let passing: StepSignals = [StepSignals(.completed), StepSignals(.skipped)]

  init(rawValue: UInt8) { self.rawValue = rawValue }
  init(_ signal: StepSignal) { rawValue = 1 << signal.rawValue }

  /// The way in which it passes the step, nil where it does not.
  var outcome: PassOutcome? {
    contains(StepSignals(.completed)) ? .completed : contains(StepSignals(.skipped)) ? .skipped : nil
  }
}

/// The signals that one event bears of the flow.
struct FlowSignals: OptionSet, Sendable {
  let rawValue: UInt8

  static let dismissed = FlowSignals(.dismissed)
  static let flowCompleted = FlowSignals(.flowCompleted)

  init(rawValue: UInt8) { self.rawValue = rawValue }
  init(_ signal: FlowSignal) { rawValue = 1 << signal.rawValue }
}

/// How a step is passed.
enum PassOutcome: Sendable {
  /// It was done.
  case completed
  /// It was passed without being done.
  case skipped
}
