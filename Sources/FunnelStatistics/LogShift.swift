#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The test of a day's size (a median duration, a number of attempts) against the days before it, on its logarithm.
public struct LogShift: Hashable, Sendable {
  /// What is tested: how steady it is taken to be at most, and how small a change is not worth a word.
  public struct Quantity: Hashable, Sendable {
    /// The days' standard deviation is taken to be this at least, in natural logarithms.
    public let leastDeviation: Double
    /// A change speaks only if it is larger, as a share of what was expected.
    public let leastChange: Double

    /// A median duration: 2 % at least, and only a change above 10 %.
    public static let duration = Quantity(leastDeviation: 0.02, leastChange: 0.1)
    /// A number of attempts: 10 % at least, and only a change above one half.
    public static let volume = Quantity(leastDeviation: 0.1, leastChange: 0.5)
  }

  /// The day's size.
  public var value: Double
  /// Where a day like those before it would lie, 95 times of 100.
  public var expected: Interval
  /// How far the logarithm is from the mean of those before, in standard errors of a forecast.
  public var t: Double
  /// One less than the number of days before.
  public var degreesOfFreedom: Int
  /// The two-sided p.
  public var p: Double
  /// The change against the days' geometric mean: -0.5 is half of it, 1 twice as much.
  public var change: Double
  /// Whether the change is large enough to speak, whatever its p.
  public var isLarge: Bool

  /// Tests the newest day against the days before it.
  ///
  /// - Parameters:
  ///   - newest: the day's size, in any unit.
  ///   - before: those of the days before it, in the same unit; those that are not above 0 are passed over.
  ///   - quantity: what is tested.
  /// - Edge cases: nil where the newest is not above 0 or fewer than two days are before it.
  /// - Source: the forecast of one more value of a normal sample, G. J. Hahn, W. Q. Meeker, Statistical Intervals
  ///   (1991), 4.
  public init?(newest: Double, before: [Double], of quantity: Quantity) {
    let logarithms = before.filter { $0 > 0 && $0.isFinite }.map { log($0) }
    guard newest > 0, newest.isFinite, logarithms.count >= 2 else { return nil }
    let days = Double(logarithms.count)
    let mean = logarithms.reduce(0, +) / days
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = max(quantity.leastDeviation, (squares / (days - 1)).squareRoot())
    let spread = deviation * (1 + 1 / days).squareRoot()
    let student = StudentDistribution(degreesOfFreedom: days - 1)
    let radius = student.twoSidedQuantile(0.05) * spread
    value = newest
    expected = Interval(low: exp(mean - radius), high: exp(mean + radius))
    t = (log(newest) - mean) / spread
    degreesOfFreedom = logarithms.count - 1
    p = student.twoSidedP(t)
    change = newest / exp(mean) - 1
    isLarge = abs(change) > quantity.leastChange
  }
}
