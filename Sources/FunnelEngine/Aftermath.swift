import FunnelModel

/// Tells what a user did after an event of one of its units, from the events as they are stored.
///
/// An event's place is where it stands among all of the user's in the order of section 5, those without signals too. Only
/// events of one time can stand otherwise than they are stored; these are put in order when one of them is asked for. The
/// cost is linear in the events that are gone over, and an event without a signal of a step is gone over once a user.
struct Aftermath: Sendable {
  /// Events of one time in order, by where they are stored.
  private var run: [Int] = []
  private var runPlaces = 0..<0
  /// Places of the user that were found to hold no signal of a step.
  private var stepless = 0..<0

  /// Begins another user.
  mutating func beginUser() {
    runPlaces = 0..<0
    stepless = 0..<0
  }

  /// What followed a unit's event.
  mutating func following(
    _ index: Int, of unit: [UnitEvent], among stored: [StoredEvent], _ range: Range<Int>, _ flow: Flow,
    _ words: LogVocabulary, _ combinations: ValueCombinations, _ definition: Definition?
  ) -> Following {
    var next = place(of: index, in: unit, stored, range, flow) + 1
    guard next < range.upperBound else { return Following(next: nil, comesBack: .stayedAway) }
    let followed = nextEvent(stored[storage(of: next, stored, range, flow)], flow, words, combinations, definition)
    while next < range.upperBound, stored[storage(of: next, stored, range, flow)].session == unit[index].session {
      next += 1
    }
    guard next < range.upperBound else { return Following(next: followed, comesBack: .stayedAway) }
    let resumed = placeOfStep(from: next, stored, range, flow)
    guard resumed < range.upperBound else { return Following(next: followed, comesBack: .withoutStep) }
    let event = stored[storage(of: resumed, stored, range, flow)]
    let step = flow.firstStep(of: flow.localSets[Int(event.signalSet)])
    return Following(next: followed, comesBack: step.map { .at(step: $0) } ?? .withoutStep)
  }

  private mutating func place(
    of index: Int, in unit: [UnitEvent], _ stored: [StoredEvent], _ range: Range<Int>, _ flow: Flow
  ) -> Int {
    let event = unit[index]
    var twinsBefore = 0
    while twinsBefore < index, unit[index - twinsBefore - 1].isTwin(of: event) { twinsBefore += 1 }
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if stored[middle].time < event.time { low = middle + 1 } else { high = middle }
    }
    while low < range.upperBound {
      if UnitEvent(stored[storage(of: low, stored, range, flow)], flow).isTwin(of: event) {
        if twinsBefore == 0 { return low }
        twinsBefore -= 1
      }
      low += 1
    }
    preconditionFailure("a unit's event is one of its user's")
  }

  /// The first place from one on that bears a signal of a step; the end of the range where there is none.
  private mutating func placeOfStep(
    from first: Int, _ stored: [StoredEvent], _ range: Range<Int>, _ flow: Flow
  ) -> Int {
    var place = stepless.contains(first) ? stepless.upperBound : first
    while place < range.upperBound {
      let event = stored[storage(of: place, stored, range, flow)]
      if !flow.shapes[Int(flow.localSets[Int(event.signalSet)])].marks.isEmpty { break }
      place += 1
    }
    stepless = (stepless.contains(first) ? stepless.lowerBound : first)..<place
    return place
  }

  /// Where the event of a place is stored.
  private mutating func storage(
    of place: Int, _ stored: [StoredEvent], _ range: Range<Int>, _ flow: Flow
  ) -> Int {
    if flow.keepsOrder { return place }
    if !runPlaces.contains(place) {
      let time = stored[place].time
      var first = place
      while first > range.lowerBound, stored[first - 1].time == time { first -= 1 }
      var last = place
      while last + 1 < range.upperBound, stored[last + 1].time == time { last += 1 }
      runPlaces = first..<last + 1
      run.removeAll(keepingCapacity: true)
      run.append(contentsOf: runPlaces)
      if run.count > 1 {
        run.sort { left, right in
          let (one, other) = (UnitEvent(stored[left], flow), UnitEvent(stored[right], flow))
          return one.precedes(other) || (!other.precedes(one) && left < right)
        }
      }
    }
    return run[place - runPlaces.lowerBound]
  }

  private func nextEvent(
    _ event: StoredEvent, _ flow: Flow, _ words: LogVocabulary, _ combinations: ValueCombinations,
    _ definition: Definition?
  ) -> StepPaths.NextEvent {
    let name = words.eventName(of: event.attributes, in: combinations) ?? ""
    if let step = words.eventStep(of: event.attributes, signals: event.signals, in: combinations) {
      return StepPaths.NextEvent(name: name, step: step)
    }
    // Without a definition only an event that names a step bears a signal of it.
    let signalled = flow.firstStep(of: flow.localSets[Int(event.signalSet)]).flatMap { definition?.steps[$0].id }
    return StepPaths.NextEvent(name: name, step: signalled)
  }
}

extension UnitEvent {
  /// A stored event with the signals that it bears in a flow, 0 for none.
  init(_ stored: StoredEvent, _ flow: Flow) {
    self.init(
      time: stored.time, duration: stored.duration, session: stored.session,
      signals: flow.localSets[Int(stored.signalSet)], tieOrder: stored.identity)
  }

  /// Whether two events are the same to every rule.
  fileprivate func isTwin(of other: UnitEvent) -> Bool {
    time == other.time && signals == other.signals && duration == other.duration && session == other.session
      && tieOrder == other.tieOrder
  }
}

extension Flow {
  /// The first step that a set of signals is about, as its place in the definition; nil where it is about none.
  func firstStep(of signals: UInt32) -> Int? {
    marks[shapes[Int(signals)].marks].first.map { steps[$0.place] }
  }
}
