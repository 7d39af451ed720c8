import FunnelModel
import TestSupport
import Testing

@testable import EventLog

/// Times and durations, as tables and against the plain reading.
@Suite struct TimeTests {
  /// 2026-03-01T00:00:00Z in microseconds.
  private static let march: Int64 = 1_772_323_200_000_000

  private func time(_ value: String, zone: ZoneTable = .utc) throws -> (Int64?, noZone: Int) {
    var plan = ReadingPlan()
    plan.assumedZone = zone
    let log = Array("{\"event\":1,\"user_id\":1,\"time\":\(value)}".utf8)
    let found = try ReadLog.file(log, plan: plan)
    let plain = PlainReader.found(log, plan: plan)
    #expect(found.events == plain.events, "\(value)")
    #expect(found.places == plain.places, "\(value)")
    #expect(found.summary.noZone == plain.summary.noZone, "\(value)")
    return (found.events.first?.time, found.summary.noZone)
  }

  @Test(
    arguments: [
      (#""2026-03-01T00:00:00Z""#, 0), (#""2026-03-01T00:00:00.000Z""#, 0), (#""2026-03-01 00:00:00z""#, 0),
      (#""2026-03-01t12:34:56.789Z""#, 45_296_789_000), (#""2026-03-01T12:34:56.789Z""#, 45_296_789_000),
      (#""2026-03-01T00:00:00.1Z""#, 100_000), (#""2026-03-01T00:00:00.123456789Z""#, 123_456),
      (#""2026-03-01T00:00:60.5Z""#, 60_500_000), (#""2026-02-28T23:59:60Z""#, 0),
      (#""2026-03-01T05:30:00+05:30""#, 0), (#""2026-03-01T05:30:00.001+0530""#, 1_000),
      (#""2026-02-28T23:00:00-01""#, 0),
      (#""2026-03-01T23:59:00+23:59""#, 0), (#""2026-03-01T00:00:00\u005a""#, 0),
      ("1772323200", 0), ("1772323200000", 0), ("1772323200000000", 0), ("1772323200000000999", 0),
      ("1772323200.0000019", 1), ("1772323200999.9999", 999_999), ("1.7723232e9", 0), ("1772323200e0", 0),
      ("17723232000E-1", 0), ("0.17723232e+10", 0), (#""1772323200""#, 0), (#""1.7723232e12""#, 0),
      ("1772323200.000000" + String(repeating: "9", count: 400), 0),
      ("1772323200" + String(repeating: "0", count: 300) + "e-300", 0),
      ("0." + String(repeating: "0", count: 300) + "1772323200e310", 0),
    ] as [(String, Int64)]) func aTimeIsReadExactly(_ value: String, _ offset: Int64) throws
  {
    #expect(try time(value) == (TimeTests.march + offset, 0))
  }

  @Test(arguments: [
    "2026-03-01", "2026-03-01T00:00Z", "2026-3-01T00:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T00:60:00Z",
    "2026-03-01T00:00:61Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "2026-04-31T00:00:00.000Z", "2026-03-00T00:00:00Z", "2026-03-01T00:00:00.Z", "2026-03-01T00:00:00.1234567890Z",
    "2026-03-01T00:00:00+24:00", "2026-03-01T00:00:00+05:60", "2026-03-01T00:00:00+5", "2026-03-01T00:00:00+05:3",
    "2026-03-01T00:00:00 Z", " 2026-03-01T00:00:00Z", "2026-03-01T00:00:00ZZ", "2026-03-01_00:00:00Z", "", "x",
    "1999-12-31T23:59:59.999Z", "2100-01-01T00:00:00Z", "2099-12-31T23:59:60Z", "2000-01-01T00:00:00+00:01",
    "946684799", "4102444800", "-1772323200", "01772323200", "1772323200.", "1e999", "-1e999", "1e-999", "0", "-0",
    "17723232000000000000", "1772323200 ",
  ]) func whatIsNoTimeThatCountsIsRejected(_ value: String) throws {
    #expect(try time("\"\(value)\"").0 == nil)
  }

  @Test func theFirstAndLastMomentsOfTheYearsCount() throws {
    #expect(try time("\"2000-01-01T00:00:00Z\"").0 == 946_684_800_000_000)
    #expect(try time("\"1999-12-31T23:59:00-00:01\"").0 == 946_684_800_000_000)
    #expect(try time("\"2099-12-31T23:59:59.999999Z\"").0 == 4_102_444_799_999_999)
    #expect(try time("4102444799.9999999").0 == 4_102_444_799_999_999)
    #expect(try time("99999999999").0 == nil)
    #expect(try time("100000000000").0 == nil)
    #expect(try time("946684800000").0 == 946_684_800_000_000)
  }

  @Test func aTimeWithoutZoneIsInTheAssumedOneAndCounted() throws {
    // Two hours ahead from 2026-03-29T01:00:00Z on, one before and after.
    let zone = ZoneTable(
      name: "Test/Zone",
      stretches: [
        .init(begins: .min, offset: 3_600), .init(begins: 1_774_746_000, offset: 7_200),
        .init(begins: 1_792_890_000, offset: 3_600),
      ])
    #expect(try time("\"2026-03-01T01:00:00\"", zone: zone) == (TimeTests.march, 1))
    #expect(try time("\"2026-03-29T02:30:00\"", zone: zone) == (1_774_747_800_000_000, 1))
    #expect(try time("\"2026-10-25T02:30:00\"", zone: zone) == (1_792_888_200_000_000, 1))
    #expect(try time("\"2026-03-01T00:00:00\"") == (TimeTests.march, 1))
    #expect(try time("1772323200", zone: zone) == (TimeTests.march, 0))
  }

  @Test func everySecondOfManyDaysIsReadAsThePlainReadingDoes() throws {
    let seed: UInt64 = 11
    var random = SeededGenerator(seed: seed)
    var log: [UInt8] = []
    func two(_ range: ClosedRange<Int>) -> String {
      String(String(Int.random(in: range, using: &random) + 100).suffix(2))
    }
    for _ in 0..<3_000 {
      let fraction = String(Int.random(in: 0...9_999_999_999, using: &random)).prefix(
        Int.random(in: 1...10, using: &random))
      let zone = ["Z", "z", "", "+\(two(0...24)):\(two(0...60))", "-\(two(0...23))\(two(0...59))", "+\(two(0...9))"]
      let text =
        "\(Int.random(in: 1_999...2_100, using: &random))-\(two(0...13))-\(two(0...32))T\(two(0...24)):\(two(0...60)):"
        + "\(two(0...61))\([".\(fraction)", "", ".\(two(0...99))0"].randomElement(using: &random)!)"
        + zone[min(Int.random(in: 0...9, using: &random), 5) % 6]
      log += Array("{\"event\":1,\"user_id\":1,\"ts\":\"\(text)\"}\n".utf8)
    }
    var plan = ReadingPlan()
    plan.keptRejects = .max
    let found = try ReadLog.file(log, plan: plan)
    let plain = PlainReader.found(log, plan: plan)
    #expect(found.events.count > 1_000, "seed \(seed)")
    #expect(found.events == plain.events, "seed \(seed)")
    #expect(found.places == plain.places, "seed \(seed)")
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("-0.0e9", 0), ("1", 1_000_000), ("12.345", 12_345_000), ("\"12.345\"", 12_345_000),
      ("\"1\\u0032\"", 12_000_000), ("0.0000005", 1), ("0.00000049999", 0), ("1.0000015", 1_000_002),
      ("0.0000004" + String(repeating: "9", count: 300), 0), ("1e9", 1_000_000_000_000_000),
      ("1000000000.000000", 1_000_000_000_000_000), ("0.1e-6", 0), ("5e-7", 1),
      ("123456789.123456", 123_456_789_123_456),
      ("1e-999", 0), ("99999999.999999", 99_999_999_999_999), ("999999999.9999999", 1_000_000_000_000_000),
    ] as [(String, Int64)]) func aDurationIsRoundedToTheNearestMicrosecond(_ value: String, _ duration: Int64) throws
  {
    let log = Array("{\"event\":1,\"user_id\":1,\"ts\":1772323200,\"duration_seconds\":\(value)}".utf8)
    let found = try ReadLog.file(log)
    #expect(found.events.map(\.duration) == [duration])
    #expect(found.summary.badDuration == 0)
    #expect(found.events == PlainReader.found(log).events)
  }

  @Test(arguments: [
    "-1", "-1e-300", "1000000000.0000000001", "1e10", "1e999", "\"\"", "\"x\"", "\"1 \"", "true", "{}", "[1]", "\"01\"",
    "\".5\"", "\"5.\"", "\"+5\"",
  ]) func anyOtherDurationIsCountedAndIgnored(_ value: String) throws {
    let log = Array("{\"event\":1,\"user_id\":1,\"ts\":1772323200,\"duration_seconds\":\(value)}".utf8)
    let found = try ReadLog.file(log)
    #expect(found.events.map(\.duration) == [-1])
    #expect(found.summary.badDuration == 1)
    #expect(PlainReader.found(log).summary.badDuration == 1)
  }
}
