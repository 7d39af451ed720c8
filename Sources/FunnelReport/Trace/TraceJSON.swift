import FunnelEngine
import FunnelModel

/// A trace as one JSON object: all of it, where the words for people leave out what nobody reads.
///
/// Events are named by their numbers from 1, as in the words. What does not exist is null; members are only ever added at the
/// end.
struct TraceJSON {
  let trace: UserTrace
  let analysis: Analysis
  let version: String

  /// How many effects the walks of one attempt may have so that each is told whole.
  private static let wholeEffects = 100_000

  /// The whole trace, each event and each unit on a line of its own.
  func write() -> [UInt8] {
    let head: [(key: ByteText, value: JSONValue)] = [
      ("version", .word(version)), ("user", .text(trace.user)), ("standing", .word(trace.standing.word)),
      ("variant", .text(trace.variant)), ("mixed_variants", .truth(trace.isMixed)), ("as_of", time(analysis.asOf)),
      ("sessions", .count(trace.sessions)),
    ]
    let lists: [(key: ByteText, values: [JSONValue])] = [
      ("events", trace.events.enumerated().map { event($1, number: $0 + 1) }), ("left_out", trace.leftOut.map(leftOut)),
      ("units", trace.units.map(unit)), ("ids", trace.ids.map { .text($0) }),
    ]
    let parts =
      head.map { "\(JSONValue.quoted($0.key)): \($0.value.line)" }
      + lists.map { "\(JSONValue.quoted($0.key)): \(Self.lines($0.values))" }
    return Array(("{\n  " + parts.joined(separator: ",\n  ") + "\n}\n").utf8)
  }

  private static func lines(_ values: [JSONValue]) -> String {
    values.isEmpty ? "[]" : "[\n    \(values.map(\.line).joined(separator: ",\n    "))\n  ]"
  }

  // MARK: - Events

  private func event(_ event: UserTrace.Event, number: Int) -> JSONValue {
    let signals = event.signals.map { signal in
      JSONValue.object(["signal": .word(signal.word), "step_id": .text(signal.step)])
    }
    return .object([
      "number": .count(number), "time": time(event.time), "event": .text(event.name),
      "step_id": .text(event.step), "signals": .list(signals), "unknown_step": .truth(event.isOfUnknownStep),
      "session": .count(event.session), "duration_seconds": seconds(event.duration),
    ])
  }

  private func leftOut(_ event: UserTrace.LeftOut) -> JSONValue {
    .object([
      "time": time(event.time), "event": .text(event.name), "step_id": .text(event.step),
      "event_id": .text(event.id), "reason": .word(event.reason == .excluded ? "excluded" : "duplicate"),
    ])
  }

  // MARK: - Units

  private func unit(_ unit: UserTrace.Unit) -> JSONValue {
    var attempt: UserTrace.Attempt?
    if case .attempt(let found) = unit.verdict { attempt = found }
    return .object([
      "session": unit.session.map(JSONValue.count) ?? .null, "kept": .truth(unit.isKept),
      "verdict": .word(unit.verdict.word), "attempt": attempt.map(self.attempt) ?? .null,
    ])
  }

  private func attempt(_ attempt: UserTrace.Attempt) -> JSONValue {
    let row = zip(analysis.breakdownFields, attempt.row).map { (key: ByteText($0.name), value: JSONValue.text($1)) }
    return .object([
      "row": .members(row), "outcome": .word(attempt.ending.rawValue),
      "conversion_seconds": seconds(attempt.conversionTime), "deadline": attempt.deadline.map(time) ?? .null,
      "candidate_count": .count(attempt.candidates.count),
      "counted": .count(attempt.candidates[attempt.counted].number), "choice": .word(attempt.choice.word),
      "candidates": .list(candidates(attempt)),
      "steps": .list(attempt.steps.enumerated().map { step($1, number: $0 + 1) }),
    ])
  }

  /// Each candidate told whole, where that is not too much, else up to where it goes on as another.
  private func candidates(_ attempt: UserTrace.Attempt) -> [JSONValue] {
    guard let all = attempt.allEffects(atMost: Self.wholeEffects) else {
      return attempt.candidates.map { candidate($0, $0.effects, goesOn: $0.goesOn) }
    }
    return zip(attempt.candidates, all).map { candidate($0, $1, goesOn: nil) }
  }

