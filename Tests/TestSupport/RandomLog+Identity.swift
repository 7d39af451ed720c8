import FunnelModel

extension RandomLog {
  /// Lets the users appear under several ids, on devices that some share, with records and a map that link ids.
  mutating func mixIds() {
    let users = Array(Set(events.map(\.user))).sorted()
    var devices: [ByteText: [ByteText]] = [:]
    for user in users {
      let own = ByteText("d-\(user)")
      devices[user] = chance(0.5) ? [own, "shared"] : [pick(["shared", own, "other"])]
    }
    let anonymous = pick([0.2, 0.4, 0.7])
    for place in events.indices {
      let user = events[place].user
      let device = pick(devices[user]!)
      if chance(anonymous) {
        events[place].user = device
        events[place].anonymous = device
        events[place].isAnonymous = true
      } else if chance(0.6) {
        events[place].anonymous = device
        if chance(0.05) { events[place].user = pick(["null", "0"]) }
        if chance(0.05) { events[place].anonymous = pick(["null", "0000-00", user]) }
      }
      if events[place].values[RandomLog.userPath] != nil {
        events[place].values[RandomLog.userPath] = .text(events[place].user)
      }
    }
    if chance(0.1) { plan.identity = pick([.on, .off]) }
    let ids = users + ["d-u0", "shared", "other", "x", "y", "null"]
    if chance(0.5) {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        links.append(
          PlainLink(
            time: chance(0.8) ? pick(events).time + pick(RandomLog.silences) : nil,
            kind: pick([.identify, .alias, .merge]), first: pick(ids), pick([.known, .known, .either]),
            second: pick(ids),
            pick([.anonymous, .either, .either])))
      }
    }
    if chance(0.2) {
      let id = pick(ids)
      links.append(PlainLink(time: pick(events).time, kind: .identify, first: id, .known, second: id, .known))
    }
    if chance(0.3) {
      var map = IdentityMap()
      for _ in 0..<Int.random(in: 1...3, using: &random) { map.append(id: pick(ids).bytes, user: pick(ids).bytes) }
      plan.identities = map
    }
  }
}
