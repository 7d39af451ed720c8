import FunnelStatistics

extension Cell {
  /// A count's share of a total; empty where the total is 0.
  static func share(_ count: Int, of total: Int) -> Cell {
    total == 0 ? .empty : .rate(Double(count) / Double(total))
  }

  /// How many there are for each of some others; empty where there is no other.
  static func ratio(_ count: Int, per total: Int) -> Cell {
    total == 0 ? .empty : .ratio(Double(count) / Double(total))
  }

  /// A count's share of a total and the ends of its interval: three cells, empty where the total is 0.
  static func shareWithInterval(_ count: Int, of total: Int) -> [Cell] {
    guard let interval = Proportion(count, of: total).wilsonInterval else { return [.empty, .empty, .empty] }
    return [.share(count, of: total), .rate(interval.low), .rate(interval.high)]
  }

  /// A quantile of ascending microseconds, in seconds; empty where there is none.
  static func seconds(_ quantile: Quantile, of microseconds: AscendingSample) -> Cell {
    quantile.value(ofAscending: microseconds, unit: 1_000_000).map(Cell.seconds) ?? .empty
  }

  /// The ends of the median's 95 % interval of ascending microseconds, in seconds: two cells, empty of fewer than six.
  static func medianEnds(of microseconds: AscendingSample) -> [Cell] {
    guard let interval = medianInterval(ofSorted: microseconds) else { return [.empty, .empty] }
    return [interval.lowerBound, interval.upperBound].map { .seconds(Double($0) / 1_000_000) }
  }

  /// The mean of some microseconds, in seconds; empty where there is none.
  ///
  /// The sum is exact: a million durations of 1e9 seconds are more microseconds than 64 bits hold.
  static func meanSeconds(of microseconds: AscendingSample) -> Cell {
    guard !microseconds.isEmpty else { return .empty }
    let sum = (0..<microseconds.count).reduce(into: Int128(0)) { $0 += Int128(microseconds[$1]) }
    return .seconds(Double(sum) / 1e6 / Double(microseconds.count))
  }
}
