import FunnelStatistics
import Testing

@Suite struct WilsonIntervalTests {
  /// The first two are published values; the others were worked out with statsmodels' `proportion_confint`.
  @Test(
    arguments: [
      (18, 20, 0.698966, 0.972134),
      (38, 38, 0.908190, 1),
      (0, 38, 0, 0.091810),
      (1, 1, 0.206549, 1),
      (1, 2, 0.094531, 0.905469),
      (62, 62, 0.941656, 1),
    ] as [(Int, Int, Double, Double)])
  func `has the published ends`(count: Int, total: Int, low: Double, high: Double) throws {
    let interval = try #require(Proportion(count, of: total).wilsonInterval)
    #expect(abs(interval.low - low) < 5e-7, "\(interval)")
    #expect(abs(interval.high - high) < 5e-7, "\(interval)")
  }

  @Test func `is exactly 0 at none and exactly 1 at all`() {
    for total in 1...300 {
      #expect(Proportion(0, of: total).wilsonInterval?.low == 0)
      #expect(Proportion(total, of: total).wilsonInterval?.high == 1)
    }
  }

  @Test func `holds the share and stays within 0 and 1`() throws {
    for total in [1, 2, 3, 10, 999] {
      for count in 0...total {
        let interval = try #require(Proportion(count, of: total).wilsonInterval)
        let share = Double(count) / Double(total)
        #expect(0 <= interval.low && interval.low <= share && share <= interval.high && interval.high <= 1)
      }
    }
  }

  @Test func `does not exist without a case`() {
    #expect(Proportion(0, of: 0).wilsonInterval == nil)
  }
}
