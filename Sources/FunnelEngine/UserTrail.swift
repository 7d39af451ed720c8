import FunnelModel

/// One user's accepted events in the order of section 5, those without signals too, with what tells their names.
///
/// It is read only where a plan keeps everything of a user.
struct UserTrail: Sendable {
  /// One event of the user.
  struct Entry: Sendable {
    /// As a unit's event; its `signals` are 0 where it bears none of the flow that the user is walked with.
    var event: UnitEvent
    /// The number of its set of signals in the log, with the mark of an unknown step.
    var logSignals: UInt32
    /// The number of its combination of variant, further values and name.
    var attributes: UInt32
  }

  /// The events in order.
  private(set) var entries: [Entry] = []

  /// No event yet.
  init() {}

  /// A user's events in the order in which the log has them.
  init(_ stored: [StoredEvent], _ range: Range<Int>, _ flow: Flow) {
    entries = stored[range].map {
      Entry(event: UnitEvent($0, flow), logSignals: $0.signals, attributes: $0.attributes)
    }
    if flow.keepsOrder { return }
    entries = entries.enumerated().sorted { left, right in
      if left.element.event.precedes(right.element.event) { return true }
      return !right.element.event.precedes(left.element.event) && left.offset < right.offset
    }.map(\.element)
  }
}
