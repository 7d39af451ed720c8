/// The two places in an ascending sample between which the median lies with 95 %, whatever the distribution.
public struct MedianRanks: Hashable, Sendable {
  /// The lower place, from 1.
  public var low: Int
  /// The upper place, as far from the sample's end as the lower one from its beginning.
  public var high: Int
  /// The chance that the two hold the median between them.
  public var coverage: Double

  /// The narrowest symmetric pair of places in a sample of a size that covers 95 % or more.
  ///
  /// - Edge cases: nil below 6, where even the first and the last cover less.
  /// - Ties: where values are equal the two cover more, never less.
  /// - Cost: some tens of square roots of the size, in steps; never overflows.
  /// - Source: H. A. David, H. N. Nagaraja, Order Statistics (2003), 7.1: the number of values below the median is
  ///   binomial with a half.
  public init?(sampleSize: Int) {
    let allowed = 0.025
    guard sampleSize >= 6 else { return nil }
    // A start that is surely outside; from there inward one place at a time, with the tail kept as a running sum.
    let size = Double(sampleSize)
    var below = max(0, Int((size - 2.2 * size.squareRoot()) / 2) - 1)
    var term = binomialProbability(below, of: sampleSize, chance: 0.5)
    var tail = Self.sumDownward(from: below, term: term, size: sampleSize)
    guard tail <= allowed else { return nil }
    while true {
      let next = term * (Double(sampleSize - below) / Double(below + 1))
      if tail + next > allowed { break }
      below += 1
      term = next
      tail += next
    }
    low = below + 1
    high = sampleSize - below
    coverage = 1 - 2 * tail
  }

  /// The probability of at most so many, from that of exactly so many.
  private static func sumDownward(from start: Int, term first: Double, size: Int) -> Double {
    var term = first
    var sum = 0.0
    var count = start
    while term > sum * 1e-18 {
      sum += term
      term *= Double(count) / Double(size - count + 1)
      count -= 1
    }
    return sum
  }
}

/// The 95 % interval of the median of an ascending sample: the values at `MedianRanks`, in the sample's own unit.
///
/// - Edge cases: nil for fewer than 6 values.
public func medianInterval(ofSorted values: AscendingSample) -> ClosedRange<Int64>? {
  guard let ranks = MedianRanks(sampleSize: values.count) else { return nil }
  return values[ranks.low - 1]...values[ranks.high - 1]
}
