import FunnelModel
import Synchronization

/// Puts the threads' tallies together into the rows that are printed.
struct RowMerger {
  private let limit: Int
  private var rows: [Int: BreakdownTally] = [:]
  private var other: BreakdownTally?
  private var all: BreakdownTally?

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
  mutating func breakdowns(fieldCount: Int, threads: Int, values: (Int) -> [ByteText]) -> [BreakdownTally] {
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
        rest.steps = []
        rest.kind = .other
        Self.add(rest, to: &other)
      }
      printed.removeLast(printed.count - limit)
    }
    printed.sort { $0.values.lexicographicallyPrecedes($1.values) }
    if var other, other.units > 0 {
      other.values = Array(repeating: "(other)", count: fieldCount)
      printed.append(other)
    }
    if var all, all.units > 0 {
      all.values = Array(repeating: "(all)", count: fieldCount)
      printed.insert(all, at: 0)
    }
    sortTimes(of: &printed, threads: threads)
    return printed
  }

  private static func add(_ tally: BreakdownTally, to sum: inout BreakdownTally?) {
    if sum == nil { sum = tally } else { sum?.add(tally) }
  }

  /// Sorts all lists of times; each is in memory once, but for those that are being sorted.
  private func sortTimes(of tallies: inout [BreakdownTally], threads: Int) {
    var taken: [[Int64]] = []
    for tally in tallies.indices {
      tallies[tally].changeTimes { times in
        taken.append(times)
        times = []
      }
    }
    let count = taken.count
    let lists = Mutex(taken)
    taken = []
    _ = inParallel(threads: threads, count: count) {
      0
    } body: { _, number in
      func exchange(_ times: [Int64]) -> [Int64] {
        lists.withLock { lists in
          let before = lists[number]
          lists[number] = times
          return before
        }
      }
      _ = exchange(ascending([exchange([])]))
    }
    var sorted = lists.withLock { $0 }.makeIterator()
    for tally in tallies.indices { tallies[tally].changeTimes { $0 = sorted.next() ?? [] } }
  }
}

extension BreakdownTally {
  /// Changes all lists of times, always in the same order.
  fileprivate mutating func changeTimes(_ change: (inout [Int64]) -> Void) {
    change(&conversionTimes)
    change(&sessions.lengths)
    for step in steps.indices {
      change(&steps[step].durations)
      change(&steps[step].sinceEntry)
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
