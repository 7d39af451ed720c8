public import FunnelModel

/// What a first reading of the logs tells of a user.
public struct TraceFinding: Sendable {
  /// The analysis of everyone.
  public var analysis: Analysis
  /// The user's trace; nil where the user has no event.
  public var user: UserTrace?
  /// Where the user may go by several ids, what a second reading is to follow in place of the one that was named.
  public var union: UserUnion?
}

extension TraceCollector {
  /// The analysis of all events that some collectors of one plan took, and the trace of their user.
  ///
  /// The collectors are used up. The cost is that of the analysis.
  public static func trace(_ collectors: [TraceCollector], plan: AnalysisPlan) throws(AnalysisFailure) -> TraceFinding {
    let (analysis, identity) = try EventCollector.analyzed(
      collectors.compactMap(\.everyone), plan: plan, timeFile: plan.memory.map { TimeFile($0) })
    let union = identity.flatMap { UserUnion(of: collectors[0].user, in: $0) }
    let trace = union == nil ? Self.trace(collectors, plan: plan, in: analysis) : nil
    return TraceFinding(analysis: analysis, user: trace, union: union)
  }

  /// The trace of the user of some collectors in an analysis of everyone; nil where the user has no event.
  public static func trace(_ collectors: [TraceCollector], plan: AnalysisPlan, in analysis: Analysis) -> UserTrace? {
    guard collectors.contains(where: { !$0.records.isEmpty }) else { return nil }
    return TraceRun(collectors, plan: plan.tracing, analysis).trace
  }
}

/// Walks one user once more by what the analysis of all found, and tells how.
struct TraceRun {
  private let user: ByteText
  private let plan: AnalysisPlan
  private let analysis: Analysis
  private let words: LogVocabulary
  private let setting: UserWalker.Setting
  private let walker: UserWalker
  private let records: [TraceCollector.Record]
  private let ids: [ByteText]

  init(_ collectors: [TraceCollector], plan: AnalysisPlan, _ analysis: Analysis) {
    user = collectors[0].user
    self.plan = plan
    self.analysis = analysis
    records = collectors.flatMap(\.records)
    ids = collectors.reduce(into: Set<ByteText>()) { $0.formUnion($1.ids) }.sorted()
    let own = collectors.map(\.own)
    let words = LogVocabulary(emptying: own, usesArms: !analysis.hasPlainVariant && plan.experimentUse == .asVariants)
    self.words = words
    var placeOfId: [ByteText: Int] = [:]
    for (place, step) in analysis.definition.steps.enumerated() { placeOfId[step.id] = place }
    let book = FlowBook(
      analysis.definition, words: words, rules: plan.rules, advance: analysis.rules.advance ?? .explicit
    ) { step in
      guard let ids = words.stepIds else { return step }
      return placeOfId[ids.text(UInt32(step + 1))]
    }
    let fields = UnitFields(breakdown: analysis.breakdownFields, filters: plan.unitFilters, words: words)
    let setting = UserWalker.Setting(
      plan: plan, words: words, book: book, fields: fields,
      rows: RowTable(valueCounts: fields.breakdown.map { words.values[$0].count }), asOf: analysis.asOf.microseconds,
      purpose: .tally(.all), totals: nil,
      bounds: (plan.since?.microseconds ?? .min)..<max(
        plan.since?.microseconds ?? .min, plan.until?.microseconds ?? .max))
    self.setting = setting
    let walkers = PartitionSource(own, words: words, plan: plan).forEach(isLast: true) {
      UserWalker(setting)
    } body: { worker, partition in
      worker.walk(partition)
    }
    walker = walkers[0]
  }

  /// The trace.
  var trace: UserTrace {
    let hasEvents = !walker.trail.entries.isEmpty
    let isMixed = hasEvents && walker.user.isMixed
    let standing: UserTrace.Standing =
      !hasEvents
      ? .withoutEvents
      : isMixed && plan.rules.mixed == .exclude ? .mixed : walker.user.isCounted ? .counted : .outOfBounds
    let variant = hasEvents && walker.user.variant != 0 ? words.values[0].text(walker.user.variant) : "(none)"
    return UserTrace(
      user: user, ids: ids, standing: standing, variant: variant, isMixed: isMixed,
      events: walker.trail.entries.map(event),
      leftOut: leftOut, sessions: hasEvents ? walker.user.sessions.count : 0, units: units,
      tallies: tallies)
  }

