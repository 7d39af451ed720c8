/// A point in time, in microseconds since 1970-01-01T00:00:00 UTC.
///
/// Accepted events lie in the years 2000 to 2099, so sums with any `TimeSpan` of the program stay far from overflow.
public struct Moment: Hashable, Comparable, Sendable {
  /// Microseconds since 1970 UTC.
  public var microseconds: Int64

  /// The moment so many microseconds after 1970 began in UTC.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Earlier comes first.
  public static func < (left: Moment, right: Moment) -> Bool { left.microseconds < right.microseconds }

  /// The moment a span later; at the ends of the range it stays there.
  public static func + (moment: Moment, span: TimeSpan) -> Moment {
    let (sum, overflow) = moment.microseconds.addingReportingOverflow(span.microseconds)
    return Moment(microseconds: overflow ? (span.microseconds < 0 ? .min : .max) : sum)
  }

  /// The span from the right moment to the left one.
  public static func - (left: Moment, right: Moment) -> TimeSpan {
    TimeSpan(microseconds: left.microseconds - right.microseconds)
  }
}
