import FunnelModel

/// The events that one worker took, and the words that they are kept in.
///
/// Sound because a batch's slices lie within its bytes, as the reader vouches, and nothing of a batch is kept but copies.
@safe
struct CollectedEvents: ~Copyable {
  /// How many partitions the users are spread over by the hash of their ids.
  static let partitionCount = 128

  /// How many events are looked up at once: so many users fit into the cache that is nearest.
  private static let groupCount = 64

  private let only: [OnlyDemand]
  private let latest: Int64
  private let keepsEventIds: Bool
  /// What the events and links say of ids; nil where no one asks.
  let evidence: IdentityEvidence?
  private(set) var finder: SignalFinder
  private(set) var attributes: AttributeTable
  let partitions: PartitionShelf
  /// Where events go under a memory budget, in place of `partitions`.
  let spilled: SpilledEvents?
  /// Events left out by `--only` and `--as-of`.
  private(set) var excluded = 0
  /// Events kept, copies included.
  private(set) var kept = 0
  private(set) var firstTime = Int64.max
  private(set) var lastTime = Int64.min
  /// Of each set of signals, by its number, how many events bear it, copies included.
  private(set) var setCounts = GrowingBuffer<Int>(repeating: 0, count: 1)
  private var userHashes = GrowingBuffer<UInt64>()
  /// The entries of a group's users in their tables, 0 for a new one.
  private var entries = GrowingBuffer<UInt64>(repeating: 0, count: Self.groupCount)
  private var touched: UInt64 = 0

  init(plan: AnalysisPlan, layout: SpillLayout?) {
    let values = plan.values
    spilled = layout.map { SpilledEvents(layout: $0, folder: plan.memory?.folder ?? "", plan: plan) }
    evidence = plan.identity == .off ? nil : IdentityEvidence(plan: plan, spilled: spilled)
    partitions = PartitionShelf(count: layout == nil ? Self.partitionCount : 0)
    only = plan.only.map { OnlyDemand($0, in: values) }
    latest = plan.asOf?.microseconds ?? .max
    keepsEventIds = plan.settlesTiesByEventId
    finder = SignalFinder(plan: plan)
    attributes = AttributeTable(plan: plan, spilled: spilled)
  }

  /// Filters the events of a batch, and keeps what the analysis needs of them.
  mutating func take(_ batch: EventBatch) {
    let hash = KeyedHash.ofThisRun
    let stores = unsafe partitions.stores
    while unsafe userHashes.count < batch.records.count { userHashes.append(0) }
    var begin = 0
    while unsafe begin < batch.records.count {
      let group = unsafe begin..<min(begin &+ Self.groupCount, batch.records.count)
      var deviceBytes: UInt32 = 0
      for index in group {
        let user = unsafe batch.records[index].user
        deviceBytes |= unsafe batch.records[index].anonymous.length
        userHashes[index] = unsafe hash(batch.start(of: user), Int(user.length))
      }
      if spilled == nil { unsafe touch(group, stores) }
      let devices = deviceBytes == 0 ? nil : evidence
      for index in group {
        let record = unsafe batch.records.baseAddress.unsafelyUnwrapped + index
        let isEarlyEnough = unsafe record.pointee.time <= latest
        let isKept = isEarlyEnough && (only.isEmpty || only.allSatisfy { $0.holds(for: index, of: batch) })
        var user = unsafe record.pointee.user
        if let devices, isEarlyEnough, unsafe !record.pointee.anonymous.isAbsent {
          user = unsafe devices.take(record.pointee, of: batch, userHash: &userHashes[index], isKept: isKept)
        }
        if isKept {
          unsafe keep(record, index, of: batch, user: user, userHash: userHashes[index])
        } else {
          excluded += 1
        }
      }
      begin = group.upperBound
    }
    if let evidence, unsafe !batch.links.isEmpty { evidence.take(linksOf: batch) }
  }

