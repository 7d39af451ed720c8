public import FunnelModel

/// A slow, obvious reading of sections 2 to 8 of the specification: the judge of the engine.
///
/// It shares no code with the engine, walks every candidate from its entry through all events, and keeps everything in
/// arrays and dictionaries. Cost: the square of a user's events, and worse.
public struct PlainReading {
  /// Why there is no analysis.
  public enum Failure: Error, Equatable {
    /// No event was accepted.
    case noEventAccepted
    /// There is no definition, and no step event to infer one from.
    case noStepToInfer
  }

  /// One counted unit with what was counted of it.
  struct CountedUnit {
    var user: Int
    var values: [ByteText]
    var list: [Int]
    /// "Bears signals but has no entry event", wherever the bounds lie.
    var isWithoutEntry: Bool
    var walk: PlainWalk?
    var ending: PlainEnding?
    /// Sessions counted with the unit: their times, in order.
    var sessions: [[Int64]]
  }

  let plan: AnalysisPlan
  var analysis: PlainAnalysis
  /// Where given, only units whose counted attempt entered within are in the rows.
  var entryTimes: Range<Int64>?

  /// The analysis of the events of a log; with `enteredWithin` its rows hold only the attempts that entered then.
  public static func analyze(
    _ events: [PlainEvent], links: [PlainLink] = [], plan: AnalysisPlan, enteredWithin: Range<Int64>? = nil
  ) throws(Failure) -> PlainAnalysis {
    var counts = PlainAnalysis.Counts()
    func isKept(_ event: PlainEvent) -> Bool {
      // "Of the same field given twice either will do, of different fields all must hold. `--as-of` leaves out later
      // events."
      plan.only.allSatisfy { filter in event.text(of: filter.field).map(filter.values.contains) ?? false }
        && event.time <= plan.asOf?.microseconds ?? .max
    }
    // "Where identity is on, the user of section 2 is the union that the event's ids belong to."
    var events = events
    if plan.identity != .off {
      let identity = PlainIdentity(events, links, plan: plan, isKept: isKept)
      events = identity.events
      counts.mergedIDs = identity.mergedIDs
      counts.sharedDevices = identity.sharedDevices
    }
    let kept = events.filter(isKept)
    counts.excluded = events.count - kept.count
    guard !kept.isEmpty else { throw .noEventAccepted }
    guard let definition = plan.definition ?? PlainInference.definition(of: kept) else { throw .noStepToInfer }
    let accepted = withoutCopies(kept, definition: definition)
    counts.duplicate = kept.count - accepted.count
    counts.events = accepted.count
    counts.unknownStep = accepted.count { event in
      // "An accepted native step event whose `step` is in no list is counted; one without a step bears no signal."
      guard let step = event.step, NativeEvent(rawValue: event.name.string)?.stepSignal(skipped: false) != nil
      else { return false }
      return !definition.steps.contains { $0.id == step }
    }

    var rules = plan.rules
    rules.advance = rules.order == .any ? .explicit : rules.advance ?? advance(of: accepted, definition: definition)
    var fields = plan.breakdown
    // "Where one has [steps of its own], `variant` is always among the breakdown's fields; a `variant` that is there
    // without being named comes first."
    if definition.hasOwnSteps, !fields.contains(.variant) { fields.insert(.variant, at: 0) }
    let times = accepted.map(\.time)
    let last = times.max()!
    var analysis = PlainAnalysis(
      definition: definition, isInferred: plan.definition == nil, rules: rules,
      asOf: plan.asOf?.microseconds ?? last, firstTime: times.min()!, lastTime: last, fields: fields)
    analysis.counts = counts
    var reading = PlainReading(plan: plan, analysis: analysis, entryTimes: enteredWithin)
    reading.count(accepted)
    return reading.analysis
  }

  /// The events without copies of those that are kept.
  ///
  /// "Two events that are left are the same event if user, event name, time and (non-empty) event id are all equal: one
  /// is kept. Of copies that are not alike the one that is smallest by (key as in section 5, reported duration with none
  /// first, session id, variant) is kept."
  static func withoutCopies(_ events: [PlainEvent], definition: Definition) -> [PlainEvent] {
    struct Identity: Hashable {
      var user: ByteText
      var name: ByteText
      var time: Int64
      var id: ByteText
    }
    var result = events.filter { $0.id == nil }
    let groups = Dictionary(grouping: events.filter { $0.id != nil }) {
      Identity(user: $0.user, name: $0.name, time: $0.time, id: $0.id!)
    }
    for copies in groups.values {
      result.append(
        copies.min { left, right in
          let keys = [left, right].map {
            PlainSignals(of: $0, definition: definition).key(stepCount: definition.steps.count)
          }
          if keys[0] != keys[1] { return keyPrecedes(keys[0], keys[1]) }
          return (left.duration ?? -1, left.session ?? "", left.variant ?? "")
            < (right.duration ?? -1, right.session ?? "", right.variant ?? "")
        }!)
    }
    return result
  }

