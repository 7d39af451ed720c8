import FunnelModel

extension IdentityUnion {
  /// What some workers' evidence and a map of ids come to; nil where no two ids stand together.
  ///
  /// The result does not depend on the order of anything. Near linear in the pairs of ids that stand together, and in the
  /// sightings where a device is shared.
  static func make(of evidence: [IdentityEvidence], map: IdentityMap?) -> IdentityUnion? {
    var maker = IdentityUnionMaker()
    for part in evidence { maker.add(part) }
    if let map { maker.add(map) }
    guard maker.hasPairs else { return nil }
    return maker.union(evidence)
  }
}

/// Puts together what is known of ids.
private struct IdentityUnionMaker: ~Copyable {
  private typealias Traits = IdentityEvidence.Traits
  private typealias Bond = IdentityEvidence.Bond

  private var ids = HashNumbers()
  private var traits: [Traits] = []
  /// The pairs of each part and at last of the map, by numbers of all.
  private var pairs: [[IdentityEvidence.Pair]] = []
  private var parents: [UInt32] = []

  var hasPairs: Bool { pairs.contains { !$0.isEmpty } }

  private mutating func number(_ hash: UInt64) -> Int {
    let (number, isNew) = ids.number(hash)
    if isNew { traits.append([]) }
    return number
  }

  mutating func add(_ evidence: IdentityEvidence) {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(evidence.ids.count)
    for id in 0..<evidence.ids.count {
      let number = number(evidence.ids.hashes[id])
      traits[number].formUnion(Traits(rawValue: evidence.traits[id]))
      numbers.append(UInt32(number))
    }
    pairs.append(
      (0..<evidence.pairs.count).map { place in
        var pair = evidence.pairs[place]
        pair.first = numbers[Int(pair.first)]
        pair.second = numbers[Int(pair.second)]
        if Bond(rawValue: pair.bond).contains(.isKept) {
          traits[Int(pair.first)].insert(.isKept)
          traits[Int(pair.second)].insert(.isKept)
        }
        return pair
      })
  }

  /// Adds a person's map: whom it names as a user is one, an id that it gives to two users is a device.
  mutating func add(_ map: IdentityMap) {
    let keyed = KeyedHash.ofThisRun
    func hash(_ id: ArraySlice<UInt8>) -> UInt64 {
      unsafe id.withUnsafeBytes { unsafe keyed(address(of: $0), $0.count) }
    }
    var rows: [IdentityEvidence.Pair] = []
    var users: [UInt32: UInt32] = [:]
    var named: Set<UInt32> = []
    var shared: Set<UInt32> = []
    for row in 0..<map.count {
      if PlaceholderID.holds(map.id(row)) || PlaceholderID.holds(map.user(row)) { continue }
      let id = UInt32(number(hash(map.id(row))))
      let user = UInt32(number(hash(map.user(row))))
      named.insert(user)
      if id == user { continue }
      if let other = users[id], other != user { shared.insert(id) }
      users[id] = user
      rows.append(IdentityEvidence.Pair(first: user, second: id, bond: Bond([.explicit, .timeless]).rawValue))
    }
    for id in shared { traits[Int(id)].insert(.anonymousByRecord) }
    // An id that is both would join the users whom it is given to.
    for user in named.subtracting(shared) { traits[Int(user)].insert(.knownByRecord) }
    pairs.append(rows)
  }

  // MARK: - Unions

  private mutating func root(_ id: UInt32) -> UInt32 {
    var id = id
    while parents[Int(id)] != id {
      parents[Int(id)] = parents[Int(parents[Int(id)])]
      id = parents[Int(id)]
    }
    return id
  }

  private mutating func join(_ first: UInt32, _ second: UInt32) {
    let roots = (root(first), root(second))
    parents[Int(max(roots.0, roots.1))] = min(roots.0, roots.1)
  }

  /// A known user on a device.
  private struct Stay: Hashable, Comparable {
    var device: UInt32
    var user: UInt32

    static func < (left: Stay, right: Stay) -> Bool { (left.device, left.user) < (right.device, right.user) }
  }

