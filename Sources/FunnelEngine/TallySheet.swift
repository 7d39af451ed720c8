import FunnelModel

/// The tallies of one thread: a row for each row of values kept, one for the others, one for all.
struct TallySheet: Sendable {
  /// Which rows of values have a row of their own.
  enum Choice: Sendable {
    /// All of them, as they are met.
    case all
    /// These; the rest stand together.
    case only([Int])
  }

  private static let none: Int32 = -1

  /// The tallies; `(all)`, where wanted, is the first.
  private(set) var tallies: [BreakdownTally] = []
  /// The row of values of each tally, nil for `(all)` and `(other)`.
  private(set) var rows: [Int?] = []
  private var placeOfRow: [Int32] = []
  /// Where only some rows have tallies of their own, the places of those that were met.
  private var places: [Int: Int] = [:]
  private let kept: Set<Int>?
  private var otherPlace = 0
  private let hasTotals: Bool

  /// An empty sheet; `totals` are the steps of the row over all units, nil where there is no such row.
  init(choice: Choice, totals: [Int]?) {
    hasTotals = totals != nil
    switch choice {
    case .all: kept = nil
    case .only(let rows): kept = Set(rows)
    }
    if let totals { _ = addTally(.all, row: nil, steps: totals) }
    if kept != nil { otherPlace = addTally(.other, row: nil, steps: []) }
  }

  /// The place of the tally of a row of values; a new one has these steps.
  mutating func place(ofRow row: Int, steps: [Int]) -> Int {
    if let kept {
      guard kept.contains(row) else { return otherPlace }
      if let place = places[row] { return place }
      let place = addTally(.values, row: row, steps: steps)
      places[row] = place
      return place
    }
    while row >= placeOfRow.count { placeOfRow.append(Self.none) }
    if placeOfRow[row] == Self.none { placeOfRow[row] = Int32(addTally(.values, row: row, steps: steps)) }
    return Int(placeOfRow[row])
  }

  /// Changes a row's tally and that of all rows in the same way.
  @inline(__always)
  mutating func change(_ place: Int, _ change: (inout BreakdownTally) -> Void) {
    change(&tallies[place])
    if hasTotals { change(&tallies[0]) }
  }

  /// Changes all lists of times, always in the same order.
  mutating func changeTimes(_ change: (inout Times) -> Void) {
    for place in tallies.indices { tallies[place].changeTimes(change) }
  }

  /// Counts a user with a session in each of some rows.
  mutating func addSessionUser(to places: [Int]) {
    for place in places { tallies[place].sessions.users += 1 }
    if hasTotals, !places.isEmpty { tallies[0].sessions.users += 1 }
  }

  private mutating func addTally(_ kind: BreakdownTally.Kind, row: Int?, steps: [Int]) -> Int {
    var tally = BreakdownTally(kind: kind, values: [])
    tally.steps = steps.map(StepTally.init(step:))
    tallies.append(tally)
    rows.append(row)
    return tallies.count - 1
  }
}
