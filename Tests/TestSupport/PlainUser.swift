import FunnelModel

/// One user's accepted events, with what sections 4 and 7 say of the user.
struct PlainUser {
  /// In the order of time.
  var events: [PlainEvent]
  /// The user's sessions, each as places in `events`.
  var sessions: [[Int]]

  /// The session that an event lies in, by its place.
  var sessionOfEvent: [Int: Int] {
    var result: [Int: Int] = [:]
    for (session, places) in sessions.enumerated() { for place in places { result[place] = session } }
    return result
  }

  init(events: [PlainEvent], rules: AnalysisRules) {
    self.events = events.sorted { $0.time < $1.time }
    var sessions: [[Int]] = []
    var byId: [ByteText: Int] = [:]
    var newest: Int?
    for (place, event) in self.events.enumerated() {
      // "With `--session-by id` a session is all of a user's events with the same session id instead; a user's events
      // without one are split by the gap among themselves."
      if rules.sessionRule == .id, let id = event.session {
        if let session = byId[id] {
          sessions[session].append(place)
        } else {
          byId[id] = sessions.count
          sessions.append([place])
        }
        continue
      }
      // "A session ends where the next event is later by more than the session gap."
      if let session = newest, let last = sessions[session].last,
        event.time - self.events[last].time <= rules.sessionGap.microseconds
      {
        sessions[session].append(place)
      } else {
        newest = sessions.count
        sessions.append([place])
      }
    }
    self.sessions = sessions
  }

  /// "A user with two or more is counted (`mixed_variants`)".
  var isMixed: Bool { Set(events.compactMap(\.variant)).count > 1 }

  /// "That of the user's earliest accepted event with one (equal times: the smallest in byte order)".
  var variant: ByteText? { earliest(.variant) }

  private func earliest(_ field: FieldReference) -> ByteText? {
    let found = events.compactMap { event in event.text(of: field).map { (event.time, $0) } }
    return found.min { $0 < $1 }?.1
  }

  /// The value of a field for a unit of the user, by the time of its counted entry.
  func value(_ field: FieldReference, entry: Int64?) -> ByteText {
    if field == .variant { return variant ?? "(none)" }
    // "The value of its user's newest accepted event with one at or before the counted entry, else of the earliest with
    // one (equal times: the smallest in byte order); without an attempt the earliest; none: `(none)`."
    let before = events.filter { $0.time <= entry ?? .min && $0.text(of: field) != nil }
    if let newest = before.map(\.time).max() {
      return before.filter { $0.time == newest }.compactMap { $0.text(of: field) }.min() ?? "(none)"
    }
    return earliest(field) ?? "(none)"
  }
}
