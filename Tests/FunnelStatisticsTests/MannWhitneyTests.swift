import TestSupport
import Testing

@testable import FunnelStatistics

@Suite struct MannWhitneyTests {
  @Test func publishedValue() throws {
    let test = try #require(
      MannWhitneyTest(ofSorted: [16, 19, 22, 24, 29], against: [11, 12, 17, 20]))
    #expect(test.u == 17)
    #expect(test.method == .exact)
    #expect(isClose(test.p, 0.111111, within: 5e-7))
  }

  @Test func noTestOfAnEmptySample() {
    #expect(MannWhitneyTest(ofSorted: [], against: [1]) == nil)
    #expect(MannWhitneyTest(ofSorted: [1], against: []) == nil)
  }

  @Test(
    arguments: [
      ([7], [7], 0.5), ([7, 7, 7], [7, 7], 3),
      ([Int64](repeating: 1, count: 40), [Int64](repeating: 1, count: 50), 1000),
    ] as [([Int64], [Int64], Double)])
  func equalValuesSayNothing(first: [Int64], second: [Int64], u: Double) throws {
    let test = try #require(MannWhitneyTest(ofSorted: first, against: second))
    #expect(test.u == u)
    #expect(test.method == .normal)
    #expect(test.p == 1)
  }

  @Test(
    arguments: [
      // No ties: 8 of one are exact, 9 of both are not; a tie anywhere is not, also within one sample.
      (8, 30, nil, MannWhitneyTest.Method.exact), (30, 8, nil, .exact), (9, 9, nil, .normal),
      (3, 5, 0, .normal), (3, 5, 4, .normal),
    ] as [(Int, Int, Int?, MannWhitneyTest.Method)])
  func tiesAndSizesDecideTheMethod(
    first: Int, second: Int, tied: Int?, method: MannWhitneyTest.Method
  ) throws {
    let lower = (0..<Int64(first)).map { 3 * $0 }
    var upper = (0..<Int64(second)).map { 3 * $0 + 1 }
    if let tied { upper[tied] = tied == 0 ? 0 : upper[tied - 1] }
    #expect(try #require(MannWhitneyTest(ofSorted: lower, against: upper)).method == method)
  }

  /// U by its definition, over all pairs.
  @Test(arguments: 0..<50) func uCountsPairs(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let first = (0..<Int.random(in: 1...30, using: &random)).map { _ in Int64.random(in: 0...20, using: &random) }
    let second = (0..<Int.random(in: 1...30, using: &random)).map { _ in Int64.random(in: 0...20, using: &random) }
    let pairs = first.reduce(0.0) { sum, own in
      sum + second.reduce(0.0) { $0 + (own > $1 ? 1 : own == $1 ? 0.5 : 0) }
    }
    let there = try #require(MannWhitneyTest(ofSorted: first.sorted(), against: second.sorted()))
    let back = try #require(MannWhitneyTest(ofSorted: second.sorted(), against: first.sorted()))
    #expect(there.u == pairs, "seed \(seed)")
    #expect(back.u == Double(first.count * second.count) - pairs, "seed \(seed)")
    #expect(there.p == back.p, "seed \(seed)")
  }

  /// The number of placements with each U by the recurrence of Mann and Whitney.
  private func plainCounts(_ smaller: Int, _ larger: Int) -> [Double] {
    var previous = [[Double]](repeating: [1], count: larger + 1)
    for size in 1...smaller {
      var rows = previous
      rows[0] = [1]
      for other in 1...larger {
        // The largest value is of the first sample and exceeds all others', or it is of the second.
        var counts = [Double](repeating: 0, count: size * other + 1)
        for (u, ways) in rows[other - 1].enumerated() { counts[u] += ways }
        for (u, ways) in previous[other].enumerated() { counts[u + other] += ways }
        rows[other] = counts
      }
      previous = rows
    }
    return previous[larger]
  }

  private func plainTail(_ smaller: Int, _ larger: Int) -> [Double] {
    var sum = 0.0
    let counts = plainCounts(smaller, larger)
    let all = counts.reduce(0, +)
    return counts.map { ways in
      sum += ways
      return sum / all
    }
  }

  @Test(arguments: 1...8) func tailFollowsTheRecurrence(smaller: Int) {
    for larger in [smaller, smaller + 1, 20, 41] {
      for (u, expected) in plainTail(smaller, larger).enumerated() {
        let tail = mannWhitneyTail(u, larger, smaller)
        #expect(isRelativelyClose(tail, expected, within: 1e-12), "u \(u) of \(smaller) and \(larger)")
      }
    }
  }

  @Test func tailOutsideOfTheRangeIsCertain() {
    #expect(mannWhitneyTail(-1, 3, 4) == 0)
    #expect(mannWhitneyTail(12, 3, 4) == 1)
  }

  @Test func exactTailOfMillionsAgreesWithTheNormal() throws {
    // Eight values, evenly spread a little high among a million.
    let million = (0..<1_000_000).map { Int64(2 * $0) }
    let few = (0..<8).map { Int64(200_000 + $0 * 240_000 + 1) }
    let test = try #require(MannWhitneyTest(ofSorted: few, against: million))
    #expect(test.method == .exact)
    let z = (test.u - 4e6) / (8e6 / 12 * 1_000_009).squareRoot()
    #expect(isRelativelyClose(test.p, NormalDistribution.twoSidedP(z), within: 0.02))
  }
}
