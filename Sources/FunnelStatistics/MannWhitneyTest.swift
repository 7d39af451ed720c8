/// The two-sided test of Mann and Whitney: whether one of two samples tends to be larger.
public struct MannWhitneyTest: Hashable, Sendable {
  /// How p was worked out.
  public enum Method: Sendable {
    /// From all ways to place the one sample among the other.
    case exact
    /// From the normal distribution, with tie and continuity correction.
    case normal
  }

  /// The number of pairs in which the first sample's value is larger, ties as a half.
  public var u: Double
  /// How p was worked out.
  public var method: Method
  /// The two-sided p, at most 1.
  public var p: Double

  /// Tests one sample against another, both in ascending order.
  ///
  /// Exact where no value occurs twice in both together and one sample has 8 values or less, however many the other has;
  /// else normal.
  ///
  /// - Edge cases: nil where a sample is empty; p 1 where all values are equal.
  /// - Cost: one pass over both samples; the exact p adds a constant (see `mannWhitneyTail`).
  /// - Source: H. B. Mann, D. R. Whitney, On a Test of Whether One of Two Random Variables Is Stochastically Larger than
  ///   the Other, Annals of Mathematical Statistics 18 (1947); M. Hollander, D. A. Wolfe, E. Chicken, Nonparametric
  ///   Statistical Methods (2014), 4.1, for the corrections.
  public init?(ofSorted first: AscendingSample, against second: AscendingSample) {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    let pairs = PairCount(first, second)
    let product = Double(first.count) * Double(second.count)
    u = Double(pairs.halves) / 2
    let larger = max(u, product - u)
    if pairs.tieTerm == 0, min(first.count, second.count) <= 8 {
      method = .exact
      let tail = mannWhitneyTail(first.count * second.count - Int(larger), first.count, second.count)
      p = min(1, 2 * tail)
    } else {
      method = .normal
      let all = Double(first.count) + Double(second.count)
      let variance = product / 12 * (all + 1 - pairs.tieTerm / (all * (all - 1)))
      let distance = larger - product / 2 - 0.5
      p = variance > 0 ? min(1, 2 * NormalDistribution.survival(distance / variance.squareRoot())) : 1
    }
  }

  /// The same of two lists.
  public init?(ofSorted first: [Int64], against second: [Int64]) {
    self.init(ofSorted: AscendingSample(first), against: AscendingSample(second))
  }
}

/// What one pass over two sorted samples finds.
private struct PairCount {
  /// Twice the number of pairs in which the first sample's value is larger, one for each tie.
  var halves = 0
  /// The sum of t^3 - t over each value that occurs t times; 0 where there are no ties.
  var tieTerm = 0.0

  init(_ first: AscendingSample, _ second: AscendingSample) {
    var left = 0
    var right = 0
    while left < first.count {
      let value = first[left]
      while right < second.count, second[right] < value {
        right += second.run(from: right, into: &self)
      }
      let smaller = right
      let own = first.length(from: left)
      let others = right < second.count && second[right] == value ? second.length(from: right) : 0
      halves += own * (2 * smaller + others)
      note(own + others)
      left += own
      right += others
    }
    while right < second.count { right += second.run(from: right, into: &self) }
  }

  mutating func note(_ times: Int) {
    if times > 1 {
      let count = Double(times)
      tieTerm += count * (count * count - 1)
    }
  }
}

extension AscendingSample {
  /// How often the value at an index occurs from there on.
  fileprivate func length(from index: Int) -> Int {
    let value = self[index]
    var end = index + 1
    while end < count, self[end] == value { end += 1 }
    return end - index
  }

  fileprivate func run(from index: Int, into pairs: inout PairCount) -> Int {
    let length = length(from: index)
    pairs.note(length)
    return length
  }
}