  /// "`explicit` if at least 1 in 20 of all step signals of the accepted events are `completed` or `skipped`, else
  /// `next` (so also where there is none)".
  static func advance(of events: [PlainEvent], definition: Definition) -> AdvanceRule {
    let signals = events.flatMap { PlainSignals(of: $0, definition: definition).steps.values.flatMap { $0 } }
    let passing = signals.count { $0 != .started }
    return !signals.isEmpty && passing * 20 >= signals.count ? .explicit : .next
  }

  /// Whether a time is "at or after the one and before the other".
  func isWithinBounds(_ time: Int64) -> Bool {
    time >= plan.since?.microseconds ?? .min && time < plan.until?.microseconds ?? .max
  }

  /// Counts the units of all users and fills the rows.
  private mutating func count(_ accepted: [PlainEvent]) {
    var units: [CountedUnit] = []
    let users = Dictionary(grouping: accepted, by: \.user).values.map { PlainUser(events: $0, rules: analysis.rules) }
    for (number, user) in users.enumerated() {
      if user.isMixed {
        analysis.counts.mixedVariants += 1
        if analysis.rules.mixed == .exclude { continue }
      }
      let all = countedUnits(of: user, number: number)
      let kept = all.filter { unit in
        plan.unitFilters.allSatisfy { filter in
          filter.values.contains(user.value(filter.field, entry: unit.walk?.entryTime))
        }
      }
      if !all.isEmpty, kept.isEmpty { analysis.counts.excludedUsers += 1 }
      units += kept
    }
    if let entryTimes { units = units.filter { entryTimes.contains($0.walk?.entryTime ?? .min) } }
    analysis.counts.users = Set(units.map(\.user)).count
    analysis.counts.sessions = units.map(\.sessions.count).reduce(0, +)
    // Units that `--where` leaves out are not counted here either: the cases say so, the specification is silent.
    analysis.counts.withoutEntry = units.count(where: \.isWithoutEntry)
    analysis.rows = rows(of: units)
    if analysis.fields == [.variant] { analysis.variants = variants(of: units) }
  }

  /// The units of a user that lie within the bounds.
  private func countedUnits(of user: PlainUser, number: Int) -> [CountedUnit] {
    let definition = analysis.definition
    let rules = analysis.rules
    let list =
      definition.variants.first { $0.name == user.variant }?.steps ?? Array(definition.steps.indices)
    let sessionOf = user.sessionOfEvent
    let groups = rules.unit == .user ? [Array(user.events.indices)] : user.sessions
    var result: [CountedUnit] = []
    for places in groups {
      // "A unit is counted, if any event is at or after the one and before the other."
      guard places.contains(where: { isWithinBounds(user.events[$0].time) }) else { continue }
      let stops = places.map { place in
        PlainStop(
          event: user.events[place],
          signals: PlainSignals(of: user.events[place], definition: definition).seen(by: list),
          session: sessionOf[place]!)
      }.filter { !$0.signals.isEmpty }.sorted { PlainUnit.precedes($0, $1, stepCount: list.count) }
      let unit = PlainUnit(steps: list.map { definition.steps[$0] }, stops: stops, rules: rules)
      let entries = unit.entries()
      let walk = unit.countedAttempt(among: entries.filter { isWithinBounds(stops[$0].event.time) })
      let newest = places.map { user.events[$0].time }.max()!
      let sessions = rules.unit == .user ? user.sessions : [places]
      // "A session is counted, if its first event is at or after the one and before the other."
      let counted = sessions.map { $0.map { user.events[$0].time } }.filter { isWithinBounds($0[0]) }
      result.append(
        CountedUnit(
          user: number, values: analysis.fields.map { user.value($0, entry: walk?.entryTime) }, list: list,
          isWithoutEntry: !stops.isEmpty && entries.isEmpty, walk: walk,
          ending: walk.map { PlainEnding(of: $0, asOf: analysis.asOf, newestEvent: newest) }, sessions: counted))
    }
    return result
  }
}
