/// A length of time, in microseconds.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// Microseconds; negative backwards.
  public var microseconds: Int64

  /// A span of so many microseconds.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// A span of so many seconds.
  public static func seconds(_ seconds: Int64) -> TimeSpan { TimeSpan(microseconds: seconds * 1_000_000) }

  /// Shorter comes first.
  public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.microseconds < right.microseconds }
}