  private var tallies: [BreakdownTally] {
    zip(walker.sheet.tallies, walker.sheet.rows).map { tally, row in
      var tally = tally
      tally.values = texts(setting.rows.values(row ?? 0))
      return tally
    }
  }

  private func texts(_ numbers: [UInt32]) -> [ByteText] {
    zip(setting.fields.breakdown, numbers).map { words.values[$0].text($1) }
  }

  // MARK: - Events

  private func event(_ entry: UserTrail.Entry) -> UserTrace.Event {
    UserTrace.Event(
      time: Moment(microseconds: entry.event.time),
      name: words.eventName(of: entry.attributes, in: words.combinations) ?? "",
      step: words.eventStep(of: entry.attributes, signals: entry.logSignals, in: words.combinations),
      signals: signals(entry.event.signals),
      isOfUnknownStep: isOfUnknownStep(entry), session: Int(entry.event.session) + 1,
      duration: entry.event.duration < 0 ? nil : TimeSpan(microseconds: entry.event.duration))
  }

  private var flow: Flow { setting.book.rules[flowIndex].flow }
  private var flowIndex: Int {
    setting.book.index(ofVariant: walker.user.variant == 0 ? words.noneNumbers[0] : walker.user.variant)
  }

  private func signals(_ set: UInt32) -> [UserTrace.Signal] {
    let shape = flow.shapes[Int(set)]
    var signals = flow.marks[shape.marks].flatMap { mark in
      StepSignal.allCases.filter { mark.signals.contains(StepSignals($0)) }.map { signal in
        UserTrace.Signal(word: "\(signal)", step: analysis.definition.steps[flow.steps[mark.place]].id)
      }
    }
    for signal in FlowSignal.allCases where shape.flow.contains(FlowSignals(signal)) {
      let told = UserTrace.Signal(word: signal.name, step: nil)
      if signal == .flowStarted { signals.insert(told, at: 0) } else { signals.append(told) }
    }
    return signals
  }

  private func isOfUnknownStep(_ entry: UserTrail.Entry) -> Bool {
    if entry.logSignals & StoredEvent.unknownStep != 0 { return true }
    // A step of the log that the inferred flow left out.
    guard let ids = words.stepIds, let item = words.sets[entry.logSignals].first?.step else { return false }
    return !analysis.definition.steps.contains { $0.id == ids.text(UInt32(item.place + 1)) }
  }

  private var leftOut: [UserTrace.LeftOut] {
    var seen: Set<TraceCollector.Record> = []
    var left: [UserTrace.LeftOut] = []
    for record in records {
      var identity = record
      identity.step = nil
      let isCopy = !record.isExcluded && record.id != nil && !seen.insert(identity).inserted
      guard record.isExcluded || isCopy else { continue }
      left.append(
        UserTrace.LeftOut(
          time: Moment(microseconds: record.time), name: record.name, step: record.step, id: record.id,
          reason: record.isExcluded ? .excluded : .duplicate))
    }
    return left.sorted { ($0.time, $0.name, $0.id ?? "") < ($1.time, $1.name, $1.id ?? "") }
  }

  // MARK: - Units

  private var units: [UserTrace.Unit] {
    let isSession = plan.rules.unit == .session
    var places: [[Int]] = Array(repeating: [], count: isSession ? walker.user.sessions.count : 1)
    for (index, entry) in walker.trail.entries.enumerated() where entry.event.signals != 0 {
      places[isSession ? Int(entry.event.session) : 0].append(index)
    }
    return walker.walked.map { walked in
      let session = isSession ? walked.events.first.map { Int($0.session) } : nil
      return unit(walked, session: session, places: places[session ?? 0])
    }
  }

