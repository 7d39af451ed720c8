import FunnelModel

/// How a counted attempt ends, and what becomes of each step in it (section 5, "How an attempt ends").
struct PlainEnding {
  enum Word { case converted, dismissed, inProgress, dropped }

  /// How the attempt ends.
  var word: Word
  /// What it would be called had it not converted: the outcome of the steps that it ended at.
  var wordAtSteps: Word
  /// The steps that it ended at.
  var places: [Int]
  /// "Deadline not before as-of".
  var mayStillMove: Bool

  init(of walk: PlainWalk, asOf: Int64, newestEvent: Int64) {
    let unit = walk.unit
    mayStillMove = walk.deadline.map { $0 >= asOf } ?? true
    // "`dismissed` if the walk is marked so; else `in_progress` if the deadline is not before as-of and the unit's
    // newest event (any event) is no older than the session gap at as-of; else `dropped`."
    if walk.isDismissed {
      wordAtSteps = .dismissed
    } else if mayStillMove, asOf - newestEvent <= unit.rules.sessionGap.microseconds {
      wordAtSteps = .inProgress
    } else {
      wordAtSteps = .dropped
    }
    word = walk.conversion == nil ? wordAtSteps : .converted
    if unit.rules.order == .any {
      // "Every required step that was not passed has it, and every optional one that was started and not passed."
      places = unit.places.filter { !walk.isPassed($0) && (!unit.isOptional($0) || walk.isStarted($0)) }
    } else if walk.current == unit.steps.count {
      places = []
    } else if walk.isCurrentStarted || !unit.isOptional(walk.current) {
      // "The current step if it is required or was started, else the next required one."
      places = [walk.current]
    } else {
      places = (walk.current..<unit.steps.count).first { !unit.isOptional($0) }.map { [$0] } ?? []
    }
  }
}
