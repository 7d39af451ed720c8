/// The accepted events of a partition's users: copies taken out, each user's in order, sessions made.
struct PreparedPartition: Sendable {
  /// User after user, each user's in the order (time, key, reported duration, event id, session id).
  var events: [StoredEvent]
  /// Where each user's events begin, and at last the end.
  var starts: [Int]
  /// Copies that were taken out.
  var duplicate: Int
  /// What the events' combinations of values are.
  var combinations: ValueCombinations

  /// How many users there are.
  var userCount: Int { starts.count - 1 }

  /// The places of a user's events.
  func range(ofUser user: Int) -> Range<Int> { starts[user]..<starts[user + 1] }
}
