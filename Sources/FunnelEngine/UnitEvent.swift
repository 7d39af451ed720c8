/// An event of a unit that bears signals of the flow that the unit is walked with.
struct UnitEvent: Sendable {
  /// Microseconds since 1970 UTC.
  var time: Int64
  /// The reported duration in microseconds, -1 where there is none.
  var duration: Int64
  /// The index of its session among the user's.
  var session: UInt32
  /// The number of its set of signals in the flow; never 0.
  var signals: UInt32
  /// Its place among those of the same time by (event id, session id), where that can matter.
  var tieOrder: UInt64

  /// Whether it stands before another in the order of section 5.
  func precedes(_ other: UnitEvent) -> Bool {
    (time, signals, duration, tieOrder) < (other.time, other.signals, other.duration, other.tieOrder)
  }
}
