public import FunnelModel

/// All that the engine worked out of one log: exact counts and exact microseconds, nothing rounded.
public struct Analysis: Sendable {
  /// Rows of values, and variants, that are told apart at most; the rest stand together.
  public static let mostRows = 50

  /// Where the steps came from.
  public enum StepsSource: String, Sendable {
    /// A definition file.
    case definition
    /// Inferred from the log.
    case log
  }

  /// The flow that was walked, given or inferred.
  public var definition: Definition
  /// Where its steps came from.
  public var stepsSource: StepsSource
  /// The rules that were followed; `advance` is never nil here.
  public var rules: AnalysisRules
  /// Whether `advance` was told from the log rather than asked for.
  public var advanceIsInferred: Bool
  /// The moment the report speaks of.
  public var asOf: Moment
  /// The first accepted event's time.
  public var firstTime: Moment
  /// The last accepted event's time.
  public var lastTime: Moment
  /// What was counted over the whole log.
  public var counts: AnalysisCounts
  /// The fields that the rows are broken down by, in the order of their columns.
  public var breakdownFields: [FieldReference]
  /// The rows' tallies in the order of printing: `(all)` first where asked for, values in byte order, `(other)` last.
  public var breakdowns: [BreakdownTally]
  /// A tally of each variant over all its units, whatever the breakdown, by name; empty where none was asked for.
  ///
  /// Of more than fifty those with most units, the control and the definition's arms.
  public var variants: [BreakdownTally] = []
  /// Whether there are further variants, which have too few units to stand by themselves.
  public var hasOtherVariants = false
  /// Whether a kept event has a variant that is not just an arm of an experiment that nobody chose.
  public var hasPlainVariant = false
  /// The newest day that is over and that no bound cuts; nil where there is none.
  public var newestDay: NewestDay?
  /// All units together.
  public var overall = OverallTally()
  /// Where lists of times wait that did not fit into the memory budget.
  var timeFile: TimeFile?

  /// Why lists of times came out empty that could not be read back; nil where all is well.
  ///
  /// To be asked once a report is made, and before it is given out.
  public var failure: AnalysisFailure? { timeFile?.failure }

  /// All that the engine worked out of one log.
  public init(
    definition: Definition, stepsSource: StepsSource, rules: AnalysisRules, advanceIsInferred: Bool,
    asOf: Moment, firstTime: Moment, lastTime: Moment, counts: AnalysisCounts,
    breakdownFields: [FieldReference], breakdowns: [BreakdownTally]
  ) {
    self.definition = definition
    self.stepsSource = stepsSource
    self.rules = rules
    self.advanceIsInferred = advanceIsInferred
    self.asOf = asOf
    self.firstTime = firstTime
    self.lastTime = lastTime
    self.counts = counts
    self.breakdownFields = breakdownFields
    self.breakdowns = breakdowns
  }

  /// Takes the tallies by variant, of which `named` stand together with others in the rows that are printed.
  mutating func take(variants rows: [BreakdownTally], andNamed named: [BreakdownTally]) {
    variants = rows.filter { $0.kind == .values } + named
    variants.sort { $0.values.lexicographicallyPrecedes($1.values) }
    let other = rows.first { $0.kind == .other }?.units ?? 0
    hasOtherVariants = other > named.reduce(0) { $0 + $1.units }
  }
}

/// The counts of the table `quality` that the engine knows.
public struct AnalysisCounts: Hashable, Sendable {
  /// Events left out by `--only` and `--as-of`.
  public var excluded = 0
  /// Copies of an event that was kept.
  public var duplicate = 0
  /// Accepted events.
  public var events = 0
  /// Users with a unit in the tables.
  public var users = 0
  /// Sessions counted.
  public var sessions = 0
  /// Users whose units within the bounds `--where` left out, all of them.
  public var excludedUsers = 0
  /// Accepted native step events of a step that is in no list.
  public var unknownStep = 0
  /// Counted units that bear signals but have no entry event.
  public var withoutEntry = 0
  /// Users who saw two or more variants.
  public var mixedVariants = 0
  /// Ids on kept events that are another name of a user who has a name already.
  public var mergedIDs = 0
  /// Devices on kept events on which two or more known users were seen.
  public var sharedDevices = 0

  /// Nothing counted yet.
  public init() {}
}

