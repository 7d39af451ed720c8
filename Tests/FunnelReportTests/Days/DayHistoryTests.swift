import FunnelEngine
import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct DayHistoryTests {
  private static let names: [ByteText] = ["a", "\"quoted\", and\nmore", "# end, 3 rows", "ü|"]

  private static func history(_ attempts: Int = 50, days: Range<Int> = 20_500..<20_503) -> DayHistory {
    var fixture = ReportFixture("x")
    fixture.definition = Definition(id: "# flow", steps: names.map { StepDefinition(id: $0) })
    fixture.newestDay = NewestDay(day: 20_502, distance: TimeSpan(microseconds: -1_234_567))
    fixture.rows[0].values = ["#\n,\""]
    fixture.rows[0].standing = days.map { number in
      var day = StandingDay(day: number)
      (day.attempts, day.converted) = (attempts, 20)
      day.steps = names.indices.map { place in
        var step = StandingStep(step: place)
        (step.entered, step.skipped, step.lost, step.timed) = (attempts - place, 5, 3, place)
        if place > 0 { step.middle = MiddlePair(low: 1_000_000, high: 2_000_000) }
        return step
      }
      return day
    }
    fixture.overall.standing = fixture.rows[0].standing
    return DayHistory(fixture.analysis)
  }

  @Test func isReadAsItWasWritten() throws {
    let history = Self.history()
    #expect(try DayHistory(parsing: history.bytes) == history)
    #expect(try DayHistory(parsing: DayHistory().bytes) == DayHistory())
    #expect(history.figures.count == 6)
  }

  @Test func daysComeBackForTheirRow() throws {
    var flow = Definition(id: "# flow", steps: Self.names.reversed().map { StepDefinition(id: $0) })
    flow.steps.removeLast()
    let row = DayHistory.text(of: ["#\n,\""], [.variant])
    let days = try DayHistory(parsing: Self.history().bytes).days(of: row, flow: flow)
    #expect(days.map(\.day) == [20_500, 20_501, 20_502])
    // The step that the definition no longer has is left out, the others stand at their new places.
    #expect(days[0].steps.map(\.timed) == [3, 2, 1])
    #expect(Self.history().days(of: row, flow: Definition(id: "other", steps: flow.steps)) == [])
  }

  @Test func moreAttemptsStayAndOnATieTheRun() {
    let (old, new) = (Self.history(), Self.history(days: 20_502..<20_504))
    #expect(old.adding(old) == old)
    #expect(old.adding(new).figures.count == 8)
    #expect(old.adding(Self.history(10)) == old)
    #expect(old.adding(Self.history(60)) == Self.history(60))
    var other = old
    for key in other.figures.keys { other.figures[key]?.converted = 0 }
    #expect(old.adding(other) == other)
  }

  /// Every byte that is lost, and every line that is, shows.
  @Test func aFileThatWasCutShortIsNoHistory() {
    let bytes = Self.history(days: 20_500..<20_501).bytes
    for length in 0..<bytes.count {
      #expect(throws: HistoryFault.self, "\(length) bytes") { try DayHistory(parsing: Array(bytes[..<length])) }
    }
  }

  @Test func faultsNameTheirLine() throws {
    let good = [
      DayHistory.title, DayHistory.columns.joined(separator: ","), "f,{},2026-03-01,,0,50,20,,,,,,",
      "f,{},2026-03-01,a,,,,50,5,3,2,1,2", "# end, 2 rows", "",
    ]
    func fault(_ line: Int, _ text: String) -> HistoryFault? {
      var lines = good
      lines[line - 1] = text
      do throws(HistoryFault) {
        _ = try DayHistory(parsing: Array(lines.joined(separator: "\n").utf8))
        return nil
      } catch { return error }
    }
    #expect(fault(6, "") == nil)
    #expect(fault(1, "variant,step") == HistoryFault(line: 1, cause: .foreign))
    #expect(
      fault(1, "# funnel history, version 1\r")
        == HistoryFault(line: 1, cause: .damaged("its lines end in CR LF, and funnel's in LF alone")))
    #expect(fault(1, "# funnel history, version 2") == HistoryFault(line: 1, cause: .unknownVersion))
    let damages: [(Int, String)] = [
      (2, "flow"), (3, "f,{},2026-02-30,,0,50,20,,,,,,"), (3, "f,{},2026-03-01,,0,50,51,,,,,,"),
      (3, "f,{},2026-03-01,,0,50,20,,,,,"), (3, "f,{},2026-03-01,,0,+50,20,,,,,,"), (3, "f,{},2026-03-01,,0,0,0,,,,,,"),
      (4, "f,{},2026-03-02,a,,,,50,5,3,2,1,2"), (4, "f,{},2026-03-01,a,,,,50,51,3,2,1,2"),
      (4, "f,{},2026-03-01,a,,,,50,5,3,2,2,1"), (4, "f,{},2026-03-01,a,,,,50,5,3,0,1,2"),
      (4, "f,{},2026-03-01,,0,50,20,,,,,,"), (5, "# end, 3 rows"), (6, "f"),
      (4, "f,{},2026-03-01,\"a\"b,,,,50,5,3,2,1,2"),
    ]
    for (line, text) in damages {
      let found = try #require(fault(line, text), "\(text)")
      guard case .damaged = found.cause else { Issue.record("\(text): \(found)"); continue }
      #expect(found.line == line, "\(text)")
    }
  }
}
