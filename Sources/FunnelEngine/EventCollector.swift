public import FunnelModel

/// Takes the events of one reading worker and keeps what the analysis needs of them.
///
/// Each worker has one of its own; none is shared between threads while reading.
public final class EventCollector: EventReceiver {
  private let plan: AnalysisPlan

  /// A collector for a plan.
  public init(plan: AnalysisPlan) {
    self.plan = plan
  }

  /// Takes a batch of events, filters, interns and keeps them.
  public func receive(_ batch: EventBatch) -> ReadingCourse {
    .goOn
  }

  /// Works out the analysis of all events that some collectors of one plan took.
  ///
  /// The result does not depend on which collector took which event, nor on their order.
  public static func analyze(_ collectors: [EventCollector], plan: AnalysisPlan) throws(AnalysisFailure) -> Analysis {
    throw .noEventAccepted
  }
}
