import FunnelModel

/// Puts the threads' tallies together into the rows that are printed.
struct RowMerger {
  private let limit: Int
  private var rows: [Int: BreakdownTally] = [:]
  private var other: BreakdownTally?
  private var all: BreakdownTally?
  /// Rows that are in `(other)` and yet told apart, because a named variant is theirs; in byte order.
  private(set) var cut: [BreakdownTally] = []

  /// A merger that keeps at most so many rows of values.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes in a thread's tallies.
  mutating func add(_ sheet: TallySheet) {
    for (tally, row) in zip(sheet.tallies, sheet.rows) {
      switch tally.kind {
      case .all: Self.add(tally, to: &all)
      case .other: Self.add(tally, to: &other)
      case .values: Self.add(tally, to: &rows[row ?? 0])
      }
    }
  }

  /// The rows in the order of printing, their times ascending; `values` gives a row's texts.
  ///
  /// Where rows are variants, those of `named` that are not printed by themselves stand in `cut` afterwards.
  mutating func breakdowns(
    fieldCount: Int, threads: Int, timeFile: TimeFile?, keeping named: NamedVariants?, values: (Int) -> [ByteText]
  ) -> [BreakdownTally] {
    let numbers = rows.count > limit ? named?.numbers(among: rows.keys.sorted()) { rows[$0] != nil } : nil
    let kept = Set((numbers ?? []).map(values))
    var printed = rows.map { row, tally in
      var tally = tally
      tally.values = values(row)
      return tally
    }
    rows = [:]
    if printed.count > limit {
      printed.sort { $0.units != $1.units ? $0.units > $1.units : $0.values.lexicographicallyPrecedes($1.values) }
      for tally in printed[limit...] {
        var rest = tally
        if kept.contains(tally.values) { cut.append(tally) }
        rest.steps = []
        rest.kind = .other
        Self.add(rest, to: &other)
      }
      printed.removeLast(printed.count - limit)
    }
    printed.sort { $0.values.lexicographicallyPrecedes($1.values) }
    cut.sort { $0.values.lexicographicallyPrecedes($1.values) }
    if var other, other.units > 0 {
      other.values = Array(repeating: "(other)", count: fieldCount)
      printed.append(other)
    }
    if var all, all.units > 0 {
      all.values = Array(repeating: "(all)", count: fieldCount)
      printed.insert(all, at: 0)
    }
    TimeSorter(threads: threads, file: timeFile).sort { change in
      for tally in printed.indices { printed[tally].changeTimes(change) }
      for tally in cut.indices { cut[tally].changeTimes(change) }
    }
    return printed
  }

  private static func add(_ tally: BreakdownTally, to sum: inout BreakdownTally?) {
    if sum == nil { sum = tally } else { sum?.add(tally) }
  }
}

extension BreakdownTally {
  /// Changes all lists of times, always in the same order.
  mutating func changeTimes(_ change: (inout Times) -> Void) {
    change(&times)
    change(&sessions.lengthTimes)
    for step in steps.indices {
      change(&steps[step].durationTimes)
      change(&steps[step].sinceEntryTimes)
    }
  }
}

extension AnalysisCounts {
  /// Takes in another thread's counts.
  mutating func add(_ other: AnalysisCounts) {
    excluded += other.excluded
    duplicate += other.duplicate
    events += other.events
    users += other.users
    sessions += other.sessions
    excludedUsers += other.excludedUsers
    unknownStep += other.unknownStep
    withoutEntry += other.withoutEntry
    mixedVariants += other.mixedVariants
  }
}
