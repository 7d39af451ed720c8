import FunnelModel
import Testing

struct OptionValueTests {
  @Test(
    arguments: [
      ("0s", 0), ("30m", 1_800), ("7d", 604_800), ("24h", 86_400), ("007s", 7), ("9223372036854s", 9_223_372_036_854),
    ] as [(ByteText, Int64)])
  func readsSpans(_ text: ByteText, _ seconds: Int64) throws {
    #expect(try TimeSpan(parsing: text) == .seconds(seconds))
  }

  @Test(arguments: ["", "s", "30", "30 m", "1.5h", "-1d", "+1d", "1w", "30M", "٣m", "1d2h", "none"] as [ByteText])
  func refusesWhatIsNoSpan(_ text: ByteText) {
    #expect(throws: TimeSpanFailure.notASpan(text)) { try TimeSpan(parsing: text) }
  }

  @Test(arguments: ["9223372036855s", "106751992d", "99999999999999999999999s"] as [ByteText])
  func refusesSpansThatOverflow(_ text: ByteText) {
    #expect(throws: TimeSpanFailure.tooLong(text)) { try TimeSpan(parsing: text) }
  }

  @Test(arguments: ["0s", "59s", "90s", "30m", "23h", "7d", "25h"] as [ByteText])
  func writesSpansInTheLongestUnit(_ text: ByteText) throws {
    #expect(try TimeSpan(parsing: text).notation == text.string)
    #expect(try TimeSpan(parsing: "86400s").notation == "1d")
  }

  @Test(
    arguments: [
      ("1970-01-01", 0), ("1970-01-01T00:00:00Z", 0), ("1970-01-01 00:00:01z", 1_000_000),
      ("2000-02-29t12:00:00.5+01:30", 951_820_200_500_000), ("1970-01-01T00:00:00.1234569Z", 123_456),
      ("1970-01-01T00:00:00-0100", 3_600_000_000), ("1970-01-01T00:00:00-01", 3_600_000_000),
      ("1970-01-01T00:00:60.25Z", 60_250_000), ("1969-12-31T23:59:59.999999Z", -1),
      ("0000-01-01", -62_167_219_200_000_000),
      ("9999-12-31T23:59:59", 253_402_300_799_000_000),
    ] as [(ByteText, Int64)])
  func readsMoments(_ text: ByteText, _ microseconds: Int64) throws {
    #expect(try Moment(parsing: text, zone: .utc).microseconds == microseconds)
  }

  @Test(
    arguments: [
      // Without an offset it is in the zone: the ordinary case, the earlier of two, and one that was skipped.
      ("2026-11-30T08:00:00", "2026-11-30T07:00:00Z"), ("2026-10-25T02:30:00", "2026-10-25T00:30:00Z"),
      ("2026-03-29T02:30:00", "2026-03-29T01:30:00Z"), ("2026-11-30T08:00:00Z", "2026-11-30T08:00:00Z"),
      ("2026-06-01", "2026-05-31T22:00:00Z"),
    ] as [(ByteText, ByteText)])
  func readsMomentsInTheZone(_ text: ByteText, _ moment: ByteText) throws {
    let berlin = try ZoneTable.named("Europe/Berlin")
    #expect(try Moment(parsing: text, zone: berlin) == Moment(parsing: moment, zone: .utc))
  }

  @Test(
    arguments: [
      "", "yesterday", "2026", "2026-11", "26-11-30", "2026-1-3", "2026-11-30T", "2026-11-30T08:00",
      "2026-11-30T08:00:00.",
      "2026-11-30T08:00:00.1234567890Z", "2026-11-30T08:00:00+1", "2026-11-30T08:00:00+24:00",
      "2026-11-30T08:00:00+01:60",
      "2026-11-30T08:00:00+01:", "2026-11-30T08:00:00ZZ", "2026-11-30  08:00:00", " 2026-11-30", "2026-11-30Z",
      "1700000000",
    ] as [ByteText])
  func refusesWhatIsNoMoment(_ text: ByteText) {
    #expect(throws: MomentFailure.notAMoment(text)) { try Moment(parsing: text, zone: .utc) }
  }

  @Test(
    arguments: [
      "2026-02-29", "2100-02-29", "2026-00-10", "2026-13-10", "2026-04-31", "2026-01-00", "2026-11-30T24:00:00Z",
      "2026-11-30T08:60:00Z", "2026-11-30T08:00:61Z",
    ] as [ByteText])
  func refusesWhatDoesNotExist(_ text: ByteText) {
    #expect(throws: MomentFailure.impossible(text)) { try Moment(parsing: text, zone: .utc) }
  }

  @Test func datesAndDayNumbersAreTheSameThing() {
    var expected = CalendarDate(dayNumber: -800_000)
    for number in -800_000..<800_000 {
      let date = CalendarDate(dayNumber: number)
      if date != expected || date.dayNumber != number {
        Issue.record("day \(number) is \(date), expected \(expected)")
        return
      }
      expected =
        CalendarDate(year: date.year, month: date.month, day: date.day + 1)
        ?? CalendarDate(year: date.year, month: date.month + 1, day: 1)
        ?? CalendarDate(dayNumber: number + 1)
    }
    #expect(CalendarDate(dayNumber: 0).description == "1970-01-01")
    #expect(CalendarDate(dayNumber: 20_787).description == "2026-11-30")
  }
}

struct SuggestionTests {
  @Test(
    arguments: [
      ("stps", "steps"), ("setps", "steps"), ("STEPS", "steps"), ("step", "steps"), ("stepss", "steps"),
      ("varaints", "variants"), ("qual", "quality"), ("sesions", "sessions"), ("x", nil), ("", nil), ("rows", nil),
      ("stxyz", nil),
    ] as [(String, String?)])
  func findsTheNearestWord(_ word: String, _ nearest: String?) {
    #expect(Suggestion.nearest(to: word, among: ["steps", "variants", "sessions", "quality"]) == nearest)
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "acb", 1), ("abc", "ABC", 0), ("kitten", "sitting", 3),
    ("ca", "abc", 3),
  ])
  func countsEdits(_ word: String, _ other: String, _ distance: Int) {
    #expect(Suggestion.distance(from: word, to: other) == distance)
  }
}