  /// `places` are the unit's events among the user's.
  private func unit(_ walked: WalkedUnit, session: Int?, places: [Int]) -> UserTrace.Unit {
    let verdict: UserTrace.Unit.Verdict =
      switch walked.found {
      case .noEntry: walked.events.isEmpty ? .withoutSignals : .withoutEntry
      case .noCandidate: .entriesOutOfBounds
      case .attempt: .attempt(attempt(walked, places))
      }
    return UserTrace.Unit(session: session.map { $0 + 1 }, isKept: walked.isKept, verdict: verdict)
  }

  private func attempt(_ unit: WalkedUnit, _ places: [Int]) -> UserTrace.Attempt {
    let rules = setting.book.rules[unit.flow]
    let entry = unit.events[unit.walk.entry].time
    let counted = unit.candidates.firstIndex(of: unit.walk.entry) ?? 0
    let stories = CandidateStories(of: unit.events, candidates: unit.candidates, rules: rules).told
    let deadline = rules.deadline(from: entry)
    let ending = ending(unit)
    let values = setting.fields.breakdown.map { setting.fields.value(of: $0, walker.user, entry: entry) }
    let row = texts(values)
    let isOwnRow = analysis.breakdowns.contains { $0.kind == .values && $0.values == row }
    return UserTrace.Attempt(
      candidates: zip(unit.candidates, stories).enumerated().map { number, pair in
        candidate(number, entry: pair.0, pair.1, rules, places)
      }, counted: counted, choice: choice(stories, counted), ending: ending,
      conversionTime: unit.walk.conversion.map { TimeSpan(microseconds: unit.events[$0].time - entry) },
      deadline: deadline == .max ? nil : Moment(microseconds: deadline),
      steps: TraceSteps(unit, rules, ending: lossEnding(unit), places).steps,
      row: isOwnRow ? row : row.map { _ in "(other)" })
  }

  private func ending(_ unit: WalkedUnit) -> UserTrace.Attempt.Ending {
    unit.walk.conversion != nil ? .converted : lossEnding(unit)
  }

  /// The word for how it would have ended without having converted.
  private func lossEnding(_ unit: WalkedUnit) -> UserTrace.Attempt.Ending {
    switch unit.attempt?.end {
    case .dismissed: .dismissed
    case .inProgress: .inProgress
    case .dropped, nil: .dropped
    }
  }

  private func candidate(
    _ place: Int, entry: Int, _ told: CandidateStories.Told, _ rules: WalkRules, _ places: [Int]
  ) -> UserTrace.Candidate {
    UserTrace.Candidate(
      number: place + 1, passCount: told.passCount, isConverted: told.isConverted, entry: places[entry],
      effects: told.deeds.map { UserTrace.Effect(event: places[$0.event], parts: $0.parts(of: rules.flow)) },
      goesOn: told.goesOn.map { UserTrace.Continuation(candidate: $0.candidate, event: places[$0.event]) },
      tooLate: told.tooLate.map { places[$0] })
  }

  private func choice(_ stories: [CandidateStories.Told], _ counted: Int) -> UserTrace.Attempt.Choice {
    if stories.count == 1 { return .only }
    if stories[counted].isConverted { return .converted }
    let tied = stories.filter { $0.passCount == stories[counted].passCount }
    let tiedStarted = tied.count { $0.isStarted }
    return tied.count == 1 ? .mostPassed : tiedStarted > 0 && tiedStarted < tied.count ? .started : .first
  }
}

extension WalkStory.Deed {
  /// What it did, by the definition's steps.
  fileprivate func parts(of flow: Flow) -> [UserTrace.Effect.Part] {
    var parts: [UserTrace.Effect.Part] = []
    if let settled {
      let step = flow.steps[settled.place]
      parts.append(settled.outcome == .completed ? .settledCompleted(step: step) : .settledSkipped(step: step))
    }
    parts += started.map { .started(step: flow.steps[$0]) }
    if let passed {
      let step = flow.steps[passed.place]
      parts.append(passed.outcome == .completed ? .completed(step: step) : .skipped(step: step))
    }
    if isBack { parts.append(.back) }
    if isJump { parts.append(.jump) }
    if let dismissal { parts.append(dismissal ? .dismissed : .dismissalTakenBack) }
    if let finished { parts.append(.finished(step: flow.steps[finished.place])) }
    if converts { parts.append(.converted) }
    if ends { parts.append(.ended) }
    return parts
  }
}
