import FunnelModel

extension PlainWalk {
  /// The walk for `order: any`.
  init(anyOrderFrom entry: Int, in unit: PlainUnit) {
    self.init(entry: entry, began: 0, unit: unit)
    for index in entry..<unit.stops.count {
      if let deadline, unit.stops[index].event.time > deadline { break }
      takeInAnyOrder(index)
      // "The walk ends when every step is passed."
      if passes.count == unit.steps.count { break }
    }
  }

  private mutating func takeInAnyOrder(_ index: Int) {
    let stop = unit.stops[index]
    let open = unit.places.filter { !isPassed($0) }
    // "A step not passed yet is started by its `started`."
    let started = open.filter { stop.signals.bears(.started, of: $0) }
    for place in started { starts[place, default: []].append(index) }
    // "Each event passes one step at most, the first in the list that it bears `completed` or `skipped` of and that is
    // not passed yet."
    let passed = open.first { stop.signals.passing.contains($0) }
    if let passed {
      let isCompleted = stop.signals.bears(.completed, of: passed)
      record(passed, isCompleted ? .completed : .skipped, at: index, reported: stop.event.duration)
    }
    // "`dismissed` as in 6, where an event acts if it passes a step or bears `started` of one not passed yet."
    if passed != nil || !started.isEmpty { isDismissed = false }
    if stop.signals.flow.contains(.dismissed) { isDismissed = true }
  }
}
