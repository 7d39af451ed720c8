import FunnelModel

/// One user's accepted events in the order of section 5, those without signals too, with what tells their names.
///
/// It is read only where a plan keeps events' names. The memory is used again from user to user; the cost is near linear
/// in the user's events.
struct UserTrail: Sendable {
  /// One event of the user.
  struct Entry: Sendable {
    /// As a unit's event; its `signals` are 0 where it bears none of the flow that the user is walked with.
    var event: UnitEvent
    /// The number of its set of signals in the log, with the mark of an unknown step.
    var logSignals: UInt32
    /// The number of its combination of variant, further values and name.
    var attributes: UInt32
    /// The next entry of another session; the count where there is none.
    var nextSession = 0
    /// The next entry, itself included, with a signal of a step; the count where there is none.
    var nextStep = 0
  }

  /// The events in order.
  private(set) var entries: [Entry] = []

  /// Reads a user's events in the order in which the log has them.
  mutating func read(_ stored: [StoredEvent], _ range: Range<Int>, _ flow: Flow) {
    entries.removeAll(keepingCapacity: true)
    for place in range {
      let event = stored[place]
      entries.append(
        Entry(
          event: UnitEvent(
            time: event.time, duration: event.duration, session: event.session,
            signals: flow.localSets[Int(event.signalSet)], tieOrder: event.identity),
          logSignals: event.signals, attributes: event.attributes))
    }
    if !flow.keepsOrder {
      entries = entries.enumerated().sorted { left, right in
        if left.element.event.precedes(right.element.event) { return true }
        return !right.element.event.precedes(left.element.event) && left.offset < right.offset
      }.map(\.element)
    }
    for index in entries.indices.reversed() {
      let isLast = index + 1 == entries.count
      let hasStep = !flow.shapes[Int(entries[index].event.signals)].marks.isEmpty
      entries[index].nextStep = hasStep ? index : isLast ? entries.count : entries[index + 1].nextStep
      let goesOn = !isLast && entries[index + 1].event.session == entries[index].event.session
      entries[index].nextSession = goesOn ? entries[index + 1].nextSession : index + 1
    }
  }

  /// Where a unit's event, by its index, stands among all of the user's.
  func place(of index: Int, in unit: [UnitEvent]) -> Int {
    let event = unit[index]
    var twinsBefore = 0
    while twinsBefore < index, unit[index - twinsBefore - 1].isTwin(of: event) { twinsBefore += 1 }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].event.time < event.time { low = middle + 1 } else { high = middle }
    }
    while low < entries.count {
      if entries[low].event.isTwin(of: event) {
        if twinsBefore == 0 { return low }
        twinsBefore -= 1
      }
      low += 1
    }
    preconditionFailure("a unit's event is one of its user's")
  }

  /// What followed a unit's event.
  func following(
    _ index: Int, of unit: [UnitEvent], _ flow: Flow, _ words: LogVocabulary, _ definition: Definition?
  ) -> Following {
    let place = place(of: index, in: unit)
    let next = place + 1 < entries.count ? self.next(entries[place + 1], flow, words, definition) : nil
    let session = entries[place].nextSession
    guard session < entries.count else { return Following(next: next, comesBack: .stayedAway) }
    let resumed = entries[session].nextStep
    guard resumed < entries.count else { return Following(next: next, comesBack: .withoutStep) }
    let step = flow.firstStep(of: entries[resumed].event.signals)
    return Following(next: next, comesBack: step.map { .at(step: $0) } ?? .withoutStep)
  }

  private func next(
    _ entry: Entry, _ flow: Flow, _ words: LogVocabulary, _ definition: Definition?
  ) -> StepPaths.NextEvent {
    let name = words.text(of: .eventName, in: entry.attributes) ?? ""
    if let step = words.text(of: .eventStep, in: entry.attributes) {
      return StepPaths.NextEvent(name: name, step: step)
    }
    // Without a definition only an event that names a step bears a signal of it.
    let signalled = flow.firstStep(of: entry.event.signals).flatMap { definition?.steps[$0].id }
    return StepPaths.NextEvent(name: name, step: signalled)
  }
}

extension UnitEvent {
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

extension LogVocabulary {
  /// The text of a field in a combination, nil where there is none; the field must be one of `fields`.
  func text(of field: FieldReference, in attributes: UInt32) -> ByteText? {
    guard let index = fields.firstIndex(of: field) else { preconditionFailure("no values of \(field.name)") }
    let number = value(index, of: attributes)
    return number == 0 ? nil : values[index].text(number)
  }
}
