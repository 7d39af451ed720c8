/// The test of a day's share against the days before it.
public struct ShareShift: Hashable, Sendable {
  /// The day's share.
  public var value: Double
  /// Where a day like those before it would lie, 95 times of 100, for a day of this size; within 0 to 1.
  public var expected: Interval
  /// How far the day is from what was expected, in standard errors of a forecast.
  public var t: Double
  /// One less than the number of days before.
  public var degreesOfFreedom: Int
  /// The two-sided p.
  public var p: Double

  /// Tests the newest day against the days before it.
  ///
  /// The share is pooled over the days before, with a half added to the count and one to the total, so that what never
  /// happened can begin to. Days that vary more than chance lets them widen the forecast, days that vary less do not
  /// narrow it.
  ///
  /// - Parameters:
  ///   - newest: the day that is tested.
  ///   - before: the days before it in order of time; those of 0 of 0 are passed over.
  /// - Edge cases: nil where the newest is 0 of 0 or fewer than two days are before it.
  /// - Source: `laneySigma`, the newest day not among its days; the forecast of one more value as in G. J. Hahn,
  ///   W. Q. Meeker, Statistical Intervals (1991), 4.
  public init?(newest: Proportion, before: [Proportion]) {
    let days = before.filter { $0.total > 0 }
    let count = days.reduce(0.5) { $0 + Double($1.count) }
    let total = days.reduce(1.0) { $0 + Double($1.total) }
    let pooled = count / total
    guard let share = newest.share, let z = standardScore(newest, around: pooled),
      let sigma = laneySigma(days, around: pooled)
    else { return nil }
    let spread = max(1, sigma) * (1 + 1 / Double(days.count)).squareRoot()
    let student = StudentDistribution(degreesOfFreedom: Double(days.count - 1))
    let error = (pooled * (1 - pooled) / Double(newest.total)).squareRoot()
    let radius = student.twoSidedQuantile(0.05) * spread * error
    value = share
    expected = Interval(low: max(0, pooled - radius), high: min(1, pooled + radius))
    t = z / spread
    degreesOfFreedom = days.count - 1
    p = student.twoSidedP(t)
  }
}
