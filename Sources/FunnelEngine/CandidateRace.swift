import FunnelModel

/// Finds the counted attempt among many candidates of one unit without walking each (section 5).
///
/// Where a walk goes next depends only on its state, so candidates in one state move together as a group. Candidates of
/// a group differ in how many steps they passed, which a weighted union-find keeps: a candidate's count is that of its
/// group and the offsets on the way to the group's root. Deadlines expire in the order of entries, so one pointer
/// settles the candidates in that order, each as its group stands when its deadline has passed. The first that is
/// settled as converted is the counted one. An event moves only groups that it can act on; those that it moves to one
/// state become one, so moves are bounded by events and candidates, times the states that one step can be in.
struct CandidateRace: Sendable {
  /// Candidates in one state.
  private struct Group: Sendable {
    var state: WalkState
    /// Whether they began where converting is possible.
    var canConvert: Bool
    /// Steps passed by the root candidate.
    var passCount: Int
    /// The candidate at the root.
    var root: Int
    /// The latest candidate, the last to expire.
    var newest: Int
    var size: Int
    /// The next group at the same step, -1 at the end.
    var next = -1
  }

  /// What a candidate at a root is part of.
  private enum Standing: Sendable {
    case walking(group: Int)
    case converted
    case ended(passCount: Int, isStarted: Bool)
  }

  private let rules: WalkRules
  private var groups: [Group] = []
  private var freeGroups: [Int] = []
  /// For each place the first group there, -1 for none.
  private var firstGroup: [Int]
  /// One bit for each place that has a group.
  private var occupied: [UInt64]
  private var parent: [Int] = []
  private var offset: [Int] = []
  private var standing: [Standing] = []
  private var path: [Int] = []
  private var moving: [Int] = []
  /// For each place the last required one before it, -1 for none.
  private let requiredBefore: [Int]
  /// How many times the last race moved a group by an event.
  private(set) var moves = 0

  /// A race by the rules of an order other than `any`.
  init(rules: WalkRules) {
    self.rules = rules
    let count = rules.flow.steps.count
    firstGroup = Array(repeating: -1, count: count)
    occupied = Array(repeating: 0, count: (count + 63) / 64)
    var before: [Int] = []
    var last = -1
    for place in 0..<count {
      before.append(last)
      if !rules.flow.isOptional[place] { last = place }
    }
    requiredBefore = before
  }

  /// The counted one among candidates: indices of entry events, ascending, at least one.
  mutating func winner(of candidates: [Int], in events: [UnitEvent]) -> Int {
    winners(of: candidates, in: events, cuts: []).last
  }

  /// The counted one among candidates, and the one as it was at some moments, ascending: nil before the first.
  ///
  /// A moment costs the candidates whose deadlines lie behind it.
  mutating func winners(
    of candidates: [Int], in events: [UnitEvent], cuts: [Int64]
  ) -> (atCuts: [Int?], last: Int) {
    reset()
    parent.reserveCapacity(candidates.count)
    offset.reserveCapacity(candidates.count)
    standing.reserveCapacity(candidates.count)
    var atCuts: [Int?] = []
    func all(_ last: Int) -> (atCuts: [Int?], last: Int) {
      (atCuts + repeatElement(Optional(last), count: cuts.count - atCuts.count), last)
    }
    var best = BestCandidate()
    var front = 0
    var created = 0
    for index in candidates[0]..<events.count {
      let time = events[index].time
      while atCuts.count < cuts.count, cuts[atCuts.count] < time {
        atCuts.append(created == 0 ? nil : standing(of: candidates, front..<created, best))
      }
      settling: while front < created {
        let isExpired = rules.deadline(from: events[candidates[front]].time) < time
        switch verdict(on: front, isExpired: isExpired) {
        case .open: break settling
        case .converted: return all(candidates[front])
        case .lost(let passCount, let isStarted):
          best.consider(candidates[front], passCount: passCount, isStarted: isStarted)
        }
        front += 1
      }
      if created < candidates.count, candidates[created] == index {
        begin(created, with: events[index].signals)
        created += 1
      }
      move(by: events[index].signals, front: front)
    }
    return all(standing(of: candidates, front..<created, best))
  }

  /// The counted one if nothing followed: the first of those still open that converted, else the best of all.
  private mutating func standing(of candidates: [Int], _ open: Range<Int>, _ settled: BestCandidate) -> Int {
    var best = settled
    for candidate in open {
      switch verdict(on: candidate, isExpired: true) {
      case .converted: return candidates[candidate]
      case .open: preconditionFailure("at the end of the events every walk has ended")
      case .lost(let passCount, let isStarted):
        best.consider(candidates[candidate], passCount: passCount, isStarted: isStarted)
      }
    }
    return best.candidate
  }

  private mutating func reset() {
    moves = 0
    groups.removeAll(keepingCapacity: true)
    freeGroups.removeAll(keepingCapacity: true)
    parent.removeAll(keepingCapacity: true)
    offset.removeAll(keepingCapacity: true)
    standing.removeAll(keepingCapacity: true)
    for place in firstGroup.indices { firstGroup[place] = -1 }
    for word in occupied.indices { occupied[word] = 0 }
  }

  // MARK: - Candidates

