import FunnelEngine
import FunnelModel

/// What those did next who ended at one step, as rows: most frequent first.
struct PathRows {
  /// One thing that people did.
  struct Row: Hashable {
    /// The event's name, or `(end)` or `(other)`.
    var event: ByteText
    /// The step that goes with it; empty where none does.
    var step: ByteText
    /// How many did it.
    var attempts: Int
  }

  /// How many events have a row of their own; the rest stand together as `(other)`, last.
  static let ownRows = 10

  /// The events that followed, and the end.
  let next: [Row]
  /// The steps that those who came back went on at, `(none)` where they gave no signal of one.
  let resumed: [Row]

  /// The rows of a step.
  init(_ paths: StepPaths, definition: Definition) {
    next = Self.ordered(
      paths.next.map { event, attempts in
        Row(event: event?.name ?? "(end)", step: event?.step ?? "", attempts: attempts)
      })
    resumed = Self.ordered(
      paths.returns.compactMap { comesBack, attempts in
        switch comesBack {
        case .stayedAway: nil
        case .withoutStep: Row(event: "", step: "(none)", attempts: attempts)
        case .at(let step): Row(event: "", step: definition.steps[step].id, attempts: attempts)
        }
      })
  }

  private static func ordered(_ rows: [Row]) -> [Row] {
    let sorted = rows.sorted { left, right in
      left.attempts != right.attempts
        ? left.attempts > right.attempts : (left.event, left.step) < (right.event, right.step)
    }
    let rest = sorted.dropFirst(ownRows).reduce(0) { $0 + $1.attempts }
    let other: [Row] = rest == 0 ? [] : [Row(event: "(other)", step: "", attempts: rest)]
    return Array(sorted.prefix(ownRows)) + other
  }
}
