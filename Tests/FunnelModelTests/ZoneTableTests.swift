import Foundation
import TestSupport
import Testing

@testable import FunnelModel

struct ZoneTableTests {
  private static let database = "/usr/share/zoneinfo"

  /// Zones with rules that are easily got wrong: half hours, changes at midnight, a day left out, a negative saving,
  /// changes on the southern side, no change at all, and changes that ended or began late.
  static let names = [
    "Europe/Berlin", "America/New_York", "America/St_Johns", "America/Havana", "America/Sao_Paulo", "America/Santiago",
    "America/Nuuk", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran", "Asia/Gaza", "Asia/Beirut", "Asia/Tokyo",
    "Australia/Lord_Howe", "Australia/Sydney", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Apia",
    "Pacific/Kiritimati", "Africa/Casablanca", "Africa/Cairo", "Europe/Dublin", "Europe/London", "Etc/GMT+12", "EST",
  ]

  @Test(arguments: names)
  func hasTheOffsetsThatFoundationHas(_ name: String) throws {
    let zone = try ZoneTable.named(name)
    let foundation = try #require(TimeZone(identifier: name))
    func check(_ second: Int64) -> Bool {
      zone.offset(at: second) == Int64(foundation.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    }
    for year in 1_996...2_098 {
      let first = Int64(try #require(CalendarDate(year: year, month: 1, day: 1)).dayNumber) * 86_400
      for day in 0..<52 { #expect(check(first + Int64(day) * 7 * 86_400), "\(name), week \(day) of \(year)") }
    }
    for stretch in zone.stretches where (946_684_800..<2_082_758_400).contains(stretch.begins) {
      #expect(check(stretch.begins) && check(stretch.begins - 1), "\(name), \(stretch.begins)")
    }
  }

  @Test(arguments: names)
  func localTimesAreTheEarlierOrHaveTheOffsetFromBefore(_ name: String) throws {
    let zone = try ZoneTable.named(name)
    // Around every change: each local second that clocks show, found by trying all seconds in order.
    for stretch in zone.stretches.dropFirst() where (1_262_304_000..<1_420_070_400).contains(stretch.begins) {
      let before = zone.offset(at: stretch.begins - 1)
      let around = (stretch.begins - 90_000)...(stretch.begins + 90_000)
      var shown: [Int64: Int64] = [:]
      for second in stride(from: around.lowerBound, through: around.upperBound, by: 600) {
        shown[second + zone.offset(at: second)] = min(second, shown[second + zone.offset(at: second)] ?? .max)
      }
      for local in stride(from: stretch.begins + before - 80_000, to: stretch.begins + before + 80_000, by: 600) {
        let aligned = local - (local - around.lowerBound - before) % 600
        let expected = shown[aligned] ?? aligned - before
        #expect(zone.second(atLocal: aligned) == expected, "\(name), local \(aligned)")
      }
    }
  }

  @Test(arguments: names)
  func daysFollowOneAnother(_ name: String) throws {
    let zone = try ZoneTable.named(name)
    let first = try #require(CalendarDate(year: 2_009, month: 1, day: 1)).dayNumber
    for day in first..<(first + 8 * 365) {
      let start = zone.start(ofDay: day)
      let length = (zone.start(ofDay: day + 1) - start).microseconds / 1_000_000
      #expect([82_800, 84_600, 86_400, 88_200, 90_000].contains(length) || name == "Pacific/Apia", "\(name), \(day)")
      guard length > 0 else { continue }
      #expect(zone.dayNumber(of: start) == day, "\(name), \(CalendarDate(dayNumber: day))")
      #expect(zone.dayNumber(of: Moment(microseconds: start.microseconds - 1)) < day, "\(name), \(day)")
      #expect(zone.startOfDay(containing: start + .seconds(length / 2)) == start, "\(name), \(day)")
    }
  }

  @Test(arguments: [
    // A midnight that does not exist.
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
    // A midnight that occurs twice.
    ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"),
    // A date that was left out whole.
    ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
    ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
    ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z"),
    ("Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00Z"),
    ("-03:30", "2026-03-30", "2026-03-30T03:30:00Z"),
  ])
  func aDateBeginsAtItsFirstMoment(_ name: String, _ date: ByteText, _ moment: ByteText) throws {
    let zone = try ZoneTable.named(name)
    #expect(try Moment(parsing: date, zone: zone) == Moment(parsing: moment, zone: .utc))
  }

  @Test(
    arguments: [
      ("+02:00", 7_200), ("-0530", -19_800), ("+14", 50_400), ("-23:59", -86_340), ("+00:00", 0), ("UTC", 0), ("Z", 0),
    ] as [(String, Int64)])
  func takesOffsetsWithoutADatabase(_ name: String, _ offset: Int64) throws {
    #expect(try ZoneTable.named(name, in: ["/nowhere"]).stretches == [.init(begins: .min, offset: offset)])
  }

  @Test(
    arguments: [
      ("Europe/Berlni", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("Berlin", "Europe/Berlin"),
      ("new_york", "America/New_York"), ("Europe", "Europe/Amsterdam"), ("", nil), ("+24:00", nil), ("zone.tab", nil),
      ("../zoneinfo/UTC", nil), ("/usr/share/zoneinfo/UTC", nil), ("Europe//Berlin", "Europe/Berlin"),
      ("Nowhere/At_All", nil),
    ] as [(String, String?)])
  func namesTheNearestOfAnUnknownZone(_ name: String, _ nearest: String?) {
    #expect(throws: ZoneFailure.unknown(name: name, nearest: nearest)) {
      try ZoneTable.named(name, in: [Self.database])
    }
  }

  @Test func saysWhereItLookedForADatabase() {
    let failure = #expect(throws: ZoneFailure.self) { try ZoneTable.named("Europe/Berlin", in: ["/nowhere", "/no"]) }
    #expect(
      failure?.description == "no time zone 'Europe/Berlin': no time zone database in /nowhere, /no; install tzdata, "
        + "set TZDIR, or write an offset such as +02:00")
  }
}

struct ZoneFileTests {
  /// A zone file of version 2 without listed changes: all follows from the rule.
  private func file(rule: String, offset: Int32 = 0, version: UInt8 = UInt8(ascii: "2")) -> [UInt8] {
    func block() -> [UInt8] {
      var bytes = Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15)
      for count in [0, 0, 0, 0, 1, 4] as [UInt8] { bytes += [0, 0, 0, count] }
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: offset >> $0) }
      return bytes + [0, 0] + Array("LMT\0".utf8)
    }
    return block() + block() + Array("\n\(rule)\n".utf8)
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin"), ("EST5EDT,M3.2.0,M11.1.0", "America/New_York"),
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", "Pacific/Auckland"),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "Australia/Lord_Howe"),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "Europe/Dublin"), ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "America/Nuuk"),
  ])
  func followsTheRuleAtTheFilesEnd(_ rule: String, _ name: String) throws {
    let zone = try ZoneTable(name: "x", file: file(rule: rule))
    let listed = try ZoneTable.named(name)
    for second in stride(from: Int64(1_735_689_600), to: 4_102_444_800, by: 86_400 * 3 + 3_600) {
      #expect(zone.offset(at: second) == listed.offset(at: second), "\(second)")
    }
  }

  @Test(
    arguments: [
      ("AAA0BBB,J60/0,J300/0", [5_097_600, 25_830_000]),
      ("AAA0BBB,59/0,J300/0", [5_097_600, 25_830_000]),
      ("AAA0BBB,M1.1.4/-24,M1.2.4/48", [604_800 + 2 * 86_400 - 3_600]),
    ] as [(String, [Int64])])
  func countsDaysOfTheYear(_ rule: String, _ changes: [Int64]) throws {
    let zone = try ZoneTable(name: "x", file: file(rule: rule))
    let listed = zone.stretches.map(\.begins).filter { (1..<(360 * 86_400)).contains($0) }
    #expect(listed == changes)
  }

  @Test func daylightSavingTimeCanLastAllYear() throws {
    let zone = try ZoneTable(name: "x", file: file(rule: "EST5EDT,0/0,J365/25", offset: -18_000))
    for second in stride(from: Int64(18_000), to: 4_102_444_800, by: 21_600) {
      #expect(zone.offset(at: second) == -14_400, "\(second)")
    }
  }

  @Test func readsAFileOfTheFirstVersion() throws {
    let bytes = file(rule: "", offset: 3_600, version: 0)
    #expect(try ZoneTable(name: "x", file: bytes).stretches == [.init(begins: .min, offset: 3_600)])
  }

  @Test(arguments: [
    "AB0", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
    "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J5", "CET-1CEST,366,5", "CET-1CEST,M3.5.0,M10.5.0/168", "<CET-1",
    "CET-1CEST,M3.5.0,M10.5.0 ",
  ])
  func refusesARuleThatIsNone(_ rule: String) {
    #expect(throws: ZoneTable.FileFault.damaged) { try ZoneTable(name: "x", file: file(rule: rule)) }
  }

  @Test func refusesEveryFileThatIsCutShort() throws {
    let whole = file(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    for length in 0..<whole.count {
      #expect(throws: ZoneTable.FileFault.self, "\(length)") {
        try ZoneTable(name: "x", file: Array(whole[..<length]))
      }
    }
  }

  @Test func noBytesCrashTheReader() throws {
    let seed: UInt64 = 8_536
    var random = SeededGenerator(seed: seed)
    let whole = file(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    var read = 0
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] =
          [0, 1, 255, 50, 128].randomElement(using: &random) ?? 0
      }
      guard let zone = try? ZoneTable(name: "x", file: bytes) else { continue }
      read += 1
      for second in [-1 << 50, 0, 1 << 31, 1 << 50] as [Int64] {
        #expect(abs(zone.second(atLocal: second) - second) < 172_800, "seed \(seed)")
      }
    }
    #expect(read > 0, "seed \(seed): not one was read")
  }
}
