import FunnelModel

/// One analysis from the collectors' events to the result: which passes are made over the partitions, and in what order.
struct AnalysisRun {
  /// Rows of values that can be told apart at most for all of them to be tallied at once.
  private static let maxTalliedRows = 4096
  /// Rows of values that are printed at most.
  private static let maxRows = Analysis.mostRows

  private let collectors: [EventCollector]
  private let plan: AnalysisPlan
  private let words: LogVocabulary
  private let source: PartitionSource
  private let timeFile: TimeFile?
  private let hasPlainVariant: Bool
  /// Which ids are one user; nil where nothing is said of any.
  let identity: IdentityUnion?

  /// A run over collectors of one plan, at least one.
  init(_ collectors: [EventCollector], plan: AnalysisPlan, timeFile: TimeFile?) {
    precondition(!collectors.isEmpty, "an analysis has a collector")
    self.collectors = collectors
    self.plan = plan
    hasPlainVariant = collectors.contains { $0.collected.attributes.hasPlainVariant }
    words = LogVocabulary(emptying: collectors, usesArms: !hasPlainVariant && plan.experimentUse == .asVariants)
    identity = IdentityUnion.make(of: collectors.compactMap { $0.collected.evidence }, map: plan.usedIdentities)
    source = PartitionSource(collectors, words: words, plan: plan, identity: identity)
    self.timeFile = timeFile
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

    let frame =
      plan.days == .none
      ? nil
      : DayFrame(
        DayCalendar(from: firstTime, through: lastTime, zone: plan.zone), plan: plan, asOf: asOf.microseconds)

    var rules = plan.rules
    rules.advance = flow.advance
    var setting = setting(flow, flow.advance, asOf: asOf.microseconds, breakdown, frame)
    var workers = walk(&setting, flow, isLast: !flow.isAdvanceOpen)
    if flow.isAdvanceOpen {
      let exact = advance(by: setCounts(of: workers))
      if exact != flow.advance {
        rules.advance = exact
        setting = self.setting(flow, exact, asOf: asOf.microseconds, breakdown, frame)
        workers = walk(&setting, flow, isLast: true)
      }
    }
    source.drop()
    var counts = AnalysisCounts()
    for worker in workers { counts.add(worker.counts) }
    counts.excluded = collectors.reduce(0) { $0 + $1.collected.excluded }
    counts.unknownStep += flow.unknownStep
    (counts.mergedIDs, counts.sharedDevices) = source.identityCounts
    var merger = RowMerger(limit: Self.maxRows)
    var variantMerger = RowMerger(limit: Self.maxRows)
    var days = DayMerger(flow.definition, firstDay: frame?.calendar.first ?? 0)
    while let worker = workers.popLast() {
      merger.add(worker.sheet)
      variantMerger.add(worker.variantSheet)
      days.add(worker.daySheet)
    }
    let fields = setting.fields.breakdown
    let named = NamedVariants(plan: plan, definition: flow.definition, words: words)
    func texts(_ row: Int) -> [ByteText] { zip(fields, setting.rows.values(row)).map { words.values[$0].text($1) } }
    let isByVariant = frame != nil && setting.variantChoice == nil
    var breakdowns = merger.breakdowns(
      fieldCount: fields.count, threads: plan.threads, timeFile: timeFile, keeping: isByVariant ? named : nil,
      values: texts)
    let overall = days.complete(&breakdowns, threads: plan.threads, timeFile: timeFile, values: texts)
    var analysis = Analysis(
      definition: flow.definition, stepsSource: plan.definition == nil ? .log : .definition, rules: rules,
      advanceIsInferred: plan.rules.advance == nil && plan.rules.order != .any, asOf: asOf,
      firstTime: Moment(microseconds: firstTime), lastTime: Moment(microseconds: lastTime),
      counts: counts, breakdownFields: breakdown, breakdowns: breakdowns)
    analysis.timeFile = timeFile
    analysis.hasPlainVariant = hasPlainVariant
    if let failure = timeFile?.failure { throw failure }
    guard let frame else { return analysis }
    analysis.overall = overall
    if isByVariant {
      analysis.take(variants: breakdowns, andNamed: merger.cut)
    } else {
      let variants = variantMerger.breakdowns(
        fieldCount: 1, threads: plan.threads, timeFile: timeFile, keeping: named
      ) { [words.values[0].text(UInt32($0))] }
      analysis.take(variants: variants, andNamed: variantMerger.cut)
    }
    analysis.newestDay = frame.newest.map {
      NewestDay(day: $0, distance: TimeSpan(microseconds: frame.distance))
    }
    return analysis
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
    // Of few steps all that is wanted of those that are kept is counted before it is known which they are.
    let isFew = ids.count <= StepInference.maxSteps
    let counted = source.forEach(isLast: false) {
      (
        popularity: StepInference.Popularity(stepCount: ids.count),
        precedence: StepInference.Precedence(stepCount: isFew ? ids.count : 0, setCount: stepOfSet.count)
      )
    } body: { worker, partition in
      worker.popularity.count(partition, stepOfSet: stepOfSet)
      if isFew { worker.precedence.count(partition, keptOfSet: stepOfSet) }
    }
    var popularity = counted[0].popularity
    for other in counted.dropFirst() { popularity.add(other.popularity) }
    let kept = StepInference.kept(popularity)
    guard !kept.isEmpty else { throw popularity.users > 0 ? .everyStepIsRare : .noStepToInfer }

    var keptOfStep = [Int32](repeating: -1, count: ids.count)
    for (place, step) in kept.enumerated() { keptOfStep[step] = Int32(place) }
    let keptOfSet = stepOfSet.map { $0 < 0 ? -1 : keptOfStep[Int($0)] }
    var precedence: StepInference.Precedence
    if isFew {
      precedence = counted[0].precedence
      for other in counted.dropFirst() { precedence.add(other.precedence) }
      precedence.keep(kept)
    } else {
      let compared = source.forEach(isLast: false) {
        StepInference.Precedence(stepCount: kept.count, setCount: keptOfSet.count)
      } body: { worker, partition in
        worker.count(partition, keptOfSet: keptOfSet)
      }
      precedence = compared[0]
      for other in compared.dropFirst() { precedence.add(other) }
    }

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

  private func setting(
    _ flow: ResolvedFlow, _ advance: AdvanceRule, asOf: Int64, _ breakdown: [FieldReference], _ frame: DayFrame?
  ) -> UserWalker.Setting {
    let book = FlowBook(flow.definition, words: words, rules: plan.rules, advance: advance) { step in
      guard let places = flow.places else { return step }
      return places[step] < 0 ? nil : Int(places[step])
    }
    let fields = UnitFields(breakdown: breakdown, filters: plan.unitFilters, words: words)
    let totals = plan.totals ? (flow.definition.hasOwnSteps ? [] : Array(flow.definition.steps.indices)) : nil
    return UserWalker.Setting(
      plan: plan, words: words, book: book, fields: fields,
      rows: RowTable(valueCounts: fields.breakdown.map { words.values[$0].count }), asOf: asOf, purpose: .tally(.all),
      totals: totals,
      bounds: (plan.since?.microseconds ?? .min)..<max(
        plan.since?.microseconds ?? .min, plan.until?.microseconds ?? .max),
      frame: frame, stepCount: flow.definition.steps.count,
      variantChoice: frame == nil || breakdown == [.variant] ? nil : .all, timeFile: timeFile)
  }

  /// Walks all users; where rows of values can be too many, counts their units first and tallies the largest alone.
  private func walk(_ setting: inout UserWalker.Setting, _ flow: ResolvedFlow, isLast: Bool) -> [UserWalker] {
    let mayHave = setting.fields.breakdown.reduce(1) { product, field in
      let (result, overflow) = product.multipliedReportingOverflow(by: words.values[field].count)
      return overflow ? .max : result
    }
    // A user whose sessions are units can be in several rows, and is one user in what they come to together.
    let isWide = mayHave > (plan.rules.unit == .session ? Self.maxRows : Self.maxTalliedRows)
    let hasVariants = setting.variantChoice != nil
    let named = NamedVariants(plan: plan, definition: flow.definition, words: words)
    if isWide || (hasVariants && words.values[0].count > Self.maxTalliedRows) {
      setting.purpose = .countRows
      var (ofRows, ofVariants) = unitCounts(pass(setting, isLast: false))
      let isByVariant = setting.frame != nil && !hasVariants
      setting.purpose = .tally(
        choice(
          among: &ofRows, keeping: isByVariant ? named : nil, values: setting.rows.values))
      if hasVariants {
        setting.variantChoice = choice(among: &ofVariants, keeping: named) { [UInt32($0)] }
      }
    }
    return pass(setting, isLast: isLast)
  }

  private func setCounts(of workers: [UserWalker]) -> [Int] {
    (0..<words.sets.count).map { set in workers.reduce(0) { $0 + $1.setCounts[set] } }
  }

  private func pass(_ setting: UserWalker.Setting, isLast: Bool) -> [UserWalker] {
    source.forEach(isLast: isLast) {
      UserWalker(setting)
    } body: { worker, partition in
      worker.walk(partition)
    }
  }

  /// What each worker counted of rows and of variants, held by nobody else.
  private func unitCounts(_ workers: [UserWalker]) -> (ofRows: [[Int32]], ofVariants: [[Int32]]) {
    (workers.map(\.unitsOfRow), workers.map(\.unitsOfVariant))
  }

  /// The rows with most units, then with the smallest values, and those of named variants where rows are variants.
  ///
  /// The workers' counts are used up: there can be one for each of millions of values.
  private func choice(
    among counted: inout [[Int32]], keeping named: NamedVariants?, values: (Int) -> [UInt32]
  ) -> TallySheet.Choice {
    counted.sort { $0.count < $1.count }
    var units = counted.popLast() ?? []
    while let other = counted.popLast() {
      for (row, count) in other.enumerated() { units[row] += count }
    }
    guard units.count(where: { $0 > 0 }) > Self.maxRows else { return .all }
    var most: [Int] = []
    for row in units.indices where units[row] > 0 {
      func precedes(_ other: Int) -> Bool {
        units[row] != units[other]
          ? units[row] > units[other] : values(row).lexicographicallyPrecedes(values(other))
      }
      if most.count == Self.maxRows, let last = most.last, !precedes(last) { continue }
      most.insert(row, at: most.firstIndex(where: precedes) ?? most.count)
      if most.count > Self.maxRows { most.removeLast() }
    }
    let met = units.indices.lazy.filter { units[$0] > 0 }
    let kept = named?.numbers(among: met) { units.indices.contains($0) && units[$0] > 0 } ?? []
    return .only(Array(kept.union(most)))
  }
}
