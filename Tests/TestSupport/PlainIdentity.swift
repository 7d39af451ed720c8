import FunnelModel

/// A slow, obvious reading of the rules of identity: whose each event is.
///
/// Groups of ids are sets that are put together until nothing changes, and who is next on a device is looked up among all
/// sightings anew for every event.
struct PlainIdentity {
  /// That two ids stand together.
  private struct Tie {
    var first: ByteText
    var second: ByteText
    var isExplicit: Bool
    /// Nil where the tie has no time.
    var time: Int64?
  }

  /// The events, each with its owner's name for its user.
  private(set) var events: [PlainEvent] = []
  /// Ids on kept events that are another name of a user who has one there already.
  private(set) var mergedIDs = 0
  /// Shared devices with an id on a kept event.
  private(set) var sharedDevices = 0

  private var ties: [Tie] = []
  private var saidKnown: Set<ByteText> = []
  private var saidAnonymous: Set<ByteText> = []
  private var seenKnown: Set<ByteText> = []
  private var seenAnonymous: Set<ByteText> = []
  private var users: [Set<ByteText>] = []
  private var devices: [Set<ByteText>] = []

  /// Whose the events are; `kept` are those that neither `--only` nor `--as-of` leaves out.
  init(_ all: [PlainEvent], _ links: [PlainLink], plan: AnalysisPlan, isKept: (PlainEvent) -> Bool) {
    let latest = plan.asOf?.microseconds ?? .max
    gather(all.filter { $0.time <= latest }, links.filter { ($0.time ?? .min) <= latest }, plan.identities)
    let ids = Set(ties.flatMap { [$0.first, $0.second] })
    // "Two known ids are one user only where a record or a person says so; two devices are one where they stand together."
    users = Self.groups(
      of: ids.filter(isKnown), ties.filter { $0.isExplicit && isKnown($0.first) && isKnown($0.second) })
    devices = Self.groups(of: ids.filter { !isKnown($0) }, ties.filter { !isKnown($0.first) && !isKnown($0.second) })

    events = all.map { event in
      var event = event
      event.user = owner(of: event)
      return event
    }
    count(all.filter(isKept))
  }

  private mutating func gather(_ events: [PlainEvent], _ links: [PlainLink], _ map: IdentityMap?) {
    for event in events {
      guard let anonymous = event.anonymous, !Self.isPlaceholder(anonymous) else { continue }
      if event.isAnonymous || Self.isPlaceholder(event.user) || event.user == anonymous {
        seenAnonymous.insert(anonymous)
        continue
      }
      seenKnown.insert(event.user)
      seenAnonymous.insert(anonymous)
      ties.append(Tie(first: event.user, second: anonymous, isExplicit: false, time: event.time))
    }
    for link in links where ![link.first, link.second].contains(where: Self.isPlaceholder) {
      if link.first == link.second, link.firstKind != link.secondKind { continue }
      for (id, kind) in [(link.first, link.firstKind), (link.second, link.secondKind)] {
        if kind == .known { saidKnown.insert(id) }
        if kind == .anonymous { saidAnonymous.insert(id) }
      }
      if link.first == link.second { continue }
      ties.append(Tie(first: link.first, second: link.second, isExplicit: link.kind != .identify, time: link.time))
    }
    var usersOfID: [ByteText: Set<ByteText>] = [:]
    var named: Set<ByteText> = []
    for row in 0..<(map?.count ?? 0) {
      let id = ByteText(bytes: Array(map!.id(row)))
      let user = ByteText(bytes: Array(map!.user(row)))
      if Self.isPlaceholder(id) || Self.isPlaceholder(user) { continue }
      named.insert(user)
      if id == user { continue }
      usersOfID[id, default: []].insert(user)
      ties.append(Tie(first: user, second: id, isExplicit: true, time: nil))
    }
    let shared = usersOfID.filter { $0.value.count > 1 }.map(\.key)
    saidAnonymous.formUnion(shared)
    saidKnown.formUnion(named.subtracting(shared))
  }

