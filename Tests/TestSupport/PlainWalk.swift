import FunnelModel

/// One candidate's walk from its entry event on, as section 5 tells it.
struct PlainWalk {
  enum Outcome { case completed, skipped }

  /// How a step was passed.
  struct Pass {
    var place: Int
    var outcome: Outcome
    /// The stop that passed it.
    var stop: Int
    var wasStarted: Bool
    var duration: PlainDuration
  }

  let unit: PlainUnit
  let entry: Int
  /// The first step that the walk can enter.
  let began: Int
  /// "The entry's time + window"; nil for none.
  let deadline: Int64?
  /// The current step; past the last one it is the number of steps.
  var current: Int
  /// By place, the stops that bore `started` of a step while it could be passed.
  var starts: [Int: [Int]] = [:]
  /// In the order of passing.
  var passes: [Pass] = []
  /// The stop that passed the last of the required steps.
  var conversion: Int?
  var isDismissed = false
  var back = 0
  var jump = 0
  var isOver = false

  var isCurrentStarted: Bool { isStarted(current) }
  func isStarted(_ place: Int) -> Bool { starts[place] != nil }
  func isPassed(_ place: Int) -> Bool { passes.contains { $0.place == place } }
  var entryTime: Int64 { unit.stops[entry].event.time }

  init(entry: Int, began: Int, unit: PlainUnit) {
    self.unit = unit
    self.entry = entry
    self.began = began
    current = began
    deadline = unit.rules.window.map { unit.stops[entry].event.time + $0.microseconds }
  }

  /// The walk for `ordered` and `strict`.
  init(from entry: Int, in unit: PlainUnit) {
    let signals = unit.stops[entry].signals
    var began = 0
    // "With `entry: any`: the walk begins at the first step that the event bears a signal of (with `flow_started`: at
    // the first step)."
    if unit.rules.entry == .any, !signals.flow.contains(.flowStarted) { began = signals.steps.keys.min() ?? 0 }
    self.init(entry: entry, began: began, unit: unit)
    for index in entry..<unit.stops.count {
      // 1. "Later than the deadline: the walk ends. Exactly on it still counts."
      if let deadline, unit.stops[index].event.time > deadline { break }
      take(index)
      // 8. "Past the last step the walk ends."
      if isOver || current == unit.steps.count { break }
    }
  }

  private mutating func take(_ index: Int) {
    let signals = unit.stops[index].signals
    if let place = stepActedOn(signals) {
      act(on: place, index)
    } else if !signals.steps.isEmpty {
      // 5. "An event that bears step signals and acts on none is a `back` if one of them is of a step before the
      // current one, else a `jump`."
      let isBack = signals.steps.keys.contains { $0 < current }
      if isBack { back += 1 } else { jump += 1 }
      // "With `order: strict` either ends the walk there and then, except a `back` whose every step is the one passed
      // last."
      let isOfLastPassed = isBack && signals.steps.keys.allSatisfy { $0 == passes.last?.place }
      if unit.rules.order == .strict, !isOfLastPassed {
        isOver = true
        return
      }
    }
    // 6. "`dismissed` marks the walk dismissed."
    if signals.flow.contains(.dismissed) { isDismissed = true }
    // 7. "`flow_completed` passes the current step as `completed`, if it was started and no step after it is required."
    if signals.flow.contains(.flowCompleted), isCurrentStarted,
      (current + 1..<unit.steps.count).allSatisfy(unit.isOptional)
    {
      pass(.completed, at: index, reported: nil)
    }
  }

  /// 2. "On the current step if it bears a signal of it, else on the nearest later step that it bears a signal of and
  /// that is reachable".
  private func stepActedOn(_ signals: PlainSignals) -> Int? {
    if signals.steps[current] != nil { return current }
    return signals.steps.keys.sorted().first { later in
      guard later > current else { return false }
      if (current..<later).allSatisfy(unit.isOptional) { return true }
      return unit.rules.advance == .next && signals.bears(.started, of: later) && isCurrentStarted
        && (current + 1..<later).allSatisfy(unit.isOptional)
    }
  }

  private mutating func act(on place: Int, _ index: Int) {
    // 6. "A later event that acts takes that back."
    isDismissed = false
    if place > current {
      // 3. "Acting on a later step first settles the current one: if it was started it is passed at this event, as
      // `completed` with `advance: next`, as `skipped` with `explicit`; if not, it is not entered."
      if isCurrentStarted { pass(unit.rules.advance == .next ? .completed : .skipped, at: index, reported: nil) }
      current = place
    }
    let stop = unit.stops[index]
    // 4. "`started` marks the current step started. `completed` or else `skipped` passes it."
    if stop.signals.bears(.started, of: place) { starts[place, default: []].append(index) }
    if stop.signals.bears(.completed, of: place) {
      pass(.completed, at: index, reported: stop.event.duration)
    } else if stop.signals.bears(.skipped, of: place) {
      pass(.skipped, at: index, reported: stop.event.duration)
    }
  }

  /// Passes the current step; "the next step becomes current".
  private mutating func pass(_ outcome: Outcome, at index: Int, reported: Int64?) {
    record(current, outcome, at: index, reported: reported)
    current += 1
  }

  /// Notes a pass, and the conversion: "once every required step from where it began, one at least, is passed: at the
  /// time of passing the last of them".
  mutating func record(_ place: Int, _ outcome: Outcome, at index: Int, reported: Int64?) {
    let duration = PlainDuration(passing: place, at: index, reported: reported, in: self)
    passes.append(
      Pass(place: place, outcome: outcome, stop: index, wasStarted: isStarted(place), duration: duration))
    let required = (began..<unit.steps.count).filter { !unit.isOptional($0) }
    if conversion == nil, !required.isEmpty, required.allSatisfy(isPassed) { conversion = index }
  }
}
