import FunnelModel

/// What is known of one user before its units are walked: variant, sessions, values over time.
///
/// The memory is used again from user to user.
struct UserHistory: Sendable {
  /// One session of the user.
  struct Session: Sendable {
    var first: Int64
    var last: Int64
    var events = 0
    /// Whether any of its events lies within the bounds.
    var isCounted = false
  }

  /// A moment at which the user had a value.
  private struct ValuePoint: Sendable {
    var time: Int64
    var value: UInt32
  }

  /// The number of the user's variant, 0 for none.
  private(set) var variant: UInt32 = 0
  /// Whether the user saw two or more variants.
  private(set) var isMixed = false
  /// When the user was first seen with its variant; meaningless without one.
  private(set) var variantTime: Int64 = 0
  /// When the user was first seen with a second variant; meaningless without one.
  private(set) var mixedTime: Int64 = 0
  /// The sessions in the order of their first events.
  private(set) var sessions: [Session] = []
  /// Whether any event lies within the bounds.
  private(set) var isCounted = false
  /// The newest event's time.
  private(set) var newest: Int64 = 0
  /// For each field past the variant the values over time, ascending.
  private var points: [[ValuePoint]]

  init(fieldCount: Int) {
    points = Array(repeating: [], count: fieldCount - 1)
  }

  /// Reads a user's events, at least one, in the order of time.
  mutating func read(
    _ events: [StoredEvent], _ range: Range<Int>, _ combinations: ValueCombinations, _ bounds: Range<Int64>
  ) {
    sessions.removeAll(keepingCapacity: true)
    variant = 0
    isMixed = false
    isCounted = false
    newest = events[range.upperBound - 1].time
    for index in range {
      let time = events[index].time
      let isWithin = bounds.contains(time)
      if isWithin { isCounted = true }
      let session = Int(events[index].session)
      if session == sessions.count { sessions.append(Session(first: time, last: time)) }
      sessions[session].last = time
      sessions[session].events += 1
      if isWithin { sessions[session].isCounted = true }

      let value = combinations.value(0, of: events[index].attributes)
      guard value != 0, value != variant else { continue }
      if variant == 0 {
        variant = value
        variantTime = time
      } else {
        if !isMixed { mixedTime = time }
        isMixed = true
        if time == variantTime { variant = min(variant, value) }
      }
    }
    for field in points.indices { readPoints(of: field, events, range, combinations) }
  }

  private mutating func readPoints(
    of field: Int, _ events: [StoredEvent], _ range: Range<Int>, _ combinations: ValueCombinations
  ) {
    points[field].removeAll(keepingCapacity: true)
    for index in range {
      let value = combinations.value(field + 1, of: events[index].attributes)
      guard value != 0 else { continue }
      let time = events[index].time
      let last = points[field].count - 1
      if last >= 0, points[field][last].time == time {
        points[field][last].value = min(points[field][last].value, value)
      } else {
        points[field].append(ValuePoint(time: time, value: value))
      }
    }
  }

  /// The number of the value that a unit has of a field: the newest at or before its entry, else the earliest; 0: none.
  ///
  /// What the user was seen with after `limit` is not known.
  func value(of field: Int, entry: Int64?, limit: Int64 = .max) -> UInt32 {
    guard field > 0 else { return variantTime <= limit ? variant : 0 }
    let points = points[field - 1]
    guard let earliest = points.first, earliest.time <= limit else { return 0 }
    guard let entry else { return earliest.value }
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle].time <= entry { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? earliest.value : points[low - 1].value
  }
}
