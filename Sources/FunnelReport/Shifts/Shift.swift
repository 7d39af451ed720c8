import FunnelModel
import FunnelStatistics

/// One test of the newest day against the days before it.
struct Shift: Sendable {
  /// What is tested.
  enum Metric: String, Sendable {
    /// The share of attempts that converted.
    case conversion
    /// The share of those who entered a step that skipped it.
    case skipRate = "skip_rate"
    /// The share of those who entered a step that were lost there.
    case lossRate = "loss_rate"
    /// The median time of passing a step, in seconds.
    case medianSeconds = "median_seconds"
    /// The number of attempts.
    case attempts
  }

  /// The row's values; nil for all units together.
  var values: [ByteText]?
  /// The step, as its place in the definition; nil for a metric of the whole flow.
  var step: Int?
  /// What is tested.
  var metric: Metric
  /// The day, as days since 1970-01-01.
  var day: Int
  /// The first of the days before that serve, as days since 1970-01-01.
  var firstDay: Int
  /// How many days before served.
  var daysBefore: Int
  /// The newest day's value.
  var value: Double
  /// Where a day like those before would lie, 95 times of 100.
  var expected: Interval
  /// How many the value is of.
  var count: Int
  /// The two-sided p.
  var p: Double
  /// The same, adjusted for all shift tests of the run.
  var adjustedP = 1.0
  /// Whether the change is large enough to be worth a word.
  var isLarge = true

  /// Whether it is more than chance and large enough.
  var speaks: Bool { adjustedP < 0.05 && isLarge }
}

extension Shift {
  /// All tests of some series, adjusted together.
  static func tests(_ series: [ShiftSeries]) -> [Shift] {
    var shifts = series.flatMap(\.tests)
    for (place, p) in holmAdjusted(shifts.map(\.p)).enumerated() { shifts[place].adjustedP = p ?? 1 }
    return shifts
  }
}