  /// Loads what finding some users will need, in three rounds, each of which depends on the one before.
  ///
  /// Users lie all over memory: loads that do not wait for each other overlap.
  @inline(__always)
  private mutating func touch(_ group: Range<Int>, _ stores: UnsafeMutablePointer<PartitionStore>) {
    var touched: UInt64 = 0
    for index in group {
      let hash = userHashes[index]
      unsafe entries[index &- group.lowerBound] = stores[Self.partition(of: hash)].entry(hash: hash)
    }
    for index in group {
      let entry = entries[index &- group.lowerBound]
      touched ^= unsafe stores[Self.partition(of: userHashes[index])].touchUser(entry: entry)
    }
    for index in group {
      let entry = entries[index &- group.lowerBound]
      touched ^= unsafe stores[Self.partition(of: userHashes[index])].touchTexts(entry: entry)
    }
    self.touched ^= touched
  }

  @inline(__always)
  private mutating func keep(
    _ record: UnsafePointer<EventRecord>, _ index: Int, of batch: EventBatch, user userText: TextSlice, userHash: UInt64
  ) {
    let hash = KeyedHash.ofThisRun
    let time = unsafe record.pointee.time
    kept &+= 1
    firstTime = min(firstTime, time)
    lastTime = max(lastTime, time)

    let name = unsafe record.pointee.event
    let nameHash = unsafe hash(batch.start(of: name), Int(name.length))
    let signals = finder.signals(of: index, in: batch, nameHash: nameHash)
    let set = Int(signals & ~StoredEvent.unknownStep)
    while set >= setCounts.count { setCounts.append(0) }
    setCounts[set] &+= 1

    let id = unsafe record.pointee.id
    let identity =
      id.isAbsent ? 0 : max(1, hash.combining(nameHash, unsafe hash(batch.start(of: id), Int(id.length))))
    var event = unsafe StoredEvent(
      time: time, duration: record.pointee.duration, identity: identity, user: 0, session: 0, signals: signals,
      attributes: 0)
    let sessionText = unsafe record.pointee.session
    if let spilled {
      event.user = userText.length
      event.session = sessionText.length
      unsafe spilled.append(
        event, values: attributes.values(of: index, in: batch, isStepTold: finder.tellsStep(signals)), hash: userHash,
        user: batch.start(of: userText), session: batch.start(of: sessionText),
        id: batch.start(of: id), idLength: id.length)
      return
    }
    event.attributes = attributes.number(
      of: index, in: batch, nameHash: nameHash, isStepTold: finder.tellsStep(signals))
    let store = unsafe partitions.stores + Self.partition(of: userHash)
    event.user = unsafe store.pointee.user(batch.start(of: userText), Int(userText.length), hash: userHash)
    if !sessionText.isAbsent {
      event.session = unsafe store.pointee.session(
        of: event.user, batch.start(of: sessionText), Int(sessionText.length))
    }
    if keepsEventIds {
      event.session = unsafe store.pointee.mention(
        session: event.session, batch.start(of: id), Int(id.length))
    }
    unsafe store.pointee.append(event)
  }

  // MARK: - Giving words back

  /// Gives back what only further events would need to find their words; there may be none.
  mutating func closeWords() {
    attributes.close()
    finder.close()
  }

  /// Puts all texts of a field into a file, and tells where they are.
  func closeOverflow(of field: Int) -> TextOverflow {
    attributes.closeOverflow(field)
    return attributes.overflows[field]
  }

  /// Gives back the texts of a field.
  mutating func dropTexts(of field: Int) {
    attributes.drop(field)
  }

  /// Gives back the combinations of values.
  mutating func dropCombinations() { attributes.dropCombinations() }

  /// Gives back the ids of steps.
  mutating func dropSteps() { finder.dropSteps() }

  /// The partition of a user by the lowest bits of its hash; the highest ones choose the slot in it.
  @inline(__always)
  static func partition(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (partitionCount &- 1) }
}
