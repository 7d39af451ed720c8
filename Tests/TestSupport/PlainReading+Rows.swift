import FunnelModel

extension PlainReading {
  /// The rows of the tables (section 7), in the order of printing.
  func rows(of units: [CountedUnit]) -> [PlainAnalysis.Row] {
    let groups = Dictionary(grouping: units, by: \.values)
    func isBefore(_ left: [ByteText], _ right: [ByteText]) -> Bool { left.lexicographicallyPrecedes(right) }
    // "Of more than 50 rows' worth of values the 50 with most units (then by their bytes) are kept."
    let kept = groups.keys.sorted { left, right in
      let counts = (groups[left]!.count, groups[right]!.count)
      return counts.0 != counts.1 ? counts.0 > counts.1 : isBefore(left, right)
    }.prefix(50)
    var rows = kept.sorted(by: isBefore).map { values in
      row(values, units: groups[values]!, list: groups[values]![0].list)
    }
    // "The rest stand together as `(other)` in each field, last, in `variants` and `sessions` only."
    let rest = units.filter { !kept.contains($0.values) }
    if !rest.isEmpty { rows.append(row(analysis.fields.map { _ in "(other)" }, units: rest, list: [])) }
    // "`--totals` adds rows over all units, first, with `(all)` in each field (in `steps` only where no variant has
    // steps of its own)."
    if plan.totals, !units.isEmpty {
      let list = analysis.definition.hasOwnSteps ? [] : Array(analysis.definition.steps.indices)
      rows.insert(row(analysis.fields.map { _ in "(all)" }, units: units, list: list), at: 0)
    }
    return rows
  }

  /// The variants of section 10: "each variant with the control".
  ///
  /// Of more than 50 those with most units, the control and the definition's, which the specification leaves open.
  func variants(of units: [CountedUnit]) -> [PlainAnalysis.Row] {
    let groups = Dictionary(grouping: units, by: \.values[0])
    let names = groups.keys.sorted()
    let most = names.sorted { (groups[$1]!.count, $0) < (groups[$0]!.count, $1) }.prefix(50)
    // "The definition's `control`, or `--control`, or the variant named `control` (any case), or the first in byte order.
    // `(none)`, `(other)` and `(all)` are never control."
    let arms = names.filter { !["(none)", "(other)", "(all)"].contains($0) }
    let control =
      plan.control ?? analysis.definition.control ?? arms.first { $0.string.lowercased() == "control" } ?? arms.first
    let own = analysis.definition.variants.map(\.name)
    return names.filter { most.contains($0) || $0 == control || own.contains($0) }.map { name in
      row([name], units: groups[name]!, list: groups[name]![0].list)
    }
  }

  private func row(_ values: [ByteText], units: [CountedUnit], list: [Int]) -> PlainAnalysis.Row {
    var row = PlainAnalysis.Row(values: values)
    row.units = units.count
    for unit in units {
      guard let walk = unit.walk, let ending = unit.ending else { continue }
      row.attempts += 1
      switch ending.word {
      case .converted: row.converted += 1
      case .dismissed: row.dismissed += 1
      case .dropped: row.dropped += 1
      case .inProgress: row.inProgress += 1
      }
      if let conversion = walk.conversion {
        // "Of a conversion: its time less the entry's."
        row.conversionTimes.append(walk.unit.stops[conversion].event.time - walk.entryTime)
        row.unskipped += walk.passes.contains { $0.outcome == .skipped } ? 0 : 1
        row.sameSession += walk.unit.stops[conversion].session == walk.unit.stops[walk.entry].session ? 1 : 0
      } else {
        row.mayReturn += ending.mayStillMove ? 1 : 0
      }
      row.back += walk.back
      row.jump += walk.jump
    }
    row.conversionTimes.sort()
    // "A breakdown without an attempt has no rows here."
    if row.attempts > 0 { row.steps = list.indices.map { step(at: $0, of: list[$0], units: units) } }
    let sessions = units.flatMap(\.sessions)
    row.sessionUsers = Set(units.filter { !$0.sessions.isEmpty }.map(\.user)).count
    row.sessions = sessions.count
    row.sessionEvents = sessions.map(\.count).reduce(0, +)
    // "A session's length is its last time less its first."
    row.sessionLengths = sessions.map { $0.max()! - $0.min()! }.sorted()
    row.singleEvent = sessions.count { $0.count == 1 }
    return row
  }

  private func step(at place: Int, of definitionPlace: Int, units: [CountedUnit]) -> PlainAnalysis.Step {
    var step = PlainAnalysis.Step(step: definitionPlace)
    for unit in units {
      guard let walk = unit.walk, let ending = unit.ending else { continue }
      if let pass = walk.passes.first(where: { $0.place == place }) {
        if pass.outcome == .completed { step.completed += 1 } else { step.skipped += 1 }
        step.started += pass.wasStarted ? 1 : 0
        // "With `order: any`, `passed_of_all` counts those that passed this step and all before it in the list."
        let counts = analysis.rules.order != .any || (0..<place).allSatisfy(walk.isPassed)
        step.passedOfAll += counts ? 1 : 0
        switch pass.duration {
        case .known(let duration): step.durations.append(duration)
        case .spanning: step.spanning += 1
        case .none: break
        }
        // "Since entry: passing time less the entry's."
        step.sinceEntry.append(walk.unit.stops[pass.stop].event.time - walk.entryTime)
      } else if ending.places.contains(place) {
        // "A step is entered by an attempt that has an outcome there. `started` counts those of them that were started."
        step.started += walk.isStarted(place) ? 1 : 0
        switch ending.wordAtSteps {
        case .dismissed: step.dismissed += 1
        case .inProgress: step.inProgress += 1
        case .dropped, .converted: step.dropped += 1
        }
      }
    }
    step.durations.sort()
    step.sinceEntry.sort()
    return step
  }
}
