import FunnelStatistics
import Testing

@Suite struct QuantileTests {
  /// Worked out with numpy's `percentile`, which agrees with a spreadsheet's PERCENTILE.INC.
  @Test(
    arguments: [
      ([7], 7.0, 7.0),
      ([1, 5], 3, 4.6),
      ([1, 2, 3], 2, 2.8),
      ([1, 2, 3, 4], 2.5, 3.7),
      ([0, 0, 0, 10], 0, 7),
      ([15, 20, 35, 40, 50], 35, 46),
      ([-4, -2, 9], -2, 6.8),
      ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 6, 10),
    ] as [([Int64], Double, Double)])
  func `is linear between order statistics`(values: [Int64], median: Double, p90: Double) {
    #expect(abs(Quantile.median.value(ofAscending: values)! - median) < 1e-12)
    #expect(abs(Quantile.p90.value(ofAscending: values)! - p90) < 1e-12)
  }

  @Test func `reaches from the least to the greatest value`() {
    #expect(Quantile(numerator: 0, denominator: 1).value(ofAscending: [3, 8, 21]) == 3)
    #expect(Quantile(numerator: 1, denominator: 1).value(ofAscending: [3, 8, 21]) == 21)
  }

  /// Halves of a thousandth, on the side of which a report's last digit depends.
  @Test func `is summed in its unit from the lower neighbour`() {
    #expect(Quantile.median.value(ofAscending: [1_001_000, 60_000_000], unit: 1_000_000)! > 30.5005)
    #expect(Quantile.median.value(ofAscending: [1_001_000, 30_000_000], unit: 1_000_000)! < 15.5005)
    #expect(Quantile.p90.value(ofAscending: [1, 2], unit: 1_000_000) == 1.9e-6)
  }

  @Test func `does not overflow where values are as large as they come`() {
    let largest = Int64.max
    #expect(Quantile.p90.value(ofAscending: [largest - 1, largest]) == Double(largest))
  }

  @Test func `does not exist without a value`() {
    #expect(Quantile.median.value(ofAscending: []) == nil)
  }
}
