/// One unit as it was walked, kept where a plan keeps everything.
struct WalkedUnit: Sendable {
  /// The unit's events that bear signals, in the order of section 5.
  var events: [UnitEvent]
  /// What the unit has of attempts.
  var found: AttemptFinder.Found
  /// The entry events within the bounds, by their indices.
  var candidates: [Int]
  /// The walk of the counted attempt, where one was found.
  var walk: AttemptWalk
  /// The index of the rules that it was walked by.
  var flow: Int
  /// Whether `--where` keeps it.
  var isKept: Bool
  /// The attempt as it was tallied; nil where none was.
  var attempt: CountedAttempt?
}
