import FunnelModel

/// An event of a unit that bears signals, in the unit's order.
struct PlainStop {
  var event: PlainEvent
  var signals: PlainSignals
  /// Which of the user's sessions it lies in.
  var session: Int
}

/// One unit as section 5 walks it: its steps, its stops in order, and the rules.
struct PlainUnit {
  var steps: [StepDefinition]
  var stops: [PlainStop]
  /// `advance` is not nil.
  var rules: AnalysisRules

  var places: Range<Int> { steps.indices }

  func isOptional(_ place: Int) -> Bool { steps[place].isOptional }

  /// "A unit's events that bear signals stand in the order (time, key, reported duration with none first, event id,
  /// session id; an absent id is the empty string)".
  static func precedes(_ left: PlainStop, _ right: PlainStop, stepCount: Int) -> Bool {
    if left.event.time != right.event.time { return left.event.time < right.event.time }
    let keys = (left.signals.key(stepCount: stepCount), right.signals.key(stepCount: stepCount))
    if keys.0 != keys.1 { return keyPrecedes(keys.0, keys.1) }
    let durations = (left.event.duration ?? -1, right.event.duration ?? -1)
    if durations.0 != durations.1 { return durations.0 < durations.1 }
    let ids = (left.event.id ?? "", right.event.id ?? "")
    if ids.0 != ids.1 { return ids.0 < ids.1 }
    return left.event.session ?? "" < right.event.session ?? ""
  }

  /// The stops that are entry events, in order, wherever the bounds lie.
  func entries() -> [Int] {
    // "With `order: any`: those that bear `flow_started` or any step signal. With `entry: any`: the same."
    if rules.order == .any || rules.entry == .any {
      return stops.indices.filter { stops[$0].signals.flow.contains(.flowStarted) || !stops[$0].signals.steps.isEmpty }
    }
    // "An opening step (the first, and any that only optional steps stand before)."
    let opening = places.filter { place in (0..<place).allSatisfy(isOptional) }
    let openings = stops.indices.filter { index in
      stops[index].signals.flow.contains(.flowStarted)
        || opening.contains { stops[index].signals.bears(.started, of: $0) }
    }
    // "And, before the first of these, those that bear `completed` or `skipped` of an opening step."
    let early = (0..<(openings.first ?? stops.count)).filter { index in
      stops[index].signals.passing.contains(where: opening.contains)
    }
    return early + openings
  }

  /// "The counted attempt of a unit is the first candidate that converted; if none did, the candidate that passed most
  /// steps; of those one whose current step was started (not with `order: any`); of those the first".
  func countedAttempt(among entries: [Int]) -> PlainWalk? {
    let candidates = entries.map {
      rules.order == .any ? PlainWalk(anyOrderFrom: $0, in: self) : PlainWalk(from: $0, in: self)
    }
    if let first = candidates.first(where: { $0.conversion != nil }) { return first }
    let most = candidates.map(\.passes.count).max()
    let furthest = candidates.filter { $0.passes.count == most }
    if rules.order != .any, let started = furthest.first(where: \.isCurrentStarted) { return started }
    return furthest.first
  }
}
