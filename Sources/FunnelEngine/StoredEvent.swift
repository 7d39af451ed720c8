/// What is kept of one event: 40 bytes.
struct StoredEvent: BitwiseCopyable, Sendable {
  /// Set in `signals` for a native step event of a step that is in no list.
  static let unknownStep: UInt32 = 1 << 31

  /// Microseconds since 1970 UTC.
  var time: Int64
  /// The reported duration in microseconds, -1 where there is none: so that none comes first.
  var duration: Int64
  /// A keyed hash of the event's name and id, 0 without an id, for as long as copies are in.
  ///
  /// Two different events of one user at one
  /// microsecond are taken for copies with a chance of 2^-64. Once copies are out it is the event's place among those of
  /// the same time by (event id, session id), where that can matter.
  var identity: UInt64
  /// The user, by its number in the partition.
  var user: UInt32
  /// The session id by its number, 0 without one, for as long as sessions are not made; then the session's index.
  var session: UInt32
  /// The number of the set of signals that it bears, 0 for none, with `unknownStep`.
  var signals: UInt32
  /// The number of its combination of variant and further values.
  var attributes: UInt32

  /// The number of the set of signals; sets are numbered in the order of keys once the workers' are put together.
  var signalSet: UInt32 { signals & ~Self.unknownStep }
}
