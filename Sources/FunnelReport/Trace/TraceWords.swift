import FunnelEngine
import FunnelModel

/// The sentences and tables of a trace.
struct TraceWords {
  /// How many events are listed at most.
  private static let listedEvents = 500
  /// How many units are told at most: those of a user whose sessions are units can be many.
  private static let toldUnits = 50
  /// How many other ids of the user are named at most.
  private static let shownIDs = 10

  let trace: UserTrace
  let analysis: Analysis

  /// The words of a trace, and of the analysis that it belongs to.
  init(_ trace: UserTrace, _ analysis: Analysis) {
    self.trace = trace
    self.analysis = analysis
  }

  // MARK: - What it comes to

  /// How far the user got on the way into the report.
  var standing: Prose {
    let events = PlainNumber.count(trace.events.count, "accepted event", "accepted events")
    let made: Prose =
      """
      \(events) in \(PlainNumber.count(trace.sessions, "session", "sessions")); the variant is \(name: trace.variant)\
      \(trace.isMixed ? ", the first of several" : ""). The report stands as of \(time(analysis.asOf)).
      """
    switch trace.standing {
    case .counted: return made + union
    case .withoutEvents: return "No event is left of this user: --only or --as-of leaves out all of them."
    case .mixed:
      return made + " \(strong: "In no table:") the user saw two variants, and --mixed exclude leaves such users out."
        + union
    case .outOfBounds: return made + " \(strong: "In no table:") no event lies within --since and --until." + union
    }
  }

  /// The ids that the user goes by, where these are several.
  private var union: Prose {
    let others = trace.ids.filter { $0 != trace.user }
    if others.isEmpty { return "" }
    let shown = others.prefix(Self.shownIDs)
    let more = others.count > shown.count ? " and \(others.count - shown.count) more" : ""
    return " The same user's events also name \(.list(Array(shown)))\(more)."
  }

  /// What each unit counts as.
  var verdicts: [Prose] {
    let hidden = trace.units.count - Self.toldUnits
    let more: [Prose] =
      hidden > 0 ? ["\(PlainNumber.count(hidden, "more session", "more sessions")) left out here."] : []
    return trace.units.prefix(Self.toldUnits).map(verdict) + more
  }

  private func verdict(_ unit: UserTrace.Unit) -> Prose {
    let who: Prose = unit.session.map { "Session \($0): " } ?? "Counted as: "
    if !unit.isKept { return who + "\(strong: "in no table"), since --where leaves it out." }
    switch unit.verdict {
    case .withoutSignals: return who + "a unit \(strong: "without an attempt"): no event says anything of the flow."
    case .withoutEntry:
      return who + "a unit \(strong: "without an attempt"): no event begins one (counted in 'without_entry')."
    case .entriesOutOfBounds:
      return who + "a unit \(strong: "without an attempt"): every entry lies outside --since and --until."
    case .attempt(let attempt): return who + verdict(attempt)
    }
  }

  private func verdict(_ attempt: UserTrace.Attempt) -> Prose {
    let last = attempt.steps.last { $0.outcome == .ended(attempt.ending) }
    let place: Prose = last.map { " at \(name: id($0.step))" } ?? ""
    let time: Prose =
      attempt.conversionTime.map { ", \(PlainNumber.duration(seconds($0))) after its entry" } ?? ""
    return """
      an attempt, \(strong: attempt.ending.words)\(attempt.ending == .converted ? time : place), in the row \
      \(Prose.list(attempt.row)).
      """
  }

  // MARK: - Events

  /// The events in order, and what was left out.
  var events: [ReportDocument.Block] {
    var blocks: [ReportDocument.Block] = []
    if !trace.events.isEmpty {
      let rows = trace.events.prefix(Self.listedEvents).enumerated().map { index, event -> [DisplayTable.Cell] in
        [
          .count(index + 1), .plain(time(event.time)), .words("\(name: event.name)"), .words(signals(event)),
          .count(event.session), .plain(event.duration.map { PlainNumber.duration(seconds($0)) } ?? ""),
        ]
      }
      blocks.append(
        .table(
          DisplayTable(
            columns: [
              .numbers("#"), .whole("time"), .words("event"), .words("says"), .numbers("session", .main),
              .numbers("reports", .side),
            ], rows: rows)))
    }
    let more = trace.events.count - Self.listedEvents
    if more > 0 { blocks.append(.paragraph("\(PlainNumber.count(more, "more event", "more events")) not listed.")) }
    let left = trace.leftOut.prefix(Self.listedEvents).map { event -> Prose in
      let what: Prose = "\(time(event.time)) \(name: event.name)"
      return switch event.reason {
      case .excluded: what + ": left out by --only or --as-of"
      case .duplicate: what + ": a copy of an event with the same id, \(name: event.id ?? "")"
      }
    }
    if !left.isEmpty { blocks += [.subheading("Not accepted"), .bullets(left)] }
    let moreLeft = trace.leftOut.count - Self.listedEvents
    if moreLeft > 0 { blocks.append(.paragraph("\(PlainNumber.count(moreLeft)) more not listed.")) }
    return blocks.isEmpty ? [.paragraph("None.")] : blocks
  }

