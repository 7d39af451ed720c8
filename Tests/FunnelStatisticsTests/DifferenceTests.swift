import FunnelStatistics
import Testing

@Suite struct DifferenceTests {
  @Test func newcombesPublishedInterval() throws {
    let interval = try #require(newcombeInterval(of: Proportion(7, of: 34), against: Proportion(1, of: 34)))
    #expect(isClose(interval.low, 0.018921, within: 5e-7))
    #expect(isClose(interval.high, 0.340369, within: 5e-7))
  }

  @Test(
    arguments: [
      // Newcombe (1998), table II, method 10.
      (Proportion(56, of: 70), Proportion(48, of: 80), 0.0524, 0.3339),
      (Proportion(9, of: 10), Proportion(3, of: 10), 0.1705, 0.8090),
      (Proportion(5, of: 56), Proportion(0, of: 29), -0.0381, 0.1926),
      (Proportion(0, of: 10), Proportion(0, of: 20), -0.1611, 0.2775),
      (Proportion(10, of: 10), Proportion(0, of: 10), 0.6075, 1),
    ] as [(Proportion, Proportion, Double, Double)])
  func newcombesTable(first: Proportion, second: Proportion, low: Double, high: Double) throws {
    let interval = try #require(newcombeInterval(of: first, against: second))
    #expect(isClose(interval.low, low, within: 5e-5))
    #expect(isClose(interval.high, high, within: 5e-5))
  }

  @Test func exchangedSharesMirrorTheIntervals() throws {
    let (first, second) = (Proportion(31, of: 77), Proportion(12, of: 60))
    for interval in [newcombeInterval, anytimeInterval] {
      let there = try #require(interval(first, second))
      let back = try #require(interval(second, first))
      #expect(there.low == -back.high)
      #expect(there.high == -back.low)
    }
  }

  @Test func nothingOfNothingHasNoInterval() {
    let none = Proportion(0, of: 0)
    let some = Proportion(3, of: 9)
    for (first, second) in [(none, some), (some, none), (none, none)] {
      #expect(newcombeInterval(of: first, against: second) == nil)
      #expect(anytimeInterval(of: first, against: second) == nil)
    }
  }

  @Test func anytimeIntervalFollowsItsFormula() throws {
    // By hand: p 0.5 and 0.4 of 100 each, se 0.07, N 200, r2 = (5.991465 + ln 6.991465) / 5000 = 0.00158723.
    let interval = try #require(anytimeInterval(of: Proportion(50, of: 100), against: Proportion(40, of: 100)))
    #expect(isClose((interval.low + interval.high) / 2, 0.1, within: 1e-12))
    #expect(isClose((interval.high - interval.low) / 2, 0.356997, within: 1e-6))
  }

  @Test func anytimeIntervalIsWiderThanAFixedSamplesAtEverySize() throws {
    for size in [30, 300, 5_000, 1_000_000] {
      let (first, second) = (Proportion(size / 2, of: size), Proportion(size / 3, of: size))
      let fixed = try #require(newcombeInterval(of: first, against: second))
      let anytime = try #require(anytimeInterval(of: first, against: second))
      #expect(anytime.high - anytime.low > fixed.high - fixed.low, "size \(size)")
    }
  }

  @Test func anytimeIntervalOfCertainSharesHasNoWidth() {
    let interval = anytimeInterval(of: Proportion(40, of: 40), against: Proportion(0, of: 50))
    #expect(interval == Interval(low: 1, high: 1))
  }
}
