import FunnelStatistics
import Testing

@Suite struct ProportionTests {
  @Test func shareOfNothingDoesNotExist() {
    #expect(Proportion(0, of: 0).share == nil)
    #expect(Proportion(0, of: 7).share == 0)
    #expect(Proportion(7, of: 7).share == 1)
    #expect(Proportion(1, of: 4).share == 0.25)
  }

  @Test func intervalHoldsItsEnds() {
    let interval = Interval(low: -0.5, high: 0.25)
    #expect(interval.contains(-0.5) && interval.contains(0) && interval.contains(0.25))
    #expect(!interval.contains(-0.6) && !interval.contains(0.3))
  }
}
