public import FunnelModel

/// Takes the events of one reading worker and keeps what the analysis needs of them.
///
/// Each worker has one of its own; none is shared between threads while reading. An event that is kept takes 40 bytes,
/// a user about 60 with its id and its sessions' ids; neither depends on how long the lines are.
public final class EventCollector: EventReceiver {
  /// How many partitions the users are spread over by the hash of their ids.
  static let partitionCount = 128

  let plan: AnalysisPlan
  let only: [OnlyDemand]
  /// Whether the event's id is kept.
  let keepsEventIds: Bool
  var finder: SignalFinder
  var attributes: AttributeTable
  let partitions: PartitionShelf
  /// Events left out by `--only` and `--as-of`.
  var excluded = 0
  /// Events kept, copies included.
  var kept = 0
  var firstTime = Int64.max
  var lastTime = Int64.min
  /// Of each set of signals, by its number, how many events bear it, copies included.
  var setCounts = GrowingBuffer<Int>(repeating: 0, count: 1)

  /// A collector for a plan.
  public init(plan: AnalysisPlan) {
    self.plan = plan
    let values = plan.values
    only = plan.only.map { OnlyDemand($0, in: values) }
    keepsEventIds = plan.settlesTiesByEventId
    finder = SignalFinder(plan: plan)
    attributes = AttributeTable(plan: plan)
    partitions = PartitionShelf(count: Self.partitionCount)
  }

  /// Works out the analysis of all events that some collectors of one plan took.
  ///
  /// The result does not depend on which collector took which event, nor on their order. The collectors are used up:
  /// their memory is given back on the way. The cost is near linear in the events, on `plan.threads` threads.
  public static func analyze(_ collectors: [EventCollector], plan: AnalysisPlan) throws(AnalysisFailure) -> Analysis {
    try AnalysisRun(collectors, plan: plan).analysis()
  }
}

extension AnalysisPlan {
  /// Whether ties are settled by the event's id: only where two events of one moment can lie in two sessions of a unit.
  var settlesTiesByEventId: Bool { rules.sessionRule == .id && rules.unit == .user }
}
