import FunnelStatistics
import Testing

@Suite struct MedianRanksTests {
  @Test(
    arguments: [
      // Conover, Practical Nonparametric Statistics: the usual table.
      (6, 1, 6, 0.96875), (7, 1, 7, 0.984375), (8, 1, 8, 0.9921875), (9, 2, 8, 0.9609375), (10, 2, 9, 0.978515625),
      (20, 6, 15, 0.958610534667969), (50, 18, 33, 0.967160862435731),
    ] as [(Int, Int, Int, Double)])
  func table(size: Int, low: Int, high: Int, coverage: Double) throws {
    let ranks = try #require(MedianRanks(sampleSize: size))
    #expect(ranks.low == low)
    #expect(ranks.high == high)
    #expect(isClose(ranks.coverage, coverage, within: 1e-13))
  }

  @Test(arguments: [0, 1, 5]) func noneBelowSix(size: Int) {
    #expect(MedianRanks(sampleSize: size) == nil)
  }

  @Test func narrowestPairThatCovers() throws {
    for size in 6...400 {
      let ranks = try #require(MedianRanks(sampleSize: size))
      let tail = (0..<ranks.low).map { binomialProbability($0, of: size, chance: 0.5) }
      #expect(ranks.low + ranks.high == size + 1, "size \(size)")
      #expect(isClose(ranks.coverage, 1 - 2 * tail.reduce(0, +), within: 1e-12), "size \(size)")
      #expect(ranks.coverage >= 0.95, "size \(size)")
      let narrower = ranks.coverage - 2 * binomialProbability(ranks.low, of: size, chance: 0.5)
      #expect(narrower < 0.95, "size \(size)")
    }
  }

  @Test func millionsFollowTheNormal() throws {
    let ranks = try #require(MedianRanks(sampleSize: 100_000_000))
    #expect(abs(ranks.low - (50_000_000 - 9_800)) <= 1)
    #expect(0.95 <= ranks.coverage && ranks.coverage < 0.9501)
  }

  @Test func intervalHoldsTheValuesAtTheRanks() {
    #expect(medianInterval(ofSorted: [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]) == 2...55)
    #expect(medianInterval(ofSorted: [4, 4, 4, 4, 4, 4]) == 4...4)
    #expect(medianInterval(ofSorted: [1, 2, 3, 4, 5]) == nil)
    #expect(medianInterval(ofSorted: []) == nil)
  }
}
