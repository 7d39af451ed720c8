public import FunnelModel

/// Why one user counts as they do.
public struct UserTrace: Sendable {
  /// How far a user got on the way into the report.
  public enum Standing: Sendable {
    /// Their units are counted, each as it says.
    case counted
    /// All their events are left out by `--only` or `--as-of`.
    case withoutEvents
    /// They saw two variants, and `--mixed exclude` leaves them out.
    case mixed
    /// No event lies within `--since` and `--until`.
    case outOfBounds
  }

  /// An accepted event.
  public struct Event: Sendable {
    /// When it happened.
    public var time: Moment
    /// Its name.
    public var name: ByteText
    /// The step that it names.
    public var step: ByteText?
    /// What it says to the flow that the user is walked with, in order: such as `started` of `welcome`.
    public var signals: [Signal]
    /// Whether it is a native step event of a step that is in no list.
    public var isOfUnknownStep: Bool
    /// The number of its session, from 1.
    public var session: Int
    /// The reported duration; nil where there is none.
    public var duration: TimeSpan?
  }

  /// One signal of an event.
  public struct Signal: Hashable, Sendable {
    /// `started`, `completed`, `skipped`, or the flow's own.
    public var word: String
    /// The step; nil for a signal of the flow.
    public var step: ByteText?
  }

  /// An event that is not accepted.
  public struct LeftOut: Hashable, Sendable {
    /// Why it is not.
    public enum Reason: Hashable, Sendable {
      /// `--only` or `--as-of` leaves it out.
      case excluded
      /// It is a copy of an accepted event.
      case duplicate
    }

    /// When it happened.
    public var time: Moment
    /// Its name.
    public var name: ByteText
    /// The step that it names.
    public var step: ByteText?
    /// Its own id.
    public var id: ByteText?
    /// Why it is not accepted.
    public var reason: Reason
  }

  /// The user's id as it was asked for.
  public var user: ByteText
  /// The ids that stand on the user's events, in byte order.
  public var ids: [ByteText]
  /// How far they got on the way into the report.
  public var standing: Standing
  /// The user's variant as it is printed.
  public var variant: ByteText
  /// Whether they saw two or more.
  public var isMixed: Bool
  /// The accepted events in the order of section 5.
  public var events: [Event]
  /// The others in the order of time.
  public var leftOut: [LeftOut]
  /// How many sessions the events make.
  public var sessions: Int
  /// The user's units.
  public var units: [Unit]
  /// What the report counts of this user alone: the same tallies, made by the same engine.
  public var tallies: [BreakdownTally]

  /// A unit of the user: the user, or a session.
  public struct Unit: Sendable {
    /// What it has of attempts.
    public enum Verdict: Sendable {
      /// It bears no signal of the flow.
      case withoutSignals
      /// It bears signals, but no entry event.
      case withoutEntry
      /// No entry event lies within the bounds.
      case entriesOutOfBounds
      /// An attempt is counted.
      case attempt(Attempt)
    }

    /// The number of its session, where sessions are the units and it bears signals.
    public var session: Int?
    /// Whether `--where` keeps it.
    public var isKept: Bool
    /// What it has of attempts.
    public var verdict: Verdict
  }

  /// The counted attempt of a unit, and the candidates it was chosen from.
  public struct Attempt: Sendable {
    /// Why it is the counted one.
    public enum Choice: Sendable {
      /// There is no other candidate.
      case only
      /// It is the first that converted.
      case converted
      /// It passed most steps, alone.
      case mostPassed
      /// Of those that passed most steps it is the only or first one whose current step was started.
      case started
      /// Of those that passed most steps, alike, it is the first.
      case first
    }

    /// How the attempt ended.
    public enum Ending: String, Sendable {
      case converted
      case dismissed
      case dropped
      case inProgress = "in_progress"
    }

    /// All candidates in the order of their entries.
    public var candidates: [Candidate]
    /// The place of the counted one among `candidates`.
    public var counted: Int
    /// Why it is the counted one.
    public var choice: Choice
    /// How it ended.
    public var ending: Ending
    /// From the entry to the conversion; nil without one.
    public var conversionTime: TimeSpan?
    /// The last moment that counts for it; nil: no limit.
    public var deadline: Moment?
    /// What became of each step of its flow.
    public var steps: [Step]
    /// The row that it is counted in, by the breakdown's fields.
    public var row: [ByteText]

