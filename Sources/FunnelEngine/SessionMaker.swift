import FunnelModel

/// Gives each event of a user, in the order of time, the index of its session among the user's (section 4).
struct SessionMaker {
  private let rule: SessionRule
  private let gap: Int64
  private var sessionCount: UInt32 = 0
  private var gapSession: UInt32 = 0
  private var gapTime: Int64?
  /// For each session id of the partition the index of its session, and the user it was given for.
  private var indexOfId: [UInt32]
  private var userOfId: [Int]
  private var user = 0

  /// A maker for the users of a partition that has so many session ids.
  init(rule: SessionRule, gap: Int64, idCount: Int) {
    self.rule = rule
    self.gap = gap
    indexOfId = Array(repeating: 0, count: rule == .id ? idCount + 1 : 0)
    userOfId = Array(repeating: 0, count: rule == .id ? idCount + 1 : 0)
  }

  /// The events that follow are the next user's.
  mutating func beginUser() {
    user += 1
    sessionCount = 0
    gapTime = nil
  }

  /// The index of the session of the user's next event; `id` is the number of its session id, 0 without one.
  mutating func session(id: UInt32, time: Int64) -> UInt32 {
    if rule == .id, id != 0 {
      if userOfId[Int(id)] != user {
        userOfId[Int(id)] = user
        indexOfId[Int(id)] = sessionCount
        sessionCount += 1
      }
      return indexOfId[Int(id)]
    }
    if let before = gapTime, time - before <= gap {
      gapTime = time
      return gapSession
    }
    gapTime = time
    gapSession = sessionCount
    sessionCount += 1
    return gapSession
  }
}
