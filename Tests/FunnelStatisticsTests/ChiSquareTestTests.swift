import FunnelStatistics
import Testing

@Suite struct ChiSquareTestTests {
  @Test func publishedValue() throws {
    let test = try #require(ChiSquareTest(observed: [600, 400], weights: [1, 1]))
    #expect(test.statistic == 40)
    #expect(test.degreesOfFreedom == 1)
    #expect(test.smallestExpected == 500)
    #expect(isRelativelyClose(test.p, 2.5396e-10, within: 5e-5))
  }

  @Test func mendelsPeas() throws {
    let test = try #require(ChiSquareTest(observed: [315, 108, 101, 32], weights: [9, 3, 3, 1]))
    #expect(isClose(test.statistic, 0.470024, within: 5e-7))
    #expect(isClose(test.p, 0.925426, within: 5e-7))
    #expect(test.smallestExpected == 34.75)
  }

  @Test func onlyTheProportionsOfTheWeightsCount() throws {
    let one = try #require(ChiSquareTest(observed: [30, 50, 20], weights: [1, 2, 1]))
    let other = try #require(ChiSquareTest(observed: [30, 50, 20], weights: [0.25, 0.5, 0.25]))
    #expect(one == other)
  }

  @Test(
    arguments: [
      ([], []), ([5], [1]), ([0, 0], [1, 1]), ([5, 6], [1]), ([5, 6], [1, 0]), ([5, 6], [1, -1]), ([5, 6], [1, .nan]),
      ([5, 6], [1, .infinity]),
    ] as [([Int], [Double])])
  func noTestOf(observed: [Int], weights: [Double]) {
    #expect(ChiSquareTest(observed: observed, weights: weights) == nil)
  }
}
