import Foundation
import FunnelStatistics
import Testing

@Suite struct ShiftTests {
  /// Orange-juice cans, nonconforming of 50 (Montgomery, Introduction to Statistical Quality Control, table 7.1).
  private let cans = [
    12, 15, 8, 10, 4, 7, 16, 9, 14, 10, 5, 6, 17, 12, 22, 8, 10, 5, 13, 11, 20, 18, 24, 15, 9, 12, 7, 13, 9, 6,
  ].map { Proportion($0, of: 50) }

  @Test func laneysPublishedSigma() {
    let pooled = 347.0 / 1500
    #expect(isClose(laneySigma(cans, around: pooled), 1.660867, within: 5e-7))
    #expect(isClose(laneySigma([Proportion(0, of: 0)] + cans, around: pooled), 1.660867, within: 5e-7))
  }

  @Test func laneysSigmaNeedsTwoDaysAndAChance() {
    #expect(laneySigma([], around: 0.5) == nil)
    #expect(laneySigma([cans[0]], around: 0.5) == nil)
    #expect(laneySigma([cans[0], Proportion(0, of: 0)], around: 0.5) == nil)
    #expect(laneySigma(cans, around: 0) == nil)
    #expect(laneySigma(cans, around: 1) == nil)
    #expect(laneySigma([cans[0], cans[0]], around: 0.5) == 0)
  }

  @Test func shareShiftByHand() throws {
    // Seven days of 50 in 100: p0 = 350.5 / 701 = 0.5 exactly, sigma 1; z of 70 in 100 is 4.
    let days = [Proportion](repeating: Proportion(50, of: 100), count: 7)
    let shift = try #require(ShareShift(newest: Proportion(70, of: 100), before: days))
    #expect(shift.value == 0.7)
    #expect(shift.degreesOfFreedom == 6)
    #expect(isClose(shift.t, 4 / (8.0 / 7).squareRoot(), within: 1e-12))
    #expect(isClose(shift.p, StudentDistribution(degreesOfFreedom: 6).twoSidedP(shift.t), within: 1e-15))
    let radius = 2.44691185114 * 0.05 * (8.0 / 7).squareRoot()
    #expect(isClose(shift.expected.low, 0.5 - radius, within: 1e-10))
    #expect(isClose(shift.expected.high, 0.5 + radius, within: 1e-10))
  }

  @Test func daysThatVaryMoreThanChanceWidenTheForecast() throws {
    let calm = [Proportion](repeating: Proportion(50, of: 100), count: 8)
    let restless = (0..<8).map { Proportion($0.isMultiple(of: 2) ? 30 : 70, of: 100) }
    let newest = Proportion(70, of: 100)
    let calmShift = try #require(ShareShift(newest: newest, before: calm))
    let restlessShift = try #require(ShareShift(newest: newest, before: restless))
    // Neighbours differ by 8 standard errors.
    #expect(isClose(calmShift.t / restlessShift.t, 8 / 1.128, within: 1e-12))
    #expect(calmShift.p < 0.01 && restlessShift.p > 0.1)
  }

  @Test func whatNeverHappenedCanBegin() throws {
    let days = [Proportion](repeating: Proportion(0, of: 200), count: 10)
    let none = try #require(ShareShift(newest: Proportion(0, of: 200), before: days))
    #expect(none.p > 0.5)
    let some = try #require(ShareShift(newest: Proportion(20, of: 200), before: days))
    #expect(some.p < 1e-6)
    #expect(some.expected.low == 0)
  }

  @Test func noShareShiftWithoutTwoDays() {
    let day = Proportion(5, of: 50)
    let empty = Proportion(0, of: 0)
    #expect(ShareShift(newest: day, before: []) == nil)
    #expect(ShareShift(newest: day, before: [day]) == nil)
    #expect(ShareShift(newest: day, before: [day, empty]) == nil)
    #expect(ShareShift(newest: empty, before: [day, day, day]) == nil)
    #expect(ShareShift(newest: day, before: [empty, day, day]) == ShareShift(newest: day, before: [day, day]))
  }

  @Test func logShiftByHand() throws {
    // Steady days: the least deviation of 2 % stands in.
    let shift = try #require(LogShift(newest: 15, before: [10, 10, 10, 10, 10, 10, 10], of: .duration))
    #expect(isClose(shift.t, log(1.5) / (0.02 * (8.0 / 7).squareRoot()), within: 1e-10))
    #expect(shift.degreesOfFreedom == 6)
    #expect(isClose(shift.change, 0.5, within: 1e-12))
    #expect(shift.isLarge)
    let radius = 2.44691185114 * 0.02 * (8.0 / 7).squareRoot()
    #expect(isClose(shift.expected.low, 10 * exp(-radius), within: 1e-8))
    #expect(isClose(shift.expected.high, 10 * exp(radius), within: 1e-8))
  }

  @Test func logShiftUsesTheDaysOwnDeviation() throws {
    let shift = try #require(LogShift(newest: 4, before: [1, 2, 4, 2, 1, 2, 2], of: .duration))
    // In powers of two: 0 1 2 1 0 1 1, mean 6/7, deviation sqrt(20/42).
    let t = (2 - 6.0 / 7) / ((20.0 / 42).squareRoot() * (8.0 / 7).squareRoot())
    #expect(isClose(shift.t, t, within: 1e-12))
  }

  @Test(
    arguments: [
      (10.9, LogShift.Quantity.duration, false), (11.1, .duration, true), (9.1, .duration, false),
      (8.9, .duration, true),
      (14.9, .volume, false), (15.1, .volume, true), (5.1, .volume, false), (4.9, .volume, true),
    ] as [(Double, LogShift.Quantity, Bool)])
  func smallChangesDoNotSpeak(newest: Double, quantity: LogShift.Quantity, isLarge: Bool) throws {
    let shift = try #require(LogShift(newest: newest, before: [10, 10, 10], of: quantity))
    #expect(shift.isLarge == isLarge)
  }

  @Test func noLogShiftWithoutTwoDays() {
    #expect(LogShift(newest: 5, before: [], of: .volume) == nil)
    #expect(LogShift(newest: 5, before: [5], of: .volume) == nil)
    #expect(LogShift(newest: 5, before: [5, 0], of: .volume) == nil)
    #expect(LogShift(newest: 0, before: [5, 5], of: .volume) == nil)
    #expect(LogShift(newest: 5, before: [0, 5, 5], of: .volume) == LogShift(newest: 5, before: [5, 5], of: .volume))
  }
}
