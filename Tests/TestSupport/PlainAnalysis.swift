public import FunnelModel

/// What the plain reading comes to, in the words of the engine's `Analysis`.
public struct PlainAnalysis: Sendable {
  /// The flow that was walked, given or inferred.
  public var definition: Definition
  /// Whether its steps were inferred from the log.
  public var isInferred: Bool
  /// The rules that were followed; `advance` is never nil here.
  public var rules: AnalysisRules
  /// The moment the report speaks of.
  public var asOf: Int64
  /// The first accepted event's time.
  public var firstTime: Int64
  /// The last accepted event's time.
  public var lastTime: Int64
  /// What was counted over the whole log.
  public var counts = Counts()
  /// The fields of the breakdown.
  public var fields: [FieldReference]
  /// The rows in the order of printing.
  public var rows: [Row] = []
  /// What can be compared by section 10: the variants by name, also those that section 7 puts into `(other)`; empty for
  /// another breakdown than by variant alone.
  public var variants: [Row] = []

  /// An analysis with nothing counted yet.
  public init(
    definition: Definition, isInferred: Bool, rules: AnalysisRules, asOf: Int64, firstTime: Int64, lastTime: Int64,
    fields: [FieldReference]
  ) {
    self.definition = definition
    self.isInferred = isInferred
    self.rules = rules
    self.asOf = asOf
    self.firstTime = firstTime
    self.lastTime = lastTime
    self.fields = fields
  }

  /// The counts of the table `quality`.
  public struct Counts: Hashable, Sendable {
    /// Left out by `--only` and `--as-of`.
    public var excluded = 0
    /// Copies of an event that was kept.
    public var duplicate = 0
    /// Accepted events.
    public var events = 0
    /// Users with a unit in the tables.
    public var users = 0
    /// Sessions counted.
    public var sessions = 0
    /// Users of whom `--where` left out all units.
    public var excludedUsers = 0
    /// Native step events of a step in no list.
    public var unknownStep = 0
    /// Counted units with signals and no entry event.
    public var withoutEntry = 0
    /// Users with two or more variants.
    public var mixedVariants = 0
    /// Ids that are another name of a user.
    public var mergedIDs = 0
    /// Devices that several users share.
    public var sharedDevices = 0
  }

  /// The tallies of one row of values.
  public struct Row: Hashable, Sendable {
    /// One for each field of the breakdown.
    public var values: [ByteText]
    /// Units with an accepted event.
    public var units = 0
    /// Units with a counted attempt.
    public var attempts = 0
    /// Converted attempts.
    public var converted = 0
    /// Converted without a skip.
    public var unskipped = 0
    /// Attempts that ended by leaving.
    public var dismissed = 0
    /// Attempts that ended in silence.
    public var dropped = 0
    /// Attempts that go on.
    public var inProgress = 0
    /// Not converted, and the deadline is not before as-of.
    public var mayReturn = 0
    /// Microseconds to conversion, ascending.
    public var conversionTimes: [Int64] = []
    /// Conversions in the session of their entry.
    public var sameSession = 0
    /// Backs.
    public var back = 0
    /// Jumps.
    public var jump = 0
    /// By place in the row's list; empty where the table `steps` has no rows for it.
    public var steps: [Step] = []
    /// Users with a session counted here.
    public var sessionUsers = 0
    /// Sessions.
    public var sessions = 0
    /// Events in them.
    public var sessionEvents = 0
    /// Microseconds of their lengths, ascending.
    public var sessionLengths: [Int64] = []
    /// Sessions of one event.
    public var singleEvent = 0

    /// A row nothing is counted in yet.
    public init(values: [ByteText]) {
      self.values = values
    }
  }

  /// What became of a row's attempts at one step.
  public struct Step: Hashable, Sendable {
    /// The step, as its place in the definition.
    public var step: Int
    /// Entered and started.
    public var started = 0
    /// Passed as completed.
    public var completed = 0
    /// Passed as skipped.
    public var skipped = 0
    /// Left here.
    public var dismissed = 0
    /// Fell silent here.
    public var dropped = 0
    /// Still here.
    public var inProgress = 0
    /// Passed, and with `order: any` all before it too.
    public var passedOfAll = 0
    /// Microseconds of passing, ascending.
    public var durations: [Int64] = []
    /// Passes whose duration would span sessions.
    public var spanning = 0
    /// Microseconds from entry to passing, ascending.
    public var sinceEntry: [Int64] = []

    /// A step at which nothing is counted yet.
    public init(step: Int) {
      self.step = step
    }
  }
}
