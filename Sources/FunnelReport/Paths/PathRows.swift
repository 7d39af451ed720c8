import FunnelEngine
import FunnelModel

/// What those did next who ended at one step, as rows: most frequent first.
struct PathRows {
  /// One thing that people did.
  struct Row: Hashable {
    /// What a row is about.
    enum Kind: Hashable {
      /// An event, or a step.
      case one
      /// The end of the log, or no step.
      case none
      /// All that have no row of their own.
      case rest
    }

    /// The event's name, or `(end)` or `(other)`.
    var event: ByteText
    /// The step that goes with it; empty where none does.
    var step: ByteText
    /// How many did it.
    var attempts: Int
    /// What it is about: an event of a log can be called `(end)` too.
    var kind = Kind.one

    /// What they did next, in words.
    var nextWords: Prose {
      switch kind {
      case .none: "nothing more"
      case .rest: "other events"
      case .one: step.isEmpty ? "\(name: event)" : "\(name: event) of \(name: step)"
      }
    }

    /// Where they resumed, in words.
    var resumedWords: Prose {
      switch kind {
      case .none: "no step"
      case .rest: "other steps"
      case .one: "\(name: step)"
      }
    }
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
        Row(
          event: event?.name ?? "(end)", step: event?.step ?? "", attempts: attempts, kind: event == nil ? .none : .one)
      })
    resumed = Self.ordered(
      paths.returns.compactMap { comesBack, attempts in
        switch comesBack {
        case .stayedAway: nil
        case .withoutStep: Row(event: "", step: "(none)", attempts: attempts, kind: .none)
        case .at(let step): Row(event: "", step: definition.steps[step].id, attempts: attempts)
        }
      })
  }

  private static func ordered(_ rows: [Row]) -> [Row] {
    let sorted = rows.sorted { left, right in
      if left.attempts != right.attempts { return left.attempts > right.attempts }
      let texts = [left, right].map { ($0.event, $0.step) }
      // The end before an event of that very name, whatever order the table has them in.
      return texts[0] == texts[1] ? left.kind == .none : texts[0] < texts[1]
    }
    let rest = sorted.dropFirst(ownRows).reduce(0) { $0 + $1.attempts }
    let other: [Row] = rest == 0 ? [] : [Row(event: "(other)", step: "", attempts: rest, kind: .rest)]
    return Array(sorted.prefix(ownRows)) + other
  }
}