    /// All that happened in the walk of a candidate, by its place, also where it went on as another.
    public func effects(of place: Int) -> [Effect] {
      effects(of: place, by: candidates.map(\.goesOn), atMost: .max) ?? []
    }

    /// What each candidate's walk holds, told whole; nil where all together are more than `most` effects.
    public func allEffects(atMost most: Int) -> [[Effect]]? {
      var links = candidates.map(\.goesOn)
      for place in candidates.indices.reversed() {
        // Candidates that did nothing meanwhile are passed over, so that a thousand alike are not asked a thousand times each.
        guard let link = links[place], let next = links[link.candidate] else { continue }
        if candidates[link.candidate].effects.last?.event ?? -1 <= link.event { links[place] = next }
      }
      var all: [[Effect]] = []
      var left = most
      for place in candidates.indices {
        guard let effects = effects(of: place, by: links, atMost: left) else { return nil }
        left -= effects.count
        all.append(effects)
      }
      return all
    }

    /// Costs the effects, and the turns on the way to them.
    private func effects(of place: Int, by links: [Continuation?], atMost most: Int) -> [Effect]? {
      let end = candidates[place].tooLate ?? .max
      var effects = candidates[place].effects
      var next = links[place]
      while effects.count <= most, let link = next, link.event < end {
        effects += candidates[link.candidate].effects.filter { $0.event > link.event && $0.event < end }
        next = links[link.candidate]
      }
      return effects.count > most ? nil : effects
    }
  }

  /// One walk from an entry event.
  public struct Candidate: Sendable {
    /// Its number among the unit's candidates, from 1.
    public var number: Int
    /// How many steps it passed.
    public var passCount: Int
    /// Whether it converted.
    public var isConverted: Bool
    /// The entry event, by its index in the user's events.
    public var entry: Int
    /// What each event did, up to the walk's end or to where it goes on like another; those that did nothing are left out,
    /// but for its entry.
    public var effects: [Effect]
    /// From where on it is told by a later candidate, which stands as it does; nil where it is told whole.
    public var goesOn: Continuation?
    /// The first event that is too late for it, by its index in the user's events.
    public var tooLate: Int?
  }

  /// That a candidate goes on as a later one does.
  public struct Continuation: Hashable, Sendable {
    /// The later one, by its place among the candidates.
    public var candidate: Int
    /// The last event before, by its index in the user's events.
    public var event: Int
  }

  /// What one event did in a walk; steps by their places in the definition.
  public struct Effect: Sendable {
    /// One thing that it did.
    public enum Part: Hashable, Sendable {
      case started(step: Int)
      case completed(step: Int)
      case skipped(step: Int)
      /// The step was passed as completed because the event acts on a later one.
      case settledCompleted(step: Int)
      /// The step was passed as skipped because the event acts on a later one.
      case settledSkipped(step: Int)
      /// The flow's own word passed the step as completed.
      case finished(step: Int)
      case back
      case jump
      case dismissed
      case dismissalTakenBack
      case converted
      case ended
    }

    /// The event, by its index in the user's events.
    public var event: Int
    /// What it did; empty: nothing.
    public var parts: [Part]
  }

  /// What became of one step in the counted attempt.
  public struct Step: Sendable {
    /// How it came out.
    public enum Outcome: Hashable, Sendable {
      case completed
      case skipped
      /// The attempt ended here.
      case ended(Attempt.Ending)
      case notEntered
    }

    /// Where a duration comes from.
    public enum Timing: Hashable, Sendable {
      /// The step was not passed, or there is no event to measure from.
      case none
      /// The passing event reports it.
      case reported(TimeSpan)
      /// It is the time since the step's first start of the session, by its index in the user's events.
      case sinceStart(TimeSpan, event: Int)
      /// It is the time since the pass before it, or the entry.
      case sincePass(TimeSpan, event: Int)
      /// It would span sessions, from this event on.
      case spanning(event: Int)
    }

    /// Its place in the definition.
    public var step: Int
    /// How it came out.
    public var outcome: Outcome
    /// Whether it was started.
    public var isStarted: Bool
    /// The passing event, by its index in the user's events.
    public var passedBy: Int?
    /// How long it took, and how that is known.
    public var timing: Timing
    /// From the entry to the passing event; nil where it was not passed.
    public var sinceEntry: TimeSpan?
  }
}
