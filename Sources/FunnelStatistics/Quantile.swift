/// A quantile of whole numbers, linear between order statistics.
///
/// The rank is made as numpy makes it, and the sum in the unit asked for and from the lower neighbour: reports must agree to
/// the last digit, also where it falls on a half.
///
/// Source: type 7 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50
/// (1996), 361-365; numpy's default and a spreadsheet's PERCENTILE.INC.
public struct Quantile: Hashable, Sendable {
  /// Half of the values lie below it.
  public static let median = Quantile(numerator: 1, denominator: 2)
  /// Nine in ten of the values lie below it.
  public static let p90 = Quantile(numerator: 9, denominator: 10)

  private let numerator: Int
  private let denominator: Int

  /// The quantile of the share `numerator` / `denominator`, which lies from 0 to 1.
  public init(numerator: Int, denominator: Int) {
    precondition(denominator > 0 && 0...denominator ~= numerator, "a quantile's share lies from 0 to 1")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The quantile of ascending values in units of `unit`, or nil where there is no value.
  ///
  /// With values in microseconds and a unit of 1,000,000 it is in seconds. Constant cost.
  public func value(ofAscending values: AscendingSample, unit: Int64 = 1) -> Double? {
    guard !values.isEmpty else { return nil }
    let rank = Double(values.count - 1) * (Double(numerator) / Double(denominator))
    let place = Int(rank)
    let scale = Double(unit)
    let below = Double(values[place]) / scale
    let above = Double(values[min(place + 1, values.count - 1)]) / scale
    return below + (above - below) * (rank - Double(place))
  }

  /// The same of a list.
  public func value(ofAscending values: [Int64], unit: Int64 = 1) -> Double? {
    value(ofAscending: AscendingSample(values), unit: unit)
  }
}
