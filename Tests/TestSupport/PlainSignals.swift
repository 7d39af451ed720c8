import FunnelModel

/// What one event says by a list of steps (section 3): signals of steps by their place in the list, and of the flow.
struct PlainSignals: Hashable {
  var steps: [Int: Set<StepSignal>] = [:]
  var flow: Set<FlowSignal> = []

  var isEmpty: Bool { steps.isEmpty && flow.isEmpty }

  /// The places of the steps that it bears `completed` or `skipped` of.
  var passing: [Int] {
    steps.filter { $0.value.contains(.completed) || $0.value.contains(.skipped) }.map(\.key).sorted()
  }

  func bears(_ signal: StepSignal, of place: Int) -> Bool { steps[place]?.contains(signal) ?? false }

  /// All that an event says of the steps of a definition.
  init(of event: PlainEvent, definition: Definition) {
    let native = NativeEvent(rawValue: event.name.string)
    for signal in FlowSignal.allCases {
      // "A flow signal's match [replaces] its native event."
      let isBorne = definition.flowMatches[signal].map(event.fits) ?? (native?.flowSignal == signal)
      if isBorne { flow.insert(signal) }
    }
    for (place, step) in definition.steps.enumerated() {
      if step.matches.isEmpty {
        guard event.step == step.id, let signal = native?.stepSignal(skipped: event.isSkipped) else { continue }
        steps[place, default: []].insert(signal)
      } else {
        // "A step's `match` replaces all native events for that step."
        for (signal, match) in step.matches where event.fits(match) { steps[place, default: []].insert(signal) }
      }
    }
  }

  /// The same seen by a unit with a list of its own: "Signals of steps outside a unit's own list are none for it".
  func seen(by list: [Int]) -> PlainSignals {
    var seen = self
    seen.steps = [:]
    for (place, step) in list.enumerated() { seen.steps[place] = steps[step] }
    return seen
  }

  /// "An event's key is the sorted list of its signals' (place, rank): place is the step's index from 0, `flow_started`
  /// -1, `dismissed` and `flow_completed` after every step".
  func key(stepCount: Int) -> [[Int]] {
    var key = steps.flatMap { place, signals in signals.map { [place, Int($0.rawValue)] } }
    key += flow.map { [$0 == .flowStarted ? -1 : stepCount, Int($0.rawValue)] }
    return key.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

/// Whether one key comes before another: the first pair that differs decides, a prefix comes first.
func keyPrecedes(_ left: [[Int]], _ right: [[Int]]) -> Bool {
  left.lexicographicallyPrecedes(right) { $0.lexicographicallyPrecedes($1) }
}