  private func candidate(
    _ candidate: UserTrace.Candidate, _ effects: [UserTrace.Effect], goesOn: UserTrace.Continuation?
  ) -> JSONValue {
    let effects = effects.map { effect in
      JSONValue.object(["event": .count(effect.event + 1), "did": .list(effect.parts.map(part))])
    }
    return .object([
      "number": .count(candidate.number), "passed": .count(candidate.passCount),
      "converted": .truth(candidate.isConverted), "entry": .count(candidate.entry + 1),
      "effects": .list(effects), "too_late": candidate.tooLate.map { .count($0 + 1) } ?? .null,
      "goes_on": goesOn.map { .object(["candidate": .count($0.candidate + 1), "after": .count($0.event + 1)]) }
        ?? .null,
    ])
  }

  private func part(_ part: UserTrace.Effect.Part) -> JSONValue {
    let (word, step): (String, Int?) =
      switch part {
      case .started(let step): ("started", step)
      case .completed(let step): ("completed", step)
      case .skipped(let step): ("skipped", step)
      case .settledCompleted(let step): ("settled_completed", step)
      case .settledSkipped(let step): ("settled_skipped", step)
      case .finished(let step): ("finished", step)
      case .back: ("back", nil)
      case .jump: ("jump", nil)
      case .dismissed: ("dismissed", nil)
      case .dismissalTakenBack: ("dismissal_taken_back", nil)
      case .converted: ("converted", nil)
      case .ended: ("ended", nil)
      }
    return .object(["what": .word(word), "step_id": .text(step.map(id))])
  }

  private func step(_ step: UserTrace.Step, number: Int) -> JSONValue {
    let (span, source, event): (TimeSpan?, String?, Int?) =
      switch step.timing {
      case .none: (nil, nil, nil)
      case .reported(let span): (span, "reported", nil)
      case .sinceStart(let span, let event): (span, "start", event)
      case .sincePass(let span, let event): (span, "pass", event)
      case .spanning(let event): (nil, "spanning", event)
      }
    return .object([
      "step": .count(number), "step_id": .text(id(step.step)), "outcome": .word(step.outcome.word),
      "started": .truth(step.isStarted), "passed_by": step.passedBy.map { .count($0 + 1) } ?? .null,
      "seconds": seconds(span), "seconds_from": source.map(JSONValue.word) ?? .null,
      "measured_from": event.map { .count($0 + 1) } ?? .null, "since_entry_seconds": seconds(step.sinceEntry),
    ])
  }

  // MARK: - Small values

  private func id(_ step: Int) -> ByteText { analysis.definition.steps[step].id }

  private func time(_ moment: Moment) -> JSONValue { Cell.moment(moment).json }

  private func seconds(_ span: TimeSpan?) -> JSONValue {
    span.map { Cell.seconds(Double($0.microseconds) / 1_000_000).json } ?? .null
  }
}

extension JSONValue {
  /// An object of these members in their order.
  fileprivate static func object(_ members: KeyValuePairs<ByteText, JSONValue>) -> JSONValue {
    .members(members.map { (key: $0.key, value: $0.value) })
  }

  /// A whole number.
  fileprivate static func count(_ count: Int) -> JSONValue { .number(String(count)) }
}

extension UserTrace.Standing {
  fileprivate var word: String {
    switch self {
    case .counted: "counted"
    case .withoutEvents: "without_events"
    case .mixed: "mixed"
    case .outOfBounds: "out_of_bounds"
    }
  }
}

extension UserTrace.Unit.Verdict {
  fileprivate var word: String {
    switch self {
    case .withoutSignals: "without_signals"
    case .withoutEntry: "without_entry"
    case .entriesOutOfBounds: "entries_out_of_bounds"
    case .attempt: "attempt"
    }
  }
}

extension UserTrace.Attempt.Choice {
  fileprivate var word: String {
    switch self {
    case .only: "only"
    case .converted: "first_converted"
    case .mostPassed: "most_passed"
    case .started: "started"
    case .first: "first"
    }
  }
}

extension UserTrace.Step.Outcome {
  fileprivate var word: String {
    switch self {
    case .completed: "completed"
    case .skipped: "skipped"
    case .ended(let ending): ending.rawValue
    case .notEntered: "not_entered"
    }
  }
}
