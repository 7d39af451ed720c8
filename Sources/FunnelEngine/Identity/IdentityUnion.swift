import FunnelModel

/// Which ids are one user, worked out from all that a run says of them: immutable, so that threads may share it.
///
/// A user is known by the keyed hash of one of its ids. Sound because nothing of it changes once it is made.
@safe
final class IdentityUnion: @unchecked Sendable {
  /// What becomes of the events that stand under an id.
  struct Verdict: BitwiseCopyable, Sendable {
    /// Whose they are, where no timeline says otherwise.
    var user: UInt64
    /// Of a device that several users share its timeline, -1 of others.
    var timeline: Int32
  }

  let ids: HashNumbers
  /// For each id the user or device that it is one with: the number of an id that stands for all of them.
  let groups: [UInt32]
  /// For each id the timeline of its device where several users share that, else -1.
  let timelineOfID: [Int32]
  let timelines: DeviceTimelines
  /// For each id whether it stands on a kept event beside another.
  let isOnKeptEvent: [Bool]

  init(
    ids: consuming HashNumbers, groups: [UInt32], timelineOfID: [Int32], timelines: DeviceTimelines,
    isOnKeptEvent: [Bool]
  ) {
    self.ids = ids
    self.groups = groups
    self.timelineOfID = timelineOfID
    self.timelines = timelines
    self.isOnKeptEvent = isOnKeptEvent
  }

  /// What becomes of the events under an id by its hash; nil where they are its own, as those of most ids.
  func verdict(_ hash: UInt64) -> Verdict? {
    guard let id = ids.find(hash) else { return nil }
    let verdict = Verdict(user: ids.hashes[Int(groups[id])], timeline: timelineOfID[id])
    return verdict.timeline < 0 && verdict.user == hash ? nil : verdict
  }

  /// Whose an event is that stands under an id with a verdict.
  func owner(_ verdict: Verdict, at time: Int64) -> UInt64 {
    guard verdict.timeline >= 0, let user = timelines.next(on: verdict.timeline, from: time) else {
      return verdict.user
    }
    return ids.hashes[Int(groups[Int(user)])]
  }

  /// Whose an event is that stands under an id.
  func owner(_ hash: UInt64, at time: Int64) -> UInt64 { verdict(hash).map { owner($0, at: time) } ?? hash }

  /// The ids that are another name of a user, and the devices that several users share, among ids on kept events.
  ///
  /// `alone` are ids that stand on kept events, by their numbers, those beside another left out perhaps.
  func counts(alone: [UInt32]) -> (mergedIDs: Int, sharedDevices: Int) {
    var isSeen = isOnKeptEvent
    for id in alone { isSeen[Int(id)] = true }
    var sizes = [UInt32](repeating: 0, count: isSeen.count)
    var isShared = [Bool](repeating: false, count: isSeen.count)
    for id in isSeen.indices where isSeen[id] {
      sizes[Int(groups[id])] += 1
      if timelineOfID[id] >= 0 { isShared[Int(groups[id])] = true }
    }
    return (sizes.reduce(0) { $0 + max(0, Int($1) - 1) }, isShared.count { $0 })
  }
}

/// Of devices that several users share, who was seen there when.
struct DeviceTimelines: Sendable {
  /// Where each timeline begins, and at last the end.
  private(set) var starts: [Int] = [0]
  private var times: [Int64] = []
  private var users: [UInt32] = []
  /// Of each timeline the one user of whom it is said without a time.
  private var last: [UInt32?] = []

  /// That a user was seen at a time.
  struct Sighting {
    var time: Int64
    var user: UInt32
  }

  /// Adds the timeline of a device.
  ///
  /// Of a user who is seen several times running the last time tells all. A moment at which two were seen tells of neither
  /// who comes next.
  mutating func append(_ sightings: [Sighting], last: UInt32?) {
    let start = times.count
    let sorted = sightings.sorted { ($0.time, $0.user) < ($1.time, $1.user) }
    var index = 0
    while index < sorted.count {
      var after = index + 1
      while after < sorted.count, sorted[after].time == sorted[index].time { after += 1 }
      if sorted[after - 1].user == sorted[index].user {
        if times.count > start, users[users.count - 1] == sorted[index].user {
          times[times.count - 1] = sorted[index].time
        } else {
          times.append(sorted[index].time)
          users.append(sorted[index].user)
        }
      }
      index = after
    }
    starts.append(times.count)
    self.last.append(last)
  }

  /// Who is next on a timeline, at a moment or after it; nil where no one is.
  func next(on timeline: Int32, from time: Int64) -> UInt32? {
    var low = starts[Int(timeline)]
    let end = starts[Int(timeline) + 1]
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < end ? users[low] : last[Int(timeline)]
  }
}
