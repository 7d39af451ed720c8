import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct CivilTimeTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
      (951_868_799_999_999, "2000-02-29T23:59:59.999Z"),
      (951_868_800_000_000, "2000-03-01T00:00:00.000Z"),
      (1_772_352_000_000_999, "2026-03-01T08:00:00.000Z"),
      (1_772_352_000_001_000, "2026-03-01T08:00:00.001Z"),
      (1_709_164_800_000_000, "2024-02-29T00:00:00.000Z"),
      (4_102_444_799_999_999, "2099-12-31T23:59:59.999Z"),
      (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func `prints RFC 3339 in UTC with milliseconds, cut`(microseconds: Int64, expected: String) {
    #expect(CivilTime(Moment(microseconds: microseconds)).rfc3339 == expected)
  }

  @Test func `counts every day of the years 2000 to 2100 once, in order`() {
    var previous = CivilTime(Moment(microseconds: 946_598_400_000_000))
    for day in 10_957...47_846 {
      let next = CivilTime(Moment(microseconds: Int64(day) * 86_400_000_000))
      let follows =
        next.day == previous.day + 1
        || (next.day == 1 && (next.month == previous.month + 1 || (next.month == 1 && next.year == previous.year + 1)))
      #expect(follows && next.day <= 31, "\(previous.date) then \(next.date)")
      previous = next
    }
    #expect(previous.date == "2100-12-31")
  }
}
