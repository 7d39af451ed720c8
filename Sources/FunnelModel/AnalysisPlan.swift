/// What the engine is to work out of the events.
public struct AnalysisPlan: Sendable {
  /// The flow; nil: its steps are inferred from the log.
  public var definition: Definition?
  /// The rules of walks and sessions.
  public var rules = AnalysisRules()
  /// The fields that tables are broken down by, in the order of their columns; never empty.
  public var breakdown: [FieldReference] = [.variant]
  /// Events are left out (`excluded`) unless all of these hold.
  public var only: [FieldFilter] = []
  /// Units are left out of the tables unless all of these hold (`--where`).
  public var unitFilters: [FieldFilter] = []
  /// Counted is what lies at or after this.
  public var since: Moment?
  /// Counted is what lies before this.
  public var until: Moment?
  /// The moment the report speaks of; nil: the newest accepted event's time.
  public var asOf: Moment?
  /// What becomes of arms of experiments, known once all is read.
  public var experimentUse = ExperimentUse.asVariants
  /// The zone of days.
  public var zone: ZoneTable = .utc
  /// Whether rows over all units are added.
  public var totals = false
  /// Whether the ids of one user are taken for one user; nil: where a log says anything of that.
  ///
  /// For the engine nil is `on`: where nothing is said, every id is a user by itself.
  public var identity: IdentityRule?
  /// Ids and the users that they belong to, besides what the logs say.
  public var identities: IdentityMap?
  /// What is kept of each event beyond what a report counts.
  public var eventDetail = EventDetail.none
  /// The control that was asked for, before the definition's.
  public var control: ByteText?
  /// How much is worked out of single days, and of variants apart from the breakdown.
  public var days: DayDetail = .all
  /// How many workers, at least 1.
  public var threads = 1
  /// How much memory there is; nil: as much as it takes.
  public var memory: MemoryBudget?

  /// The specification's defaults, for a log without a definition.
  public init() {}

  /// The values that the engine needs of each event, without repeats: what the reader's plan must ask for.
  ///
  /// `variant` is not among them: every event carries it.
  public var values: [FieldReference] {
    var wanted: [FieldReference] = []
    func want(_ field: FieldReference) {
      if field != .variant, !wanted.contains(field) { wanted.append(field) }
    }
    breakdown.forEach(want)
    only.forEach { want($0.field) }
    unitFilters.forEach { want($0.field) }
    for signal in FlowSignal.allCases {
      definition?.flowMatches[signal]?.conditions.forEach { want(.path($0.path)) }
    }
    for step in definition?.steps ?? [] {
      for signal in StepSignal.allCases { step.matches[signal]?.conditions.forEach { want(.path($0.path)) } }
    }
    return wanted
  }
}
