import FunnelModel

/// One analysis from the collectors' events to the result: which passes are made over the partitions, and in what order.
struct AnalysisRun {
  /// Rows of values that can be told apart at most for all of them to be tallied at once.
  private static let maxTalliedRows = 4096
  /// Rows of values that are printed at most.
  private static let maxRows = 50

  private let collectors: [EventCollector]
  private let plan: AnalysisPlan
  private let words: LogVocabulary
  private let source: PartitionSource

  /// A run over collectors of one plan, at least one.
  init(_ collectors: [EventCollector], plan: AnalysisPlan) {
    precondition(!collectors.isEmpty, "an analysis has a collector")
    self.collectors = collectors
    self.plan = plan
    words = LogVocabulary(collectors)
    source = PartitionSource(collectors, words: words, plan: plan)
  }

  /// Works the analysis out.
  consuming func analysis() throws(AnalysisFailure) -> Analysis {
    guard collectors.contains(where: { $0.collected.kept > 0 }) else { throw .noEventAccepted }
    let firstTime = collectors.map { $0.collected.firstTime }.min() ?? 0
    let lastTime = collectors.map { $0.collected.lastTime }.max() ?? 0
    let asOf = plan.asOf ?? Moment(microseconds: lastTime)
    let flow = try flow()
    let breakdown =
      plan.breakdown.contains(.variant) || !flow.definition.hasOwnSteps
      ? plan.breakdown : [.variant] + plan.breakdown

    var advance = flow.advance
    var result: Passes
    repeat {
      result = walk(flow, advance, asOf: asOf.microseconds, breakdown)
      let exact = result.advance ?? advance
      if exact == advance { break }
      advance = exact
    } while true

    var rules = plan.rules
    rules.advance = advance
    result.counts.excluded = collectors.reduce(0) { $0 + $1.collected.excluded }
    result.counts.unknownStep += flow.unknownStep
    return Analysis(
      definition: flow.definition, stepsSource: plan.definition == nil ? .log : .definition, rules: rules,
      advanceIsInferred: plan.rules.advance == nil && plan.rules.order != .any, asOf: asOf,
      firstTime: Moment(microseconds: firstTime), lastTime: Moment(microseconds: lastTime),
      counts: result.counts, breakdownFields: breakdown, breakdowns: result.breakdowns)
  }

  // MARK: - The flow

  /// The flow to walk and how the log's steps lie in it.
  private struct ResolvedFlow {
    var definition: Definition
    /// For each step of the log its place in the definition; nil where they are the definition's own.
    var places: [Int32]?
    /// What `advance` is or, where it is still to be checked, seems to be.
    var advance: AdvanceRule
    /// Whether the exact counts may say otherwise.
    var isAdvanceOpen = false
    /// Events of steps that were met by too few.
    var unknownStep = 0
  }

  private func flow() throws(AnalysisFailure) -> ResolvedFlow {
    let given: AdvanceRule? = plan.rules.order == .any ? .explicit : plan.rules.advance
    if let definition = plan.definition {
      if let given { return ResolvedFlow(definition: definition, advance: given) }
      var counts = Array(repeating: 0, count: words.sets.count)
      for (worker, collector) in collectors.enumerated() {
        for set in 0..<collector.collected.setCounts.count {
          counts[Int(words.setNumbers[worker][set])] += collector.collected.setCounts[set]
        }
      }
      return ResolvedFlow(definition: definition, advance: advance(by: counts), isAdvanceOpen: true)
    }
    return try inferred(given)
  }

  private func inferred(_ given: AdvanceRule?) throws(AnalysisFailure) -> ResolvedFlow {
    guard let ids = words.stepIds, ids.count > 0 else { throw .noStepToInfer }
    let stepOfSet = (0..<words.sets.count).map { Int32(words.sets[UInt32($0)].first?.step?.place ?? -1) }
    let counted = source.forEach(isLast: false) {
      StepInference.Popularity(stepCount: ids.count)
    } body: { worker, partition in
      worker.count(partition, stepOfSet: stepOfSet)
    }
    var popularity = counted[0]
    for other in counted.dropFirst() { popularity.add(other) }
    let kept = StepInference.kept(popularity)
    guard !kept.isEmpty else { throw .noStepToInfer }

    var keptOfStep = [Int32](repeating: -1, count: ids.count)
    for (place, step) in kept.enumerated() { keptOfStep[step] = Int32(place) }
    let keptOfSet = stepOfSet.map { $0 < 0 ? -1 : keptOfStep[Int($0)] }
    let compared = source.forEach(isLast: false) {
      StepInference.Precedence(stepCount: kept.count, setCount: keptOfSet.count)
    } body: { worker, partition in
      worker.count(partition, keptOfSet: keptOfSet)
    }
    var precedence = compared[0]
    for other in compared.dropFirst() { precedence.add(other) }

    var steps: [StepDefinition] = []
    var places = [Int32](repeating: -1, count: ids.count)
    for (step, isOptional) in StepInference.order(precedence, users: kept.map { popularity.usersOfStep[$0] }) {
      places[kept[step]] = Int32(steps.count)
      steps.append(StepDefinition(id: ids.text(UInt32(kept[step] + 1)), isOptional: isOptional))
    }
    let known = keptOfSet.indices.map { keptOfSet[$0] < 0 ? 0 : precedence.setCounts[$0] }
    let unknown = popularity.eventsOfStep.indices.reduce(0) {
      keptOfStep[$1] < 0 ? $0 + popularity.eventsOfStep[$1] : $0
    }
    return ResolvedFlow(
      definition: Definition(id: "inferred", steps: steps), places: places,
      advance: given ?? advance(by: known), unknownStep: unknown)
  }