  private static func isPlaceholder(_ id: ByteText) -> Bool { ["null", "0", "0000-00"].contains(id) }

  /// What records say outweighs what events look like, and of these known outweighs anonymous.
  private func isKnown(_ id: ByteText) -> Bool {
    if saidKnown.contains(id) { return true }
    if saidAnonymous.contains(id) { return false }
    if seenKnown.contains(id) { return true }
    return !seenAnonymous.contains(id)
  }

  private static func groups(of ids: Set<ByteText>, _ ties: [Tie]) -> [Set<ByteText>] {
    var groups = ids.map { Set([$0]) }
    for tie in ties {
      let joined = groups.filter { $0.contains(tie.first) || $0.contains(tie.second) }
      groups =
        groups.filter { !$0.contains(tie.first) && !$0.contains(tie.second) } + [joined.reduce([]) { $0.union($1) }]
    }
    return groups
  }

  // MARK: - Whose an event is

  private func userGroup(_ id: ByteText) -> Int? { users.firstIndex { $0.contains(id) } }

  /// Who was seen on a device, and when.
  private func sightings(on device: Set<ByteText>) -> [(user: Int, time: Int64?)] {
    ties.compactMap { tie in
      if device.contains(tie.second), let user = userGroup(tie.first) { return (user, tie.time) }
      if device.contains(tie.first), let user = userGroup(tie.second) { return (user, tie.time) }
      return nil
    }
  }

  private func owner(of event: PlainEvent) -> ByteText {
    var id = event.user
    if let anonymous = event.anonymous, !event.isAnonymous, Self.isPlaceholder(id), !Self.isPlaceholder(anonymous) {
      id = anonymous
    }
    if let user = userGroup(id) { return name(ofUser: user) }
    guard let device = devices.first(where: { $0.contains(id) }) else { return ByteText("alone: \(id)") }
    let sightings = sightings(on: device)
    let all = Set(sightings.map(\.user))
    if all.isEmpty { return name(of: device) }
    // "A device of one user is that user's."
    if all.count == 1 { return name(ofUser: all.first!) }
    // "Else what is anonymous there belongs to the user who is next on it; a moment at which two were seen tells of
    // neither."
    let later = sightings.filter { $0.time ?? .min >= event.time }
    for time in Set(later.compactMap(\.time)).sorted() {
      let seen = Set(later.filter { $0.time == time }.map(\.user))
      if seen.count == 1 { return name(ofUser: seen.first!) }
    }
    // "A tie without a time comes after all others, if it is of one user."
    let timeless = Set(sightings.filter { $0.time == nil }.map(\.user))
    return timeless.count == 1 ? name(ofUser: timeless.first!) : name(of: device)
  }

  private func name(ofUser user: Int) -> ByteText { ByteText("user: \(users[user].min()!)") }

  private func name(of device: Set<ByteText>) -> ByteText { ByteText("device: \(device.min()!)") }

  // MARK: - What is counted

  private mutating func count(_ kept: [PlainEvent]) {
    var met: Set<ByteText> = []
    for event in kept {
      met.insert(event.user)
      if let anonymous = event.anonymous { met.insert(anonymous) }
    }
    var shared: Set<ByteText> = []
    var sizes: [ByteText: Int] = [:]
    for id in met {
      if let user = userGroup(id) {
        sizes[name(ofUser: user), default: 0] += 1
      } else if let device = devices.first(where: { $0.contains(id) }) {
        let all = Set(sightings(on: device).map(\.user))
        if all.count > 1 { shared.insert(name(of: device)) }
        sizes[all.count == 1 ? name(ofUser: all.first!) : name(of: device), default: 0] += 1
      }
    }
    mergedIDs = sizes.values.reduce(0) { $0 + $1 - 1 }
    sharedDevices = shared.count
  }
}
