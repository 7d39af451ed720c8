import FunnelModel
import FunnelStatistics

/// What a figure was in one report, and is in another.
struct Change: Sendable {
  /// What the two come to.
  enum Verdict: String, Sendable {
    case insufficient
    case higher
    case lower
    case slower
    case faster
    case noDifference = "no difference"
    case onlyInOld = "only in old"
    case onlyInNew = "only in new"
  }

  /// The row's values.
  var values: [ByteText]
  /// The step's id; nil for a figure of the whole flow.
  var stepID: ByteText?
  /// What is compared.
  var metric: Comparison.Metric
  /// How many the old value is of; nil where the old report does not have the row.
  var oldCount: Int?
  var newCount: Int?
  var oldValue: Double?
  var newValue: Double?
  /// The 95 % interval of the old value.
  var oldInterval: Interval?
  var newInterval: Interval?
  /// The 95 % interval of the difference, of shares.
  var interval: Interval?
  /// The two-sided p of no difference, of shares.
  var p: Double?
  /// The same, adjusted for all of the table.
  var adjustedP: Double?
  var verdict = Verdict.noDifference

  /// Whether the value is a time rather than a share.
  var isTime: Bool { metric == .seconds || metric == .secondsToConvert }

  /// The new value less the old one.
  var difference: Double? {
    guard let oldValue, let newValue else { return nil }
    return newValue - oldValue
  }

  /// Says what the two come to, once p is adjusted.
  ///
  /// Of times all that a report keeps are the median and its interval: intervals that do not overlap are told apart, which
  /// is stricter than a test.
  mutating func judge(adjustedP: Double?) {
    self.adjustedP = adjustedP
    guard let oldCount else {
      verdict = .onlyInNew
      return
    }
    guard let newCount else {
      verdict = .onlyInOld
      return
    }
    if min(oldCount, newCount) < leastDenominator {
      verdict = .insufficient
    } else if isTime {
      guard let oldInterval, let newInterval else { return }
      if newInterval.low > oldInterval.high { verdict = .slower }
      if newInterval.high < oldInterval.low { verdict = .faster }
    } else if let adjustedP, adjustedP < 0.05, let difference, difference != 0 {
      verdict = difference > 0 ? .higher : .lower
    }
  }
}
