public import FunnelModel

/// The attempts of one day of entry, as the whole log has them.
public struct DayTally: Hashable, Sendable {
  /// The day in the plan's zone, as days since 1970-01-01.
  public var day: Int
  /// Attempts that entered on it.
  public var attempts = 0
  /// Those of them that converted.
  public var converted = 0
  /// Those of them that go on.
  public var inProgress = 0

  /// A day without attempts.
  public init(day: Int) {
    self.day = day
  }
}

/// One day as it stood as long after its end as the newest day is now.
///
/// It holds the attempts of a run whose as-of is that moment, those that entered on the day; the steps, `advance` and the
/// rows are the whole log's.
public struct StandingDay: Hashable, Sendable {
  /// The day in the plan's zone, as days since 1970-01-01.
  public var day: Int
  /// Attempts that entered on it.
  public var attempts = 0
  /// Those of them that converted.
  public var converted = 0
  /// The steps that some of them entered, by their places in the definition.
  public var steps: [StandingStep] = []

  /// A day without attempts.
  public init(day: Int) {
    self.day = day
  }
}

/// One step on one day as it stood.
public struct StandingStep: Hashable, Sendable {
  /// The step, as its place in the definition's steps.
  public var step: Int
  /// Attempts that have an outcome here.
  public var entered = 0
  /// Passed by skipping it.
  public var skipped = 0
  /// Left the flow here, or fell silent here.
  public var lost = 0
  /// How many of the passes have a duration.
  public var timed = 0
  /// The two durations in the middle, in microseconds, equal where there is one; nil without a duration.
  ///
  /// Their mean is the median.
  public var middle: MiddlePair?

  /// A step that no one entered.
  public init(step: Int) {
    self.step = step
  }
}

/// The two values in the middle of an ascending list, equal where there is one.
public struct MiddlePair: Hashable, Sendable {
  /// The lower one.
  public var low: Int64
  /// The upper one.
  public var high: Int64

  /// Two values in the middle.
  public init(low: Int64, high: Int64) {
    self.low = low
    self.high = high
  }

  /// The middle of an ascending list; nil of an empty one.
  init?(ofAscending values: [Int64]) {
    guard !values.isEmpty else { return nil }
    low = values[(values.count - 1) / 2]
    high = values[values.count / 2]
  }
}

/// How long passing a step took by the app's own clock and by the times of events, of the passes that have both.
public struct ClockTally: Sendable {
  /// Microseconds as reported, ascending.
  public var reported: [Int64] {
    get { reportedTimes.values }
    set { reportedTimes = Times(newValue) }
  }
  /// The same, to be read by rank.
  public internal(set) var reportedTimes = Times()
  /// Microseconds as measured, ascending.
  public var measured: [Int64] {
    get { measuredTimes.values }
    set { measuredTimes = Times(newValue) }
  }
  /// The same, to be read by rank.
  public internal(set) var measuredTimes = Times()

  /// No pass with both.
  public init() {}
}

/// What is known of all units together, whatever the rows.
public struct OverallTally: Sendable {
  /// Counted attempts.
  public var attempts = 0
  /// Those of them with a `jump`.
  public var attemptsWithJump = 0
  /// For each step of the definition the passes that both report a duration and can be measured.
  public var clocks: [ClockTally] = []
  /// The days as they stood, ascending, those without attempts left out; no steps where a variant has steps of its own.
  public var standing: [StandingDay] = []

  /// Nothing known.
  public init() {}
}

/// The newest day that is over, and how long ago it ended.
public struct NewestDay: Hashable, Sendable {
  /// The day in the plan's zone, as days since 1970-01-01.
  public var day: Int
  /// From its end to as-of; below zero by a session gap at most.
  public var distance: TimeSpan

  /// A day and how long ago it ended.
  public init(day: Int, distance: TimeSpan) {
    self.day = day
    self.distance = distance
  }
}