  private func signals(_ event: UserTrace.Event) -> Prose {
    let signals = event.signals.map { signal -> Prose in
      signal.step.map { "\(signal.word) \(name: $0)" } ?? "\(signal.word)"
    }
    if let step = event.step, event.isOfUnknownStep {
      return list(signals + ["unknown step \(name: step)"])
    }
    return list(signals)
  }

  // MARK: - Attempts

  /// How each unit's counted attempt was found, and what became of each step of it.
  var attempts: [ReportDocument.Section] { trace.units.prefix(Self.toldUnits).flatMap(sections) }

  private func sections(of unit: UserTrace.Unit) -> [ReportDocument.Section] {
    guard case .attempt(let attempt) = unit.verdict else { return [] }
    let of: Prose = unit.session.map { ", session \($0)" } ?? ""
    var blocks: [ReportDocument.Block] = [.paragraph(choice(attempt))]
    blocks += candidates(attempt)
    return [
      ReportDocument.Section(heading: "Candidates" + of, blocks: blocks),
      ReportDocument.Section(heading: "In the report" + of, blocks: [.table(steps(attempt))]),
    ]
  }

  private func choice(_ attempt: UserTrace.Attempt) -> Prose {
    let candidates = PlainNumber.count(attempt.candidates.count, "entry event begins", "entry events begin")
    let number = attempt.candidates[attempt.counted].number
    let deadline: Prose = attempt.deadline.map { " It had until \(time($0))." } ?? ""
    return """
      \(candidates) a candidate. \(strong: "Counted is candidate \(PlainNumber.count(number))"): \
      \(attempt.choice.words).\(deadline)
      """
  }

  func line(_ effect: UserTrace.Effect) -> Prose {
    place(effect.event) + ": " + (effect.parts.isEmpty ? "begins the walk" : list(effect.parts.map(words)))
  }

  func place(_ event: Int) -> Prose { "#\(event + 1), \(time(trace.events[event].time))" }

  func words(_ part: UserTrace.Effect.Part) -> Prose {
    switch part {
    case .started(let step): "started \(name: id(step))"
    case .completed(let step): "completed \(name: id(step))"
    case .skipped(let step): "skipped \(name: id(step))"
    case .settledCompleted(let step): "passed \(name: id(step)) as completed by acting on a later step"
    case .settledSkipped(let step): "passed \(name: id(step)) as skipped by acting on a later step"
    case .finished(let step): "passed \(name: id(step)) as completed by the flow's own completion"
    case .back: "back, to a step before the current one"
    case .jump: "jump, to a step out of reach"
    case .dismissed: "marked as left"
    case .dismissalTakenBack: "no longer marked as left"
    case .converted: "converted"
    case .ended: "the walk ends"
    }
  }

  private func steps(_ attempt: UserTrace.Attempt) -> DisplayTable {
    let rows = attempt.steps.enumerated().map { place, step -> [DisplayTable.Cell] in
      [
        .count(place + 1), .words("\(name: id(step.step))"), .plain(step.outcome.words),
        .plain(step.isStarted ? "yes" : "no"), .plain(took(step.timing)), .words(reason(step.timing)),
        .plain(step.sinceEntry.map { PlainNumber.duration(seconds($0)) } ?? ""),
      ]
    }
    return DisplayTable(
      columns: [
        .numbers("step"), .words("name"), .words("outcome"), .words("started", .main), .numbers("took"),
        .words("known from", .main), .numbers("since entry", .side),
      ], rows: rows)
  }

  private func took(_ timing: UserTrace.Step.Timing) -> String {
    switch timing {
    case .none: ""
    case .reported(let span), .sinceStart(let span, _), .sincePass(let span, _): PlainNumber.duration(seconds(span))
    case .spanning: PlainNumber.none
    }
  }

  private func reason(_ timing: UserTrace.Step.Timing) -> Prose {
    switch timing {
    case .none: ""
    case .reported: "the passing event"
    case .sinceStart(_, let event): "its start, #\(event + 1)"
    case .sincePass(_, let event): "what came before, #\(event + 1)"
    case .spanning(let event): "spans sessions, from #\(event + 1)"
    }
  }

  // MARK: - Small words

  private func id(_ step: Int) -> ByteText { analysis.definition.steps[step].id }

  private func time(_ moment: Moment) -> String { CivilTime(moment).rfc3339 }

  private func seconds(_ span: TimeSpan) -> Double { Double(span.microseconds) / 1e6 }

  func list(_ parts: [Prose]) -> Prose {
    Prose(runs: Array(parts.map(\.runs).joined(separator: [.plain(", ")])))
  }
}

extension UserTrace.Attempt.Ending {
  /// How the attempt ended, in a word or two.
  fileprivate var words: String { self == .inProgress ? "in progress" : rawValue }
}

extension UserTrace.Attempt.Choice {
  /// Why the candidate is the counted one.
  fileprivate var words: String {
    switch self {
    case .only: "there is no other"
    case .converted: "it is the first that converted"
    case .mostPassed: "none converted, and it passed most steps"
    case .started: "none converted, and of those that passed most steps it is the first whose current step was started"
    case .first: "none converted, and of those that passed most steps it is the first"
    }
  }
}

extension UserTrace.Step.Outcome {
  /// What became of the step, in a word or two.
  fileprivate var words: String {
    switch self {
    case .completed: "completed"
    case .skipped: "skipped"
    case .ended(let ending): ending.words
    case .notEntered: "not entered"
    }
  }
}
