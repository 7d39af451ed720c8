/// The two ends of an interval that an estimate or a forecast lies in.
public struct Interval: Hashable, Sendable {
  /// The lower end.
  public var low: Double
  /// The upper end, never below the lower one.
  public var high: Double

  /// The interval between two ends.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Whether a value lies in the interval, its ends included.
  public func contains(_ value: Double) -> Bool {
    low <= value && value <= high
  }
}
