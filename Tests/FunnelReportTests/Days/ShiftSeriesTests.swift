import FunnelEngine
import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct ShiftSeriesTests {
  /// 2026-03-10, the newest day that is over.
  private static let newest = 20_522

  private static func day(_ number: Int, attempts: Int = 400, converted: Int = 200, skipped: Int = 80) -> StandingDay {
    var day = StandingDay(day: number)
    (day.attempts, day.converted) = (attempts, converted)
    var step = StandingStep(step: 1)
    (step.entered, step.skipped, step.lost, step.timed) = (attempts, skipped, attempts / 10, attempts / 2)
    step.middle = MiddlePair(low: 9_000_000, high: 11_000_000)
    day.steps = [step]
    return day
  }

  private static func fixture(_ days: [StandingDay]) -> ReportFixture {
    var fixture = ReportFixture("(none)")
    fixture.newestDay = NewestDay(day: newest, distance: .seconds(43_200))
    fixture.rows[0].standing = days
    fixture.overall.standing = days
    return fixture
  }

  private static func before(_ count: Int) -> [StandingDay] {
    (newest - count..<newest).map { day($0, converted: 195 + $0 % 3 * 5) }
  }

  @Test func aDayLikeThoseBeforeSaysNothing() {
    #expect(Self.fixture(Self.before(7) + [Self.day(Self.newest)]).found == [])
  }

  @Test func changesSpeakOnTheFirstNight() {
    let changes: [(String, StandingDay)] = [
      ("conversion_shift (none)", Self.day(Self.newest, converted: 120)),
      ("skip_shift (none) profile", Self.day(Self.newest, skipped: 160)),
    ]
    for (code, day) in changes { #expect(Self.fixture(Self.before(10) + [day]).found == [code]) }
    var slow = Self.day(Self.newest)
    slow.steps[0].middle = MiddlePair(low: 15_000_000, high: 15_000_000)
    #expect(Self.fixture(Self.before(10) + [slow]).found == ["time_shift (none) profile"])
    var lossy = Self.day(Self.newest)
    lossy.steps[0].lost = 120
    #expect(Self.fixture(Self.before(10) + [lossy]).found == ["loss_shift (none) profile"])
  }

  @Test func aDayWithoutAttemptsSpeaksOfItsVolume() {
    let fixture = Self.fixture(Self.before(10))
    #expect(fixture.found == ["volume_shift (none)"])
    #expect(fixture.report.table(.anomalies).rows[0][5].printed == "0")
  }

  @Test func sevenDaysOfThirtyAttemptsAreNeeded() {
    let changed = [Self.day(Self.newest, converted: 100)]
    #expect(Self.fixture(Self.before(6) + changed).found == [])
    let small = Self.before(7).map { day in
      var day = day
      if day.day == Self.newest - 3 { day.attempts = 29 }
      return day
    }
    #expect(Self.fixture(small + changed).found == [])
    #expect(Self.fixture(Self.before(7) + changed).found == ["conversion_shift (none)"])
  }

  @Test func theNewestTwentyEightDaysServe() {
    let series = ShiftSeries(values: nil, days: Self.before(40) + [Self.day(Self.newest)], newest: Self.newest)
    #expect(series.before.map(\.day) == Array(Self.newest - 28..<Self.newest))
    #expect(series.newest.day == Self.newest)
  }

  @Test func severalRowsAreTestedByThemselvesAndTogether() {
    var fixture = ReportFixture("A", "B")
    fixture.newestDay = NewestDay(day: Self.newest, distance: .seconds(0))
    let days = Self.before(8) + [Self.day(Self.newest, converted: 100)]
    fixture.rows[0].standing = days
    fixture.overall.standing = days
    #expect(fixture.found == ["conversion_shift (all)", "conversion_shift A"])
  }

  @Test func historyServesWhereTheLogDoesNotReach() {
    var fixture = Self.fixture([Self.day(Self.newest, converted: 100)])
    #expect(fixture.found == [])
    fixture.settings.history = DayHistory(Self.fixture(Self.before(7)).analysis)
    #expect(fixture.found == ["conversion_shift (none)"])
    // A few late events in the log do not stand for the day that the history knows whole.
    fixture.rows[0].standing.insert(Self.day(Self.newest - 1, attempts: 40, converted: 0), at: 0)
    #expect(fixture.found == ["conversion_shift (none)"])
  }
}
