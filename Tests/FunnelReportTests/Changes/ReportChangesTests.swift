import FunnelEngine
import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct ReportChangesTests {
  private static func saved(_ fixture: ReportFixture) throws -> SavedReport {
    try SavedReport(parsing: fixture.report.write(.json))
  }

  private static func rows(_ old: ReportFixture, _ new: ReportFixture) throws -> [[String]] {
    try ReportChanges(from: saved(old), to: saved(new)).table.rows.map { $0.map(\.printed) }
  }

  @Test func theSameReportTwiceChangesNothing() throws {
    let rows = try Self.rows(ReportFixture("A", "B"), ReportFixture("A", "B"))
    #expect(rows.count == 2 * 2 + 2 * 3 * 3)
    #expect(rows.allSatisfy { $0.last == "no difference" && ["0.000000", "0.000"].contains($0[7]) }, "\(rows)")
  }

  @Test func sharesAreTestedAndTimesToldByTheirIntervals() throws {
    var new = ReportFixture("A")
    new.rows[0].converted = 50
    new.rows[0].steps[1].completed -= 60
    new.rows[0].steps[1].dropped += 60
    // As many as passed, around the same median.
    new.rows[0].steps[1].durations = Array(new.rows[0].steps[1].durations[30..<150])
    new.rows[0].steps[2].durations = new.rows[0].steps[2].durations.map { $0 * 2 }
    let rows = try Self.rows(ReportFixture("A"), new)
    let told = rows.filter { $0.last != "no difference" }.map { $0[1] + " " + $0[2] + " " + ($0.last ?? "") }
    #expect(told == [" conversion lower", "profile passed lower", "finish seconds slower"])
    #expect(rows[0][3...7] == ["200", "200", "0.500000", "0.250000", "-0.250000"])
  }

  @Test func rowsOfOneReportAloneAreSaid() throws {
    let rows = try Self.rows(ReportFixture("A", "B"), ReportFixture("A", "C"))
    let verdicts = rows.map { $0[0] + " " + ($0.last ?? "") }
    #expect(verdicts.filter { $0.hasPrefix("B") } == Array(repeating: "B only in old", count: 11))
    #expect(verdicts.filter { $0.hasPrefix("C") } == Array(repeating: "C only in new", count: 11))
  }

  @Test func fewAreInsufficient() throws {
    var few = ReportFixture("A")
    few.rows = [ReportFixture.row("A", attempts: 29, converted: 1)]
    let rows = try Self.rows(ReportFixture("A"), few)
    #expect(rows.allSatisfy { $0.last == "insufficient" })
  }

  @Test func differentRulesAndBreakdownsAreSaid() throws {
    var other = ReportFixture("A")
    other.settings.plan.zone = ZoneTable(name: "Europe/Berlin", stretches: [.init(begins: .min, offset: 3600)])
    let (old, new) = (try Self.saved(ReportFixture("A")), try Self.saved(other))
    let changes = try ReportChanges(from: old, to: new)
    #expect(changes.differingRules == ["timezone"])
    let markdown = String(decoding: try #require(changes.write(.markdown)), as: UTF8.self)
    #expect(markdown.contains("follow different rules (`timezone`)"))
    other.fields = [.version]
    let versions = try Self.saved(other)
    #expect(throws: ReportChanges.Fault.differentFields(old: ["variant"], new: ["version"])) {
      try ReportChanges(from: old, to: versions)
    }
  }

  @Test func whatIsNoReportIsSaid() {
    func fault(_ text: String) -> SavedReport.Fault? {
      do throws(SavedReport.Fault) {
        _ = try SavedReport(parsing: Array(text.utf8))
        return nil
      } catch { return error }
    }
    #expect(fault("{}") == .foreign(key: "rules"))
    #expect(fault("[1]") == .foreign(key: "rules"))
    #expect(fault(#"{"rules": {"flow": "f", "as_of": "x", "by": []}, "variants": []}"#) == .foreign(key: "steps"))
    guard case .json = fault("{") else {
      Issue.record("an unfinished file is no JSON")
      return
    }
  }

  /// What a person or a broken disk may have made of a report.
  @Test func whatCannotBeIsNamedByItsPath() throws {
    let whole = String(decoding: ReportFixture("A", "B").report.write(.json), as: UTF8.self)
    let cases: [(change: (String, String), key: String)] = [
      ((#""attempts": 200"#, #""attempts": -5"#), "variants[0].attempts"),
      ((#""attempts": 200"#, #""attempts": 1e30"#), "variants[0].attempts"),
      ((#""attempts": 200"#, #""attempts": 20.5"#), "variants[0].attempts"),
      ((#""attempts": 200"#, #""attempts": "200""#), "variants[0].attempts"),
      ((#""attempts": 200"#, #""attempts": 9999999999999999999"#), "variants[0].attempts"),
      ((#""converted": 100"#, #""converted": 201"#), "variants[0].converted"),
      ((#""completed": 190"#, #""completed": 201"#), "steps[0].completed"),
      ((#""timed": 190"#, #""timed": 191"#), "steps[0].timed"),
      ((#""median_seconds": 1"#, #""median_seconds": -1"#), "steps[0].median_seconds"),
      ((#""median_low": 1"#, #""median_low": 1e300, "x": 1"#), "steps[0].median_low"),
      ((#""variant": "A""#, #""variant": 7"#), "variants[0].variant"),
      ((#""variant": "B""#, #""variant": "A""#), "variants[1]"),
    ]
    for ((from, to), key) in cases {
      let changed = whole.replacing(from, with: to)
      try #require(changed != whole, "\(from)")
      #expect(throws: SavedReport.Fault.changed(key: key), "\(to)") {
        try SavedReport(parsing: Array(changed.utf8))
      }
    }
    #expect(throws: SavedReport.Fault.foreign(key: "variants[0].attempts")) {
      try SavedReport(parsing: Array(whole.replacing(#""attempts""#, with: #""tries""#).utf8))
    }
  }

  @Test func thePageTellsIntervals() throws {
    var new = ReportFixture("A")
    new.rows[0].converted = 50
    let changes = try ReportChanges(from: Self.saved(ReportFixture("A")), to: Self.saved(new))
    let markdown = String(decoding: try #require(changes.write(.markdown)), as: UTF8.self)
    #expect(markdown.contains(" -25.0 | -33.8 to -15.6 |"), "\(markdown)")
    #expect(markdown.contains(" s to ") && markdown.contains(", then "), "\(markdown)")
  }

  @Test func everyFormatTellsTheSameChanges() throws {
    let changes = try ReportChanges(from: Self.saved(ReportFixture("A|b")), to: Self.saved(ReportFixture("A|b")))
    let csv = String(decoding: try #require(changes.write(.csv)), as: UTF8.self)
    #expect(csv.hasPrefix("variant,step_id,metric,old_n,new_n,old_value,new_value,difference,low,high,"))
    let json = try JSONValue(reading: try #require(changes.write(.json)))
    guard case .array(let rows)? = json["changes"]?.content else {
      Issue.record("no changes in JSON")
      return
    }
    #expect(rows.count == csv.split(separator: "\n").count - 1)
    #expect(changes.write(.xlsx) == nil)
    #expect(String(decoding: try #require(changes.write(.markdown)), as: UTF8.self).contains("`A`&#124;`b`"))
  }
}