/// The tallies of one row of values of the breakdown's fields.
public struct BreakdownTally: Sendable {
  /// What units the row holds.
  public enum Kind: Sendable {
    /// Those with the row's values.
    case values
    /// Those of the values past the fifty with most units.
    case other
    /// All of them.
    case all
  }

  /// What units the row holds.
  public var kind: Kind
  /// The values, one for each field of the breakdown: `(none)`, `(other)` and `(all)` where they apply.
  public var values: [ByteText]
  /// Units with an accepted event, signals or not.
  public var units = 0
  /// Units with a counted attempt.
  public var attempts = 0
  /// Attempts that converted.
  public var converted = 0
  /// Those of them that skipped no step.
  public var unskipped = 0
  /// Attempts that ended by leaving the flow.
  public var dismissed = 0
  /// Attempts that ended in silence.
  public var dropped = 0
  /// Attempts that go on.
  public var inProgress = 0
  /// Attempts that did not convert and whose deadline is not before as-of.
  public var mayReturn = 0
  /// Microseconds from entry to conversion, ascending.
  ///
  /// Like the other lists of times it may stand in a temporary file, and is then read anew each time it is asked for.
  public var conversionTimes: [Int64] {
    get { times.values }
    set { times = Times(newValue) }
  }
  /// The same, to be read by rank.
  public internal(set) var times = Times()
  /// Conversions in the session of their entry.
  public var sameSession = 0
  /// Backs of the counted attempts.
  public var back = 0
  /// Jumps of the counted attempts.
  public var jump = 0
  /// What became of the attempts at each step of the row's flow, in its order; empty for `other`, and for `all` where a
  /// variant has steps of its own.
  public var steps: [StepTally] = []
  /// The sessions counted under the row.
  public var sessions = SessionTally()
  /// The attempts of each day, ascending, days without one left out; empty for `other`.
  public var days: [DayTally] = []
  /// The days as they stood, ascending, those without attempts left out; empty for `other` and `all`.
  public var standing: [StandingDay] = []

  /// A row nothing is counted in yet.
  public init(kind: Kind, values: [ByteText]) {
    self.kind = kind
    self.values = values
  }
}

/// What became of the attempts of a row at one step.
///
/// An attempt entered the step if it has an outcome here; `entered` is the sum of the five outcomes.
public struct StepTally: Sendable {
  /// The step, as its place in the definition's steps.
  public var step: Int
  /// Of the attempts that entered, those that started the step.
  public var started = 0
  /// Passed by completing it.
  public var completed = 0
  /// Passed by skipping it.
  public var skipped = 0
  /// Left the flow here.
  public var dismissed = 0
  /// Fell silent here.
  public var dropped = 0
  /// Still here.
  public var inProgress = 0
  /// Attempts that passed this step and, with `order: any`, all before it in the list.
  public var passedOfAll = 0
  /// Microseconds that passing it took, ascending: one for each attempt that has such a duration.
  public var durations: [Int64] {
    get { durationTimes.values }
    set { durationTimes = Times(newValue) }
  }
  /// The same, to be read by rank.
  public internal(set) var durationTimes = Times()
  /// Passes without a duration because it would span sessions.
  public var spanning = 0
  /// Microseconds from the entry to passing it, ascending: one for each pass.
  public var sinceEntry: [Int64] {
    get { sinceEntryTimes.values }
    set { sinceEntryTimes = Times(newValue) }
  }
  /// The same, to be read by rank.
  public internal(set) var sinceEntryTimes = Times()
  /// What those did next who ended here; empty where the plan keeps no event's name.
  public var paths = StepPaths()

  /// A step at which nothing is counted yet.
  public init(step: Int) {
    self.step = step
  }

  /// Attempts that have an outcome here.
  public var entered: Int { completed + skipped + dismissed + dropped + inProgress }
  /// Attempts that passed it.
  public var passed: Int { completed + skipped }
}

/// The sessions counted under a row.
public struct SessionTally: Sendable {
  /// Users with a session counted here.
  public var users = 0
  /// Sessions.
  public var sessions = 0
  /// Accepted events in them.
  public var events = 0
  /// Microseconds from each session's first event to its last, ascending.
  public var lengths: [Int64] {
    get { lengthTimes.values }
    set { lengthTimes = Times(newValue) }
  }
  /// The same, to be read by rank.
  public internal(set) var lengthTimes = Times()
  /// Sessions of one event.
  public var singleEvent = 0

  /// No session yet.
  public init() {}
}
