import FunnelModel

/// Infers the steps of a flow from what users met first (section 8).
///
/// Copies are taken out before. Where copies of one event name different steps, the ids in byte order stand for the
/// places that are not known yet.
struct StepInference: Sendable {
  /// At most so many steps are kept.
  static let maxSteps = 64

  /// How many users met each step, and how many have step signals at all.
  struct Popularity: Sendable {
    var usersOfStep: [UInt32]
    var eventsOfStep: [Int]
    var users = 0
    private var lastUser: [UInt32]
    private var user: UInt32 = 0

    init(stepCount: Int) {
      usersOfStep = Array(repeating: 0, count: stepCount)
      eventsOfStep = Array(repeating: 0, count: stepCount)
      lastUser = Array(repeating: 0, count: stepCount)
    }

    /// Counts the users of a partition; `stepOfSet` gives the step of each set of signals, -1 for none.
    mutating func count(_ partition: PreparedPartition, stepOfSet: [Int32]) {
      for number in 0..<partition.userCount {
        user += 1
        var hasStep = false
        for place in partition.range(ofUser: number) {
          let step = Int(stepOfSet[Int(partition.events[place].signalSet)])
          guard step >= 0 else { continue }
          hasStep = true
          eventsOfStep[step] += 1
          guard lastUser[step] != user else { continue }
          lastUser[step] = user
          usersOfStep[step] += 1
        }
        if hasStep { users += 1 }
      }
    }

    /// Takes in what another thread counted.
    mutating func add(_ other: Popularity) {
      users += other.users
      for step in usersOfStep.indices {
        usersOfStep[step] += other.usersOfStep[step]
        eventsOfStep[step] += other.eventsOfStep[step]
      }
    }
  }

  /// Of each two kept steps how many users met the one before the other, and which steps users met together.
  struct Precedence: Sendable {
    private var stepCount: Int
    /// For steps a and b, at `a * stepCount + b`, the users who met a before b.
    private(set) var before: [Int]
    /// For steps a and b, at the same place, the users who met both.
    private(set) var usersOfSets: [UInt64: Int] = [:]
    /// Of each set of signals how many events bear it.
    private(set) var setCounts: [Int]
    private var firstTimes: [Int64]

    init(stepCount: Int, setCount: Int) {
      self.stepCount = stepCount
      before = Array(repeating: 0, count: stepCount * stepCount)
      setCounts = Array(repeating: 0, count: setCount)
      firstTimes = Array(repeating: 0, count: stepCount)
    }

    /// Counts the users of a partition; `keptOfSet` gives the kept step of each set of signals, -1 for none.
    mutating func count(_ partition: PreparedPartition, keptOfSet: [Int32]) {
      for number in 0..<partition.userCount {
        var met: UInt64 = 0
        for place in partition.range(ofUser: number) {
          let set = Int(partition.events[place].signalSet)
          setCounts[set] += 1
          let step = Int(keptOfSet[set])
          guard step >= 0, met & (1 << UInt64(step)) == 0 else { continue }
          let time = partition.events[place].time
          firstTimes[step] = time
          var others = met
          while others != 0 {
            let other = others.trailingZeroBitCount
            others &= others - 1
            if firstTimes[other] < time { before[other * stepCount + step] += 1 }
          }
          met |= 1 << UInt64(step)
        }
        if met != 0 { usersOfSets[met, default: 0] += 1 }
      }
    }

    /// Forgets all steps but some, given by their numbers, ascending.
    mutating func keep(_ kept: [Int]) {
      guard kept.count < stepCount else { return }
      before = kept.flatMap { step in kept.map { before[step * stepCount + $0] } }
      var sets: [UInt64: Int] = [:]
      for (set, users) in usersOfSets {
        let left = kept.indices.reduce(into: UInt64(0)) { $0 |= (set >> UInt64(kept[$1]) & 1) << UInt64($1) }
        if left != 0 { sets[left, default: 0] += users }
      }
      usersOfSets = sets
      stepCount = kept.count
    }

    /// Takes in what another thread counted.
    mutating func add(_ other: Precedence) {
      for index in before.indices { before[index] += other.before[index] }
      for index in setCounts.indices { setCounts[index] += other.setCounts[index] }
      usersOfSets.merge(other.usersOfSets, uniquingKeysWith: +)
    }
  }

  /// The steps that are kept of all that were met, as their numbers, ascending.
  static func kept(_ popularity: Popularity) -> [Int] {
    let met = popularity.usersOfStep.indices.filter { step in
      popularity.usersOfStep[step] > 0 && Int(popularity.usersOfStep[step]) * 200 >= popularity.users
    }
    // Numbers stand in the byte order of ids, so that the lower number is the smaller id.
    let byUsers = met.sorted { (popularity.usersOfStep[$1], $0) < (popularity.usersOfStep[$0], $1) }
    return byUsers.prefix(maxSteps).sorted()
  }

  /// The order of kept steps, given by their places among them, and which of them, in that order, are optional.
  static func order(_ precedence: Precedence, users: [UInt32]) -> [(step: Int, isOptional: Bool)] {
    let count = users.count
    let scores = (0..<count).map { step in
      (0..<count).reduce(0) { sum, other in
        guard other != step else { return sum }
        let before = precedence.before[step * count + other]
        let after = precedence.before[other * count + step]
        return sum + (before > after ? 2 : before == after ? 1 : 0)
      }
    }
    let order = (0..<count).sorted { left, right in
      (scores[right], users[right], left) < (scores[left], users[left], right)
    }
    return order.indices.map { place in
      let step: UInt64 = 1 << UInt64(order[place])
      let later = order[(place + 1)...].reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
      var metLater = 0
      var metBoth = 0
      for (set, users) in precedence.usersOfSets where set & later != 0 {
        metLater += users
        if set & step != 0 { metBoth += users }
      }
      return (order[place], metBoth * 10 < metLater * 9)
    }
  }
}
