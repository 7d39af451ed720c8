import FunnelModel

/// The walks of all candidates of a unit, told event by event: those that stand alike are told as one from there on.
///
/// So the memory is that of the unit's events, times the states that walks stand in at one time, however many candidates
/// there are; the cost likewise.
struct CandidateStories: Sendable {
  /// What is told of one candidate.
  struct Told: Sendable {
    /// What each event did up to where it goes on as another; those that did nothing are left out, but for its entry.
    var deeds: [WalkStory.Deed] = []
    /// The later candidate that it goes on like, by its place, and the event after which it does.
    var goesOn: (candidate: Int, event: Int)?
    /// The first event past its deadline, by its index; nil where the walk ended before or saw all.
    var tooLate: Int?
    /// How many steps it passed in all.
    var passCount = 0
    /// Whether it converted.
    var isConverted = false
    /// Whether the step that it stood at last was started.
    var isStarted = false
  }

  /// Candidates that stand alike.
  private struct Group {
    var walk: StoryWalk
    /// The latest of them, whose deadline is the last.
    var newest: Int
    /// How many steps the latest passed.
    var passCount = 0
  }

  /// For each candidate what is told of it.
  private(set) var told: [Told] = []
  private let rules: WalkRules
  private let candidates: [Int]
  private var groups: [Group] = []
  /// For each candidate one that it stands with, itself for the latest of a group, and how many steps more it passed.
  private var parents: [Int] = []
  private var offsets: [Int] = []
  /// What became of groups that came to an end, by their latest.
  private var ended: [Int: Group] = [:]
  private var settledCount = 0

  /// The stories of candidates, which are indices of entry events, ascending.
  init(of unit: [UnitEvent], candidates: [Int], rules: WalkRules) {
    self.rules = rules
    self.candidates = candidates
    guard let first = candidates.first else { return }
    for index in first..<unit.count {
      while settledCount < told.count, rules.deadline(from: unit[candidates[settledCount]].time) < unit[index].time {
        settle(tooLate: index)
      }
      groups.removeAll { $0.newest < settledCount }
      var mayBeAlike = false
      if told.count < candidates.count, candidates[told.count] == index {
        groups.append(Group(walk: StoryWalk(with: unit[index].signals, rules: rules), newest: told.count))
        parents.append(told.count)
        offsets.append(0)
        told.append(Told())
        mayBeAlike = true
      }
      for place in groups.indices { mayBeAlike = move(place, by: unit[index].signals, at: index) || mayBeAlike }
      if mayBeAlike { join(after: index) }
      if groups.isEmpty, told.count == candidates.count { break }
    }
    while settledCount < told.count { settle(tooLate: nil) }
  }

  /// Moves a group by an event, and gives whether that did anything; one whose walk ends stands for itself no more.
  private mutating func move(_ place: Int, by signals: UInt32, at index: Int) -> Bool {
    let newest = groups[place].newest
    let deed = groups[place].walk.move(by: signals, at: index, rules: rules)
    groups[place].passCount += deed.passCount
    if !deed.isEmpty || candidates[newest] == index { told[newest].deeds.append(deed) }
    if deed.ends { ended[newest] = groups[place] }
    return !deed.isEmpty
  }

  /// Takes out what has ended, and puts together what stands alike.
  private mutating func join(after index: Int) {
    groups.removeAll { ended[$0.newest] != nil }
    if groups.count < 2 { return }
    var placeOfWalk: [StoryWalk: Int] = [:]
    var joined: [Group] = []
    for group in groups {
      guard let place = placeOfWalk[group.walk] else {
        placeOfWalk[group.walk] = joined.count
        joined.append(group)
        continue
      }
      let other = joined[place]
      let (older, newer) = other.newest < group.newest ? (other, group) : (group, other)
      told[older.newest].goesOn = (newer.newest, index)
      parents[older.newest] = newer.newest
      offsets[older.newest] = older.passCount - newer.passCount
      joined[place] = newer
    }
    groups = joined
  }

  /// Says of the first candidate that is not settled what became of it.
  private mutating func settle(tooLate: Int?) {
    let candidate = settledCount
    settledCount += 1
    let (newest, offset) = find(candidate)
    let end = ended[newest]
    guard let group = end ?? groups.first(where: { $0.newest == newest }) else {
      preconditionFailure("a candidate that is not settled stands in a group")
    }
    told[candidate].passCount = group.passCount + offset
    told[candidate].isConverted = group.walk.hasConverted
    told[candidate].isStarted = group.walk.isStarted
    if end == nil { told[candidate].tooLate = tooLate }
  }

  /// The latest candidate that one stands with, and how many steps more than that one it passed.
  private mutating func find(_ candidate: Int) -> (newest: Int, offset: Int) {
    var path: [Int] = []
    var newest = candidate
    while parents[newest] != newest {
      path.append(newest)
      newest = parents[newest]
    }
    var sum = 0
    for node in path.reversed() {
      sum += offsets[node]
      offsets[node] = sum
      parents[node] = newest
    }
    return (newest, sum)
  }
}
