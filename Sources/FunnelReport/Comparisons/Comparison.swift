import FunnelModel
import FunnelStatistics

/// One variant against the control in one metric.
struct Comparison: Sendable {
  /// What is compared.
  enum Metric: String, Sendable {
    /// The share of all attempts that converted.
    case conversion
    /// The share of all attempts that passed a step.
    case passed
    /// The share of all attempts that skipped a step.
    case skipped
    /// How long passing a step took.
    case seconds
    /// How long a conversion took.
    case secondsToConvert = "seconds_to_convert"
  }

  /// What the comparison comes to.
  enum Verdict: String, Sendable {
    /// Fewer than 30 on a side.
    case insufficient
    /// The variant's share is higher.
    case higher
    /// The variant's share is lower.
    case lower
    /// The variant takes longer.
    case slower
    /// The variant takes less time.
    case faster
    /// Nothing that chance would not explain.
    case noDifference = "no difference"
  }

  /// The control's name.
  var control: ByteText
  /// The variant's name.
  var variant: ByteText
  /// What is compared.
  var metric: Metric
  /// The step, as its place in the definition; nil for a metric of the whole flow.
  var step: Int?
  /// How many the control's value is of.
  var controlCount: Int
  /// How many the variant's value is of.
  var variantCount: Int
  /// A share, or seconds; nil of none.
  var controlValue: Double?
  /// A share, or seconds; nil of none.
  var variantValue: Double?
  /// The variant's value less the control's.
  var difference: Double? {
    guard let controlValue, let variantValue else { return nil }
    return variantValue - controlValue
  }
  /// The difference's 95 % interval, of shares.
  var interval: Interval?
  /// The two-sided p of no difference.
  var p: Double?
  /// The same, adjusted for all comparisons of the table.
  var adjustedP: Double?
  /// The difference's interval that holds on every night at once, of shares.
  var anytime: Interval?
  /// What it comes to.
  var verdict = Verdict.noDifference
  /// For times, whether the variant's tend to be the longer ones.
  var tendsLonger = false

  /// Two shares.
  init(_ metric: Metric, step: Int?, control: (ByteText, Proportion), variant: (ByteText, Proportion)) {
    self.control = control.0
    self.variant = variant.0
    self.metric = metric
    self.step = step
    controlCount = control.1.total
    variantCount = variant.1.total
    controlValue = control.1.share
    variantValue = variant.1.share
    interval = newcombeInterval(of: variant.1, against: control.1)
    anytime = anytimeInterval(of: variant.1, against: control.1)
    p = ShareTest(of: variant.1, against: control.1)?.p
  }

  /// Two lists of ascending microseconds.
  init(_ metric: Metric, step: Int?, control: (ByteText, AscendingSample), variant: (ByteText, AscendingSample)) {
    self.control = control.0
    self.variant = variant.0
    self.metric = metric
    self.step = step
    controlCount = control.1.count
    variantCount = variant.1.count
    controlValue = Quantile.median.value(ofAscending: control.1, unit: 1_000_000)
    variantValue = Quantile.median.value(ofAscending: variant.1, unit: 1_000_000)
    let test = MannWhitneyTest(ofSorted: variant.1, against: control.1)
    p = test?.p
    if let test { tendsLonger = test.u * 2 > Double(controlCount) * Double(variantCount) }
  }

  /// Whether the value is a time rather than a share.
  var isTime: Bool { metric == .seconds || metric == .secondsToConvert }

  /// Says what the comparison comes to, once p is adjusted.
  mutating func judge(adjustedP: Double?) {
    self.adjustedP = adjustedP
    if min(controlCount, variantCount) < leastDenominator {
      verdict = .insufficient
    } else if isTime {
      if let adjustedP, adjustedP < 0.05 { verdict = tendsLonger ? .slower : .faster }
    } else if let anytime {
      if anytime.low > 0 { verdict = .higher } else if anytime.high < 0 { verdict = .lower }
    }
  }
}

/// A share of fewer is not judged by any rule.
let leastDenominator = 30
