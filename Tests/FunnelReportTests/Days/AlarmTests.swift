import Foundation
import TestSupport
import Testing

@testable import FunnelReport

/// How often the rules about shifts speak on simulated nights, by the promise of section 11.
///
/// `FUNNEL_ALARM_NIGHTS=500` in the environment measures as many of each kind and prints them (`scripts/measure-alarms`);
/// without it a few are enough to see that the promise is kept.
@Suite struct AlarmTests {
  private static let nights = ProcessInfo.processInfo.environment["FUNNEL_ALARM_NIGHTS"].flatMap { Int($0) }
  private static let seed: UInt64 = 20_260_701

  /// The part of the nights of a kind on which a rule speaks, and that on which one speaks that was meant to.
  private static func spoken(_ nights: SimulatedNights, count: Int, _ expected: Set<Shift.Metric>) -> (
    any: Int, meant: Int
  ) {
    var (any, meant) = (0, 0)
    for night in 0..<count {
      let found = Shift.tests(nights.series(seed: seed + UInt64(night))).filter(\.speaks)
      if !found.isEmpty { any += 1 }
      if found.contains(where: { expected.contains($0.metric) }) { meant += 1 }
    }
    return (any, meant)
  }

  private static func expected(_ change: SimulatedNights.Change) -> Set<Shift.Metric> {
    switch change {
    case .none: []
    case .conversionDown: [.conversion]
    case .skipUp: [.skipRate]
    case .medianUp: [.medianSeconds]
    case .outage: [.attempts]
    }
  }

  @Test(arguments: SimulatedNights.Rhythm.allCases, nights == nil ? [7] : [7, 28])
  func keepsThePromise(_ rhythm: SimulatedNights.Rhythm, _ daysBefore: Int) {
    for change in SimulatedNights.Change.allCases {
      let count = Self.nights ?? (change == .none ? 6 : 3)
      let nights = SimulatedNights(
        days: daysBefore + 1, attempts: Self.nights == nil ? 600 : 2000, rhythm: rhythm, change: change)
      let (any, meant) = Self.spoken(nights, count: count, Self.expected(change))
      if Self.nights != nil {
        print("ALARMS|\(rhythm.rawValue)|\(daysBefore)|\(change.rawValue)|\(count)|\(any)|\(meant)")
      }
      let place = "\(change) \(rhythm) \(daysBefore): \(any), \(meant) of \(count) nights, seed \(Self.seed)"
      if change == .none {
        #expect(any * 20 <= count, "\(place)")
      } else if Self.nights != nil || change != .conversionDown {
        // A share's change needs a night's 2,000 attempts to show; of the few of the short version two thirds will do.
        #expect(meant * 30 >= count * (Self.nights == nil ? 20 : 27), "\(place)")
      }
    }
  }
}
