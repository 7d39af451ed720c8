import FunnelModel

/// Finds the counted attempt of a unit and walks it in full.
///
/// The cost is near linear in the unit's events, with `order: any` where no event bears passing signals of two steps.
struct AttemptFinder: Sendable {
  /// Up to so many moves, walking each candidate by itself is cheaper than moving them together.
  private static let plainMoves = 1024

  /// The rules of walks.
  let rules: WalkRules
  /// The walk of the counted attempt, once found.
  private(set) var attempt = AttemptWalk()
  /// How many moves of walks were made since the beginning: what the time depends on.
  private(set) var moves = 0
  /// The entry events of the unit within the bounds, by their indices.
  private(set) var candidates: [Int] = []
  private var race: CandidateRace
  /// The moments that the unit's race was asked for, and what it told.
  private var raced: (cuts: [Int64], winners: [Int?])?
  private let always: Bool

  /// A finder by some rules; `alwaysRaces` leaves out the plain way of small units, for tests.
  init(rules: WalkRules, alwaysRaces: Bool = false) {
    self.rules = rules
    race = CandidateRace(rules: rules)
    always = alwaysRaces
  }

  /// What a unit has of attempts.
  enum Found: Hashable, Sendable {
    /// No entry event.
    case noEntry
    /// Entry events, but none within the bounds.
    case noCandidate
    /// `attempt` is the counted one.
    case attempt
  }

  /// Finds the counted attempt among the events of one unit, which stand in the order of section 5.
  ///
  /// `cuts` gives for some candidates the moments that `winners` is going to be asked for: where a race is run, it tells
  /// those too.
  mutating func find(
    _ events: [UnitEvent], within bounds: Range<Int64>, cuts: ([Int]) -> [Int64] = { _ in [] }
  ) -> Found {
    raced = nil
    guard findCandidates(events, bounds) else { return .noEntry }
    guard let first = candidates.first else { return .noCandidate }
    if !always {
      attempt.walk(events, from: first, rules: rules)
      moves += events.count - first
      if candidates.count == 1 || attempt.conversion != nil { return .attempt }
    }
    let isSmall = candidates.count * (events.count - first) <= Self.plainMoves
    let winner: Int
    if rules.order == .any {
      let mayPassTwo = events[first...].contains { event in
        rules.flow.marks[rules.flow.shapes[Int(event.signals)].marks].count { $0.signals.outcome != nil } > 1
      }
      winner = mayPassTwo ? plainWinner(events) : slidingWinner(events)
    } else if isSmall, !always {
      winner = plainWinner(events)
    } else {
      let moments = cuts(candidates)
      let winners = race.winners(of: candidates, in: events, cuts: moments)
      moves += race.moves
      raced = (moments, winners.atCuts)
      winner = winners.last
    }
    if always || attempt.entry != winner { attempt.walk(events, from: winner, rules: rules) }
    return .attempt
  }

  /// Of the unit that was looked at last the counted attempt's entry as it was at some moments, ascending; nil before any.
  ///
  /// Not for `order: any`. The cost is that of one race and, for each moment, of the candidates of a window.
  mutating func winners(_ events: [UnitEvent], atCuts cuts: [Int64]) -> [Int?] {
    if let raced, raced.cuts == cuts { return raced.winners }
    let winners = race.winners(of: candidates, in: events, cuts: cuts).atCuts
    moves += race.moves
    return winners
  }

  /// Walks from an entry event as far as some moment: `attempt` is that walk then.
  mutating func walk(_ events: [UnitEvent], from entry: Int, limit: Int64) {
    attempt.walk(events, from: entry, rules: rules, limit: limit)
    moves += events.count - entry
  }

  /// Collects the candidates and says whether there is an entry event at all.
  private mutating func findCandidates(_ events: [UnitEvent], _ bounds: Range<Int64>) -> Bool {
    candidates.removeAll(keepingCapacity: true)
    var hasEntry = false
    var hasOpened = false
    let isOpen = rules.order == .any || rules.entry == .any
    for (index, event) in events.enumerated() {
      let shape = rules.flow.shapes[Int(event.signals)]
      let isEntry: Bool
      if isOpen {
        isEntry = !shape.marks.isEmpty || shape.flow.contains(FlowSignals(.flowStarted))
      } else {
        isEntry = shape.opening == .opening || (shape.opening == .passing && !hasOpened)
        if shape.opening == .opening { hasOpened = true }
      }
      if isEntry {
        hasEntry = true
        if bounds.contains(event.time) { candidates.append(index) }
      }
    }
    return hasEntry
  }

  /// Walks every candidate by itself, up to the first that converts.
  private mutating func plainWinner(_ events: [UnitEvent]) -> Int {
    var best = BestCandidate()
    for candidate in candidates {
      attempt.walk(events, from: candidate, rules: rules)
      moves += events.count - candidate
      if attempt.conversion != nil { return candidate }
      let isStarted = rules.order != .any && attempt.state.isStarted
      best.consider(candidate, passCount: attempt.passCount, isStarted: isStarted)
    }
    return best.candidate
  }

  /// With `order: any` and no event that could pass one of two steps: the steps passed are those with a passing event
  /// within the candidate's time, which slides along.
  private mutating func slidingWinner(_ events: [UnitEvent]) -> Int {
    var counts = Array(repeating: 0, count: rules.flow.steps.count)
    var passed = 0
    var missing = rules.flow.requiredCount
    var left = candidates[0]
    var right = left
    func passing(_ index: Int) -> Int? {
      rules.flow.marks[rules.flow.shapes[Int(events[index].signals)].marks]
        .first { $0.signals.outcome != nil }?.place
    }
    var best = BestCandidate()
    for candidate in candidates {
      let deadline = rules.deadline(from: events[candidate].time)
      while right < events.count, events[right].time <= deadline {
        if let step = passing(right) {
          if counts[step] == 0 {
            passed += 1
            if !rules.flow.isOptional[step] { missing -= 1 }
          }
          counts[step] += 1
        }
        right += 1
      }
      while left < candidate {
        if let step = passing(left) {
          counts[step] -= 1
          if counts[step] == 0 {
            passed -= 1
            if !rules.flow.isOptional[step] { missing += 1 }
          }
        }
        left += 1
      }
      moves += 1
      if missing == 0, rules.flow.requiredCount > 0 { return candidate }
      best.consider(candidate, passCount: passed, isStarted: false)
    }
    moves += right - candidates[0]
    return best.candidate
  }
}

/// The best of candidates that did not convert, offered in their order: most steps passed, then one whose current step
/// was started, then the first.
struct BestCandidate: Sendable {
  private(set) var candidate = 0
  private var passCount = -1
  private var isStarted = false

  mutating func consider(_ candidate: Int, passCount: Int, isStarted: Bool) {
    guard passCount > self.passCount || (passCount == self.passCount && isStarted && !self.isStarted) else { return }
    self.candidate = candidate
    self.passCount = passCount
    self.isStarted = isStarted
  }
}
