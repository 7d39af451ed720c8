public import FunnelModel

/// What those did next whose counted attempts ended at one step.
///
/// Both tables count each such attempt once, so that each adds up to dismissed + dropped + in progress of the step (where
/// `order: any` lets an attempt end at several steps, at each of them).
public struct StepPaths: Hashable, Sendable {
  /// An event by the words that people know it by.
  public struct NextEvent: Hashable, Sendable {
    /// Its name.
    public var name: ByteText
    /// The step it names, else the step of its first step signal; nil where it has neither.
    public var step: ByteText?

    /// An event of a name, perhaps about a step.
    public init(name: ByteText, step: ByteText?) {
      self.name = name
      self.step = step
    }
  }

  /// What came of those who ended here, as to later sessions.
  public enum Return: Hashable, Sendable {
    /// No event of a later session.
    case stayedAway
    /// They came back and gave no signal of a step.
    case withoutStep
    /// They came back, and this is the first step they gave a signal of, as its place in the definition's steps.
    case at(step: Int)
  }

  /// How many did what next; nil stands for the end: no later event.
  public private(set) var next: [NextEvent?: Int] = [:]
  /// How many came back, and where to.
  public private(set) var returns: [Return: Int] = [:]

  /// Nobody ended here yet.
  public init() {}

  /// How many ended here.
  public var ended: Int { next.values.reduce(0, +) }
  /// How many of them came back in a later session.
  public var returned: Int { ended - (returns[.stayedAway] ?? 0) }

  /// Counts one who ended here.
  mutating func add(_ following: Following) {
    next[following.next, default: 0] += 1
    returns[following.comesBack, default: 0] += 1
  }

  /// Takes in what others did.
  mutating func add(_ other: StepPaths) {
    next.merge(other.next, uniquingKeysWith: +)
    returns.merge(other.returns, uniquingKeysWith: +)
  }
}

/// What followed the last act of one counted attempt.
struct Following: Sendable {
  /// The next event; nil where there is none.
  var next: StepPaths.NextEvent?
  /// Whether the user came back in another session, and where to.
  var comesBack: StepPaths.Return
}

extension BreakdownTally {
  /// Counts what followed an attempt at each step that it ended at.
  mutating func add(_ following: Following, _ walk: AttemptWalk, _ rules: WalkRules) {
    for place in steps.indices where walk.steps[place].outcome == nil && walk.ends(at: place, rules) {
      steps[place].paths.add(following)
    }
  }
}
