import FunnelModel
import Synchronization

/// The plans of the sources that the logs turn out to be of, each made once.
final class RecordPlans: Sendable {
  private let plan: ReadingPlan
  private let plans = Mutex<[SourceFormat: RecordPlan]>([:])

  /// No plan made yet.
  init(plan: ReadingPlan) {
    self.plan = plan
  }

  /// The plan of a source.
  func plan(of format: SourceFormat) -> RecordPlan {
    plans.withLock { plans in
      let made = plans[format] ?? RecordPlan(SourceRules.of(format), plan: plan)
      plans[format] = made
      return made
    }
  }
}
