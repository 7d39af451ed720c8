/// How a walk treats the order of steps.
public enum StepOrder: String, CaseIterable, Sendable {
  /// Steps are passed in order; what comes out of order is counted and changes nothing.
  case ordered
  /// As `ordered`, and what comes out of order ends the walk.
  case strict
  /// Steps are passed in any order.
  case any
}

/// Where an attempt may begin.
public enum EntryRule: String, CaseIterable, Sendable {
  /// At the beginning of the flow.
  case first
  /// At the first step that the unit is seen at.
  case any
}

/// What moves a walk on.
public enum AdvanceRule: String, CaseIterable, Sendable {
  /// Only a completion or a skip passes a step.
  case explicit
  /// Starting the next step also passes a started one: for logs of screens shown.
  case next
}

/// What is counted.
public enum CountedUnit: String, CaseIterable, Sendable {
  /// Each user once.
  case user
  /// Each session once.
  case session
}

/// What makes a session.
public enum SessionRule: String, CaseIterable, Sendable {
  /// A silence longer than the session gap ends it.
  case gap
  /// Events of one user with one session id; those without one are split by the gap.
  case id
}

/// What becomes of users who saw two variants.
public enum MixedRule: String, CaseIterable, Sendable {
  /// They count under the variant they saw first.
  case first
  /// They are left out of every table.
  case exclude
}

/// The rules that the numbers follow.
public struct AnalysisRules: Hashable, Sendable {
  /// How a walk treats the order of steps.
  public var order: StepOrder = .ordered
  /// Where an attempt may begin.
  public var entry: EntryRule = .first
  /// What moves a walk on; nil: told from the log (section 5).
  public var advance: AdvanceRule?
  /// What is counted.
  public var unit: CountedUnit = .user
  /// What makes a session.
  public var sessionRule: SessionRule = .gap
  /// The longest silence within a session.
  public var sessionGap: TimeSpan = .seconds(30 * 60)
  /// The time an attempt has from its entry; nil: no limit.
  public var window: TimeSpan? = .seconds(7 * 86_400)
  /// What becomes of users who saw two variants.
  public var mixed: MixedRule = .first

  /// The specification's defaults.
  public init() {}
}