  /// What is known of a candidate.
  private enum Verdict {
    case open
    case converted
    case lost(passCount: Int, isStarted: Bool)
  }

  private mutating func verdict(on candidate: Int, isExpired: Bool) -> Verdict {
    let root = find(candidate)
    switch standing[root.candidate] {
    case .converted: return .converted
    case .ended(let passCount, let isStarted):
      return .lost(passCount: passCount + root.offset, isStarted: isStarted)
    case .walking(let group):
      guard isExpired else { return .open }
      return .lost(passCount: groups[group].passCount + root.offset, isStarted: groups[group].state.isStarted)
    }
  }

  /// The root of a candidate, and the steps that the candidate passed more than the root did.
  private mutating func find(_ candidate: Int) -> (candidate: Int, offset: Int) {
    path.removeAll(keepingCapacity: true)
    var root = candidate
    while parent[root] != root {
      path.append(root)
      root = parent[root]
    }
    var sum = 0
    for node in path.reversed() {
      sum += offset[node]
      offset[node] = sum
      parent[node] = root
    }
    return (root, sum)
  }

  private mutating func begin(_ candidate: Int, with signals: UInt32) {
    let state = rules.start(with: signals)
    parent.append(candidate)
    offset.append(0)
    let group = Group(
      state: state, canConvert: rules.canConvert(from: state.current), passCount: 0, root: candidate,
      newest: candidate, size: 1)
    let slot: Int
    if let free = freeGroups.popLast() {
      slot = free
      groups[slot] = group
    } else {
      slot = groups.count
      groups.append(group)
    }
    standing.append(.walking(group: slot))
    settle(slot)
  }

  // MARK: - Groups

  /// Puts a group where its state belongs; one that stands in the same state already takes it in.
  private mutating func settle(_ slot: Int) {
    let place = groups[slot].state.current
    var other = firstGroup[place]
    while other != -1 {
      if isAlike(groups[other], groups[slot]) {
        join(slot, into: other)
        return
      }
      other = groups[other].next
    }
    groups[slot].next = firstGroup[place]
    firstGroup[place] = slot
    occupied[place / 64] |= 1 << UInt64(place % 64)
  }

  private func isAlike(_ left: Group, _ right: Group) -> Bool {
    left.state.isStarted == right.state.isStarted && left.canConvert == right.canConvert
      && (rules.order != .strict || left.state.lastPassed == right.state.lastPassed)
  }

  private mutating func join(_ slot: Int, into other: Int) {
    let (small, large) = groups[slot].size < groups[other].size ? (slot, other) : (other, slot)
    let root = groups[large].root
    parent[groups[small].root] = root
    offset[groups[small].root] = groups[small].passCount - groups[large].passCount
    groups[other].passCount = groups[large].passCount
    groups[other].size += groups[slot].size
    groups[other].newest = max(groups[other].newest, groups[slot].newest)
    groups[other].root = root
    standing[root] = .walking(group: other)
    freeGroups.append(slot)
  }

  private mutating func move(by signals: UInt32, front: Int) {
    collect(by: rules.flow.shapes[Int(signals)])
    for slot in moving {
      moves += 1
      // Whoever is in it has expired and is settled.
      if groups[slot].newest < front {
        freeGroups.append(slot)
        continue
      }
      let transition = rules.move(&groups[slot].state, by: signals)
      groups[slot].passCount += transition.passCount
      if groups[slot].canConvert, rules.isConverted(groups[slot].state) {
        standing[groups[slot].root] = .converted
        freeGroups.append(slot)
      } else if transition.ends {
        standing[groups[slot].root] = .ended(
          passCount: groups[slot].passCount, isStarted: groups[slot].state.isStarted)
        freeGroups.append(slot)
      } else {
        settle(slot)
      }
    }
  }

  /// Takes the groups that an event may move out of their places into `moving`.
  private mutating func collect(by shape: Flow.Shape) {
    moving.removeAll(keepingCapacity: true)
    if rules.order == .strict {
      if !shape.marks.isEmpty || shape.flow.contains(.flowCompleted) { collect(from: 0, through: firstGroup.count - 1) }
      return
    }
    var next = 0
    for mark in rules.flow.marks[shape.marks] {
      let required = requiredBefore[mark.place]
      collect(from: max(next, rules.advance == .next ? required : required + 1), through: mark.place)
      next = mark.place + 1
    }
    if shape.flow.contains(.flowCompleted) {
      collect(from: max(next, rules.flow.lastRequired), through: firstGroup.count - 1)
    }
  }

  private mutating func collect(from first: Int, through last: Int) {
    guard first <= last else { return }
    for word in max(first, 0) / 64...last / 64 {
      var bits = occupied[word]
      if word == max(first, 0) / 64 { bits &= ~0 << UInt64(max(first, 0) % 64) }
      if word == last / 64, last % 64 < 63 { bits &= (1 << UInt64(last % 64 + 1)) - 1 }
      occupied[word] &= ~bits
      while bits != 0 {
        let place = word * 64 + bits.trailingZeroBitCount
        bits &= bits - 1
        var slot = firstGroup[place]
        firstGroup[place] = -1
        while slot != -1 {
          moving.append(slot)
          slot = groups[slot].next
        }
      }
    }
  }
}
