import FunnelModel

/// One walk told event by event: what `AttemptWalk` sums up, in the order in which it happened.
///
/// Where steps are passed in order it is told by the same `WalkRules.move`. Places are those of the unit's flow.
struct WalkStory: Sendable {
  /// What one event did.
  struct Deed: Sendable {
    /// The event, by its index in the unit.
    var event: Int
    /// The step that was current before and that was passed because the event acted on a later one.
    var settled: Pass?
    /// The steps that it started.
    var started: [Int] = []
    /// The step that it passed by a signal of its own.
    var passed: Pass?
    /// The step that `flow_completed` passed.
    var finished: Pass?
    /// Whether it bears signals of steps and acts on none, one of them of a step before the current one.
    var isBack = false
    /// Whether it bears signals of steps and acts on none.
    var isJump = false
    /// Whether it marks the walk as left, true, or takes such a mark back, false.
    var dismissal: Bool?
    /// Whether the walk converts with it.
    var converts = false
    /// Whether the walk ends with it.
    var ends = false

    /// Whether it acted in the sense of section 5.
    var hasActed: Bool { passed != nil || !started.isEmpty }

    /// Whether it did nothing at all.
    var isEmpty: Bool {
      settled == nil && !hasActed && finished == nil && !isBack && !isJump && dismissal == nil && !converts && !ends
    }

    /// How many steps it passed.
    var passCount: Int { (settled == nil ? 0 : 1) + (passed == nil ? 0 : 1) + (finished == nil ? 0 : 1) }
  }

  /// A step that was passed, and how.
  struct Pass: Sendable {
    var place: Int
    var outcome: PassOutcome
  }

  /// What each event did, from the entry up to the walk's end.
  private(set) var deeds: [Deed] = []
  /// The first event past the deadline, by its index; nil where the walk ended before or saw all.
  private(set) var tooLate: Int?

  /// The story of a walk from an entry.
  init(of unit: [UnitEvent], from entry: Int, rules: WalkRules) {
    let deadline = rules.deadline(from: unit[entry].time)
    var walk = StoryWalk(with: unit[entry].signals, rules: rules)
    for index in entry..<unit.count {
      guard unit[index].time <= deadline else {
        tooLate = index
        return
      }
      let deed = walk.move(by: unit[index].signals, at: index, rules: rules)
      deeds.append(deed)
      if deed.ends { return }
    }
  }
}
