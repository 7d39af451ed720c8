import FunnelStatistics
import Testing

@Suite struct HolmAdjustmentTests {
  @Test(
    arguments: [
      ([], []),
      ([0.03], [0.03]),
      // Holm's own order: 0.01 x 4, 0.02 x 3, then 0.03 x 2 and 0.04 x 1 raised to it.
      ([0.01, 0.04, 0.03, 0.02], [0.04, 0.06, 0.06, 0.06]),
      ([0.2, 0.9, 0.6], [0.6, 1, 1]),
      ([0.01, 0.01, 0.01], [0.03, 0.03, 0.03]),
      ([nil, 0.02, nil, 0.03], [nil, 0.04, nil, 0.04]),
      ([nil], [nil]),
      ([0, 1], [0, 1]),
    ] as [([Double?], [Double?])])
  func adjusts(values: [Double?], expected: [Double?]) {
    let adjusted = holmAdjusted(values)
    #expect(adjusted.count == expected.count)
    for (value, wanted) in zip(adjusted, expected) {
      #expect(wanted.map { isClose(value, $0, within: 1e-15) } ?? (value == nil))
    }
  }
}