  /// What `advance` is by default, from how many accepted events bear each set of signals.
  private func advance(by counts: [Int]) -> AdvanceRule {
    var signals = 0
    var passing = 0
    for (set, count) in counts.enumerated() where count > 0 {
      for item in words.sets[UInt32(set)] {
        guard let step = item.step else { continue }
        signals += count
        if step.signal != .started { passing += count }
      }
    }
    return signals > 0 && passing * 20 >= signals ? .explicit : .next
  }

  // MARK: - The passes

  /// What the passes over all users came to.
  private struct Passes {
    var counts: AnalysisCounts
    var breakdowns: [BreakdownTally]
    /// What `advance` is by the exact counts, nil where it was given.
    var advance: AdvanceRule?
  }

  private func walk(
    _ flow: ResolvedFlow, _ advance: AdvanceRule, asOf: Int64, _ breakdown: [FieldReference]
  ) -> Passes {
    let book = FlowBook(flow.definition, words: words, rules: plan.rules, advance: advance) { step in
      guard let places = flow.places else { return step }
      return places[step] < 0 ? nil : Int(places[step])
    }
    let fields = UnitFields(breakdown: breakdown, filters: plan.unitFilters, words: words)
    let valueCounts = fields.breakdown.map { words.values[$0].count }
    let rows = RowTable(valueCounts: valueCounts)
    let totals = plan.totals ? (flow.definition.hasOwnSteps ? [] : Array(flow.definition.steps.indices)) : nil
    var setting = UserWalker.Setting(
      plan: plan, words: words, book: book, fields: fields, rows: rows, asOf: asOf, purpose: .tally(.all),
      totals: totals,
      bounds: (plan.since?.microseconds ?? .min)..<max(
        plan.since?.microseconds ?? .min, plan.until?.microseconds ?? .max))
    let mayHave = valueCounts.reduce(1) { $0.multipliedReportingOverflow(by: $1).overflow ? .max : $0 * $1 }
    // A user whose sessions are units can be in several rows, and is one user in what they come to together.
    let isWide = mayHave > (plan.rules.unit == .session ? Self.maxRows : Self.maxTalliedRows)
    if isWide {
      setting.purpose = .countRows
      let counted = pass(setting, isLast: false)
      setting.purpose = .tally(choice(of: counted, rows))
    }
    let workers = pass(setting, isLast: !flow.isAdvanceOpen)

    var counts = AnalysisCounts()
    var setCounts = Array(repeating: 0, count: words.sets.count)
    for worker in workers {
      counts.add(worker.counts)
      for set in setCounts.indices { setCounts[set] += worker.setCounts[set] }
    }
    var merged = RowMerger(limit: Self.maxRows)
    for worker in workers { merged.add(worker.sheet) }
    return Passes(
      counts: counts,
      breakdowns: merged.breakdowns(fieldCount: breakdown.count, threads: plan.threads) { row in
        zip(fields.breakdown, rows.values(row)).map { words.values[$0].text($1) }
      },
      advance: flow.isAdvanceOpen ? self.advance(by: setCounts) : nil)
  }

  private func pass(_ setting: UserWalker.Setting, isLast: Bool) -> [UserWalker] {
    source.forEach(isLast: isLast) {
      UserWalker(setting)
    } body: { worker, partition in
      worker.walk(partition)
    }
  }

  /// The rows with most units, then with the smallest values.
  private func choice(of workers: [UserWalker], _ rows: RowTable) -> TallySheet.Choice {
    var units = Array(repeating: 0, count: workers.map(\.unitsOfRow.count).max() ?? 0)
    for worker in workers {
      for (row, count) in worker.unitsOfRow.enumerated() { units[row] += Int(count) }
    }
    let met = units.indices.filter { units[$0] > 0 }
    guard met.count > Self.maxRows else { return .all }
    let least = met.map { units[$0] }.sorted(by: >)[Self.maxRows - 1]
    let sure = met.filter { units[$0] > least }
    let tied = met.filter { units[$0] == least }.map { (row: $0, values: rows.values($0)) }
      .sorted { $0.values.lexicographicallyPrecedes($1.values) }
    return .only(sure + tied.prefix(Self.maxRows - sure.count).map(\.row))
  }
}
