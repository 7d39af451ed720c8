import FunnelEngine
import FunnelModel
import TestSupport

@testable import FunnelReport

extension HostileFixture {
  /// What changed between two reports of the fixture.
  static var changes: ReportChanges {
    var changed = analysis
    changed.breakdowns[1].dropped += changed.breakdowns[1].converted - 3
    changed.breakdowns[1].converted = 3
    changed.breakdowns[1].conversionTimes.removeLast(changed.breakdowns[1].conversionTimes.count - 3)
    (changed.breakdowns[1].unskipped, changed.breakdowns[1].sameSession) = (1, 2)
    changed.breakdowns[1].steps[0].skipped += changed.breakdowns[1].steps[0].completed - 5
    changed.breakdowns[1].steps[0].completed = 5
    let new = Report(analysis: changed, reading: reading, settings: report.settings)
    do {
      return try ReportChanges(
        from: try SavedReport(parsing: report.write(.json)), to: try SavedReport(parsing: new.write(.json)))
    } catch {
      preconditionFailure("two reports of one breakdown: \(error)")
    }
  }

  /// The trace of a user as hostile as the steps.
  static var trace: TraceReport {
    var plan = AnalysisPlan()
    plan.definition = analysis.definition
    let user: ByteText = "<b>ana|\u{202E}\n=1+1"
    func event(_ second: Int64, _ name: ByteText, _ step: Int?) -> PlainEvent {
      var event = PlainEvent(time: 1_772_352_000_000_000 + second * 1_000_000, user: user, name: name)
      event.step = step.map { stepIDs[$0] }
      event.variant = "x|y<i>"
      return event
    }
    var events = [
      event(0, "onboarding_step_started", 0), event(5, "<script>", nil), event(8, "onboarding_step_completed", 0),
      event(9, "onboarding_step_started", 2), event(12, "onboarding_step_skipped", 2),
      event(13, "onboarding_step_completed", 0), event(14, "onboarding_step_completed", 7),
      event(4000, "onboarding_step_completed", 3), event(4001, "onboarding_dismissed", nil),
      event(4002, "onboarding_step_viewed", nil),
    ]
    events[9].step = "`unknown`"
    events[2].duration = 2_500_000
    events[2].id = "=id"
    let collector = TraceCollector(plan: plan, user: user)
    BatchBuilder.hand(events + [events[2]], values: plan.values, to: collector)
    do {
      let found = try TraceCollector.trace([collector], plan: plan)
      guard let trace = found.user else { preconditionFailure("the user has events") }
      return TraceReport(trace: trace, analysis: found.analysis, settings: report.settings)
    } catch {
      preconditionFailure("there are events: \(error)")
    }
  }
}
