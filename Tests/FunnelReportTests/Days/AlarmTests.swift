import Foundation
import Testing

@testable import FunnelReport

/// How often the rules about shifts speak on simulated nights, by the promise of section 11.
///
/// `FUNNEL_ALARM_NIGHTS=500` in the environment measures as many of each kind and prints them (`scripts/measure-alarms`);
/// without it a few of each, always the same, are held to the same promise.
@Suite struct AlarmTests {
  private static let measured = ProcessInfo.processInfo.environment["FUNNEL_ALARM_NIGHTS"].flatMap { Int($0) }
  private static let seed: UInt64 = 20_260_701

  /// On how many nights a rule speaks, and on how many one that was meant to.
  private static func spoken(_ nights: SimulatedNights, count: Int) -> (any: Int, meant: Int) {
    let metric = metric(nights.change)
    var (any, meant) = (0, 0)
    for night in 0..<count {
      let found = nights.shifts(seed: seed + UInt64(night)).filter(\.speaks)
      if !found.isEmpty { any += 1 }
      if found.contains(where: { $0.metric == metric }) { meant += 1 }
    }
    return (any, meant)
  }

  private static func metric(_ change: SimulatedNights.Change) -> Shift.Metric? {
    switch change {
    case .none: nil
    case .conversionDown, .conversionDownAtOneStep: .conversion
    case .skipUp: .skipRate
    case .medianUp: .medianSeconds
    case .outage: .attempts
    }
  }

  @Test(arguments: SimulatedNights.Rhythm.allCases, measured == nil ? [7] : [7, 28])
  func keepsThePromise(_ rhythm: SimulatedNights.Rhythm, _ daysBefore: Int) {
    for change in SimulatedNights.Change.allCases {
      let count = Self.measured ?? (change == .none ? 40 : 30)
      let nights = SimulatedNights(daysBefore: daysBefore, rhythm: rhythm, change: change)
      let (any, meant) = Self.spoken(nights, count: count)
      if Self.measured != nil {
        print("ALARMS|\(rhythm.rawValue)|\(daysBefore)|\(change.rawValue)|\(count)|\(any)|\(meant)")
      }
      let place = "\(change) \(rhythm) \(daysBefore): \(any), \(meant) of \(count) nights, seed \(Self.seed)"
      if change == .none {
        #expect(any * 20 <= count, "\(place)")
      } else if change == .conversionDown, rhythm != .steady, daysBefore < 28 {
        // Seven days of a rhythm leave the rule unsure of what is usual; the documentation tells how often it speaks.
        #expect(any * 10 >= count * 6, "\(place)")
      } else {
        #expect(any * 10 >= count * 9 && meant * 10 >= count * 6, "\(place)")
      }
    }
  }
}
