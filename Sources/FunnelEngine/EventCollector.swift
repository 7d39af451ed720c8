public import FunnelModel

/// Takes the events of one reading worker and keeps what the analysis needs of them.
///
/// Each worker has one of its own; none is shared between threads while reading. An event that is kept takes 40 bytes,
/// a user about 60 with its id and its sessions' ids; neither depends on how long the lines are.
public final class EventCollector: EventReceiver {
  let plan: AnalysisPlan
  /// What was kept so far.
  var collected: CollectedEvents

  /// A collector for a plan; with a memory budget it writes to temporary files what does not fit.
  public convenience init(plan: AnalysisPlan) {
    self.init(plan: plan, layout: plan.memory.map { SpillLayout($0, workers: plan.threads) })
  }

  /// A collector that holds its events back in chunks of some layout, nil: all in memory.
  init(plan: AnalysisPlan, layout: SpillLayout?) {
    self.plan = plan
    collected = CollectedEvents(plan: plan, layout: layout)
  }

  /// Why it takes no more events, which `analyze` throws too; nil where all is well.
  public var failure: AnalysisFailure? { collected.spilled?.failure }

  /// Takes a batch of events, filters, interns and keeps them; asks to stop where a temporary file fails.
  public func receive(_ batch: EventBatch) -> ReadingCourse {
    collected.take(batch)
    return failure == nil ? .goOn : .stop
  }

  /// Works out the analysis of all events that some collectors of one plan took.
  ///
  /// The result does not depend on which collector took which event, nor on their order. The collectors are used up:
  /// their memory is given back on the way. The cost is near linear in the events, on `plan.threads` threads.
  ///
  /// Under a memory budget lists of times that are too long for it are in a temporary file, which the analysis owns.
  public static func analyze(_ collectors: [EventCollector], plan: AnalysisPlan) throws(AnalysisFailure) -> Analysis {
    try analyze(collectors, plan: plan, timeFile: plan.memory.map { TimeFile($0) })
  }

  /// The same with a file of one's own for lists of times, nil: all in memory.
  static func analyze(
    _ collectors: [EventCollector], plan: AnalysisPlan, timeFile: TimeFile?
  ) throws(AnalysisFailure) -> Analysis {
    try analyzed(collectors, plan: plan, timeFile: timeFile).analysis
  }

  /// The analysis, and which ids are one user where anything is said of that.
  static func analyzed(
    _ collectors: [EventCollector], plan: AnalysisPlan, timeFile: TimeFile?
  ) throws(AnalysisFailure) -> (analysis: Analysis, identity: IdentityUnion?) {
    func check() throws(AnalysisFailure) {
      for collector in collectors {
        if let failure = collector.failure { throw failure }
      }
    }
    try check()
    do throws(AnalysisFailure) {
      let run = AnalysisRun(collectors, plan: plan, timeFile: timeFile)
      let identity = run.identity
      let analysis = try run.analysis()
      try check()
      return (analysis, identity)
    } catch {
      // What was found out of a part of the events means nothing.
      try check()
      throw error
    }
  }
}

extension AnalysisPlan {
  /// The map of ids, where it is asked for unions.
  var usedIdentities: IdentityMap? { identity == .off ? nil : identities }

  /// Whether ties are settled by the event's id: only where two events of one moment can lie in two sessions of a unit.
  var settlesTiesByEventId: Bool { rules.sessionRule == .id && rules.unit == .user }
}
