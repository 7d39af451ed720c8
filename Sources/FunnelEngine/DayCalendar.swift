import FunnelModel

/// The days of a log in a zone, from that of its first event to that of its last, by their places from 0.
struct DayCalendar: Sendable {
  private static let usualLength: Int64 = 86_400_000_000

  /// The first day, as days since 1970-01-01.
  let first: Int
  /// Where each day begins, and at last where the last one ends, in microseconds.
  private let starts: [Int64]

  /// The days between two moments, both included.
  init(from firstTime: Int64, through lastTime: Int64, zone: ZoneTable) {
    first = zone.dayNumber(of: Moment(microseconds: firstTime))
    let last = zone.dayNumber(of: Moment(microseconds: lastTime))
    starts = (first...last + 1).map { zone.start(ofDay: $0).microseconds }
  }

  /// How many days there are.
  var count: Int { starts.count - 1 }

  /// The first moment of a day.
  func start(of day: Int) -> Int64 { starts[day] }

  /// The first moment after a day.
  func end(of day: Int) -> Int64 { starts[day + 1] }

  /// The day that a moment of the log lies in.
  @inline(__always)
  func day(of time: Int64) -> Int {
    var day = min(max(0, Int((time - starts[0]) / Self.usualLength)), count - 1)
    while day > 0, time < starts[day] { day -= 1 }
    while day + 1 < count, time >= starts[day + 1] { day += 1 }
    return day
  }
}