  /// The user and the device that a pair puts together; nil where it puts together two of one kind.
  private mutating func stay(_ pair: IdentityEvidence.Pair) -> Stay? {
    let isFirstKnown = traits[Int(pair.first)].isKnown
    if isFirstKnown == traits[Int(pair.second)].isKnown { return nil }
    return isFirstKnown
      ? Stay(device: root(pair.second), user: root(pair.first))
      : Stay(device: root(pair.first), user: root(pair.second))
  }

  consuming func union(_ evidence: [IdentityEvidence]) -> IdentityUnion {
    parents = (0..<UInt32(ids.count)).map { $0 }
    for part in pairs.indices {
      for pair in pairs[part] {
        switch (traits[Int(pair.first)].isKnown, traits[Int(pair.second)].isKnown) {
        case (false, false): join(pair.first, pair.second)
        case (true, true): if Bond(rawValue: pair.bond).contains(.explicit) { join(pair.first, pair.second) }
        default: break
        }
      }
    }
    var stays: [Stay] = []
    var timeless: [Stay] = []
    for part in pairs.indices {
      for pair in pairs[part] {
        guard let stay = stay(pair) else { continue }
        stays.append(stay)
        if Bond(rawValue: pair.bond).contains(.timeless) { timeless.append(stay) }
      }
    }
    stays.sort()

    // A device of one user is that user's; those of several get timelines.
    var home = [UInt32](repeating: 0, count: ids.count)
    var hasHome = [Bool](repeating: false, count: ids.count)
    var timelineOfDevice = [Int32](repeating: -1, count: ids.count)
    var sharedDevices: [UInt32] = []
    for stay in stays {
      let device = Int(stay.device)
      if !hasHome[device] {
        hasHome[device] = true
        home[device] = stay.user
      } else if home[device] != stay.user, timelineOfDevice[device] < 0 {
        timelineOfDevice[device] = Int32(sharedDevices.count)
        sharedDevices.append(stay.device)
      }
    }
    let timelines = timelines(of: sharedDevices, timelineOfDevice, timeless, evidence)

    var groups: [UInt32] = []
    var timelineOfID: [Int32] = []
    groups.reserveCapacity(ids.count)
    timelineOfID.reserveCapacity(ids.count)
    for id in 0..<ids.count {
      let root = root(UInt32(id))
      let timeline = timelineOfDevice[Int(root)]
      groups.append(timeline < 0 && hasHome[Int(root)] ? home[Int(root)] : root)
      timelineOfID.append(timeline)
    }
    let isOnKeptEvent = traits.map { $0.contains(.isKept) }
    return IdentityUnion(
      ids: ids, groups: groups, timelineOfID: timelineOfID, timelines: timelines, isOnKeptEvent: isOnKeptEvent)
  }

  private mutating func timelines(
    of devices: [UInt32], _ timelineOfDevice: [Int32], _ timeless: [Stay], _ evidence: [IdentityEvidence]
  ) -> DeviceTimelines {
    var timelines = DeviceTimelines()
    if devices.isEmpty { return timelines }
    var sightings: [[DeviceTimelines.Sighting]] = Array(repeating: [], count: devices.count)
    for (part, evidence) in evidence.enumerated() {
      let stays = pairs[part].map { pair -> (timeline: Int32, user: UInt32) in
        guard let stay = stay(pair) else { return (-1, 0) }
        return (timelineOfDevice[Int(stay.device)], stay.user)
      }
      evidence.sightings.forEach { time, pair in
        guard stays[pair].timeline >= 0 else { return }
        sightings[Int(stays[pair].timeline)].append(DeviceTimelines.Sighting(time: time, user: stays[pair].user))
      }
    }
    var untimed: [UInt32: Set<UInt32>] = [:]
    for stay in timeless where timelineOfDevice[Int(stay.device)] >= 0 {
      untimed[stay.device, default: []].insert(stay.user)
    }
    for (place, device) in devices.enumerated() {
      let users = untimed[device] ?? []
      timelines.append(sightings[place], last: users.count == 1 ? users.first : nil)
      sightings[place] = []
    }
    return timelines
  }
}
