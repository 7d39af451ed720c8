import FunnelEngine
import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct TrendTests {
  @Test func saysOfEachDayWhetherItIsOverAndFinal() {
    var fixture = ReportFixture("A")
    // As-of is noon of the 11th in UTC; windows are seven days, gaps half an hour.
    fixture.rows[0].days = [20_516, 20_517, 20_522, 20_523].map { number in
      var day = DayTally(day: number)
      (day.attempts, day.converted, day.inProgress) = (20, 18, 1)
      return day
    }
    let rows = fixture.report.table(.trend).rows.map { $0.map(\.printed) }
    #expect(rows.map { $0[1] } == ["2026-03-04", "2026-03-05", "2026-03-10", "2026-03-11"].map { $0 })
    #expect(rows.map { $0[8] } == ["yes", "yes", "yes", "no"])
    #expect(rows.map { $0[9] } == ["no", "no", "no", "no"])
    #expect(rows[0][4...7] == ["0.900000", "0.698966", "0.972134", "1"])
  }

  @Test func aDayIsFinalOnceItsWindowHasPassed() {
    let analysis = ReportFixture("A").analysis
    // The 3rd ends with the 4th's beginning; seven days later it is the 11th, and as-of is its noon.
    #expect(DayStatus(20_515, analysis, zone: .utc) == DayStatus(20_515, analysis, zone: .utc))
    #expect(DayStatus(20_515, analysis, zone: .utc).isFinal)
    #expect(!DayStatus(20_516, analysis, zone: .utc).isFinal)
  }

  @Test func aDayOfTwentyThreeHoursIsOneDay() {
    // Clocks go forward an hour at 2026-03-11T02:00:00 local time, one hour ahead of UTC before.
    let change: Int64 = 20_523 * 86_400 + 3600
    let zone = ZoneTable(
      name: "spring", stretches: [.init(begins: .min, offset: 3600), .init(begins: change, offset: 7200)])
    #expect((zone.start(ofDay: 20_524) - zone.start(ofDay: 20_523)).microseconds == 23 * 3_600_000_000)
  }
}
