import FunnelModel

/// Which days of a log are over, and until when each is walked to see it as it stood (section 11).
struct DayFrame: Sendable {
  let calendar: DayCalendar
  /// The newest day that is over and lies within the bounds as a whole, as days since 1970-01-01; nil where none does.
  let newest: Int?
  /// From the end of the newest day to as-of, in microseconds.
  let distance: Int64
  /// The days that are tallied as they stood, by their places in the calendar.
  let standing: Range<Int>

  /// The days of a log.
  init(_ calendar: DayCalendar, plan: AnalysisPlan, asOf: Int64) {
    self.calendar = calendar
    let zone = plan.zone
    // The day that as-of lies in, with the session gap added, is the first that is not over.
    var end = zone.dayNumber(of: Moment(microseconds: asOf) + plan.rules.sessionGap)
    if let until = plan.until { end = min(end, zone.dayNumber(of: until)) }
    let since = plan.since?.microseconds ?? .min
    guard end > calendar.first, zone.start(ofDay: end - 1).microseconds >= since else {
      newest = nil
      distance = 0
      standing = 0..<0
      return
    }
    newest = end - 1
    distance = asOf - zone.start(ofDay: end).microseconds
    let last = min(end - calendar.first, calendar.count)
    let begin = (0..<last).first { calendar.start(of: $0) >= since } ?? last
    standing = begin..<last
  }

  /// The last moment that counts for a day as it stood.
  @inline(__always)
  func cut(_ day: Int) -> Int64 { calendar.end(of: day) + distance }
}
