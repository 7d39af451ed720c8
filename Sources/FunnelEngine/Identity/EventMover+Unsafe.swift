import FunnelModel

/// Takes events that stand under another id of their user to where the user's others are: one thread's part of a pass over
/// all partitions before the first.
///
/// What it takes carries the numbers of the whole log's words. Sound because stores are read as they were filled, and each
/// mover writes to a shelf or file of its own.
@safe
struct EventMover: Sendable {
  private let identity: IdentityUnion
  private let words: LogVocabulary
  private let keepsEventIds: Bool
  private let width: Int
  /// Where events go in memory; empty under a memory budget.
  let shelf: PartitionShelf
  /// Where they go under a memory budget.
  let spilled: SpilledEvents?
  /// The ids that stand on kept events and that the union knows, by their numbers; those of several workers repeatedly.
  private(set) var met: [UInt32] = []

  /// A mover; `spilled` is what the events lie in under a memory budget.
  init(_ identity: IdentityUnion, words: LogVocabulary, plan: AnalysisPlan, spilled: SpilledEvents?) {
    self.identity = identity
    self.words = words
    keepsEventIds = plan.settlesTiesByEventId
    width = words.fields.count
    self.spilled = spilled.map {
      SpilledEvents(layout: $0.layout, folder: $0.folder, plan: plan, usersAreHashes: true)
    }
    shelf = PartitionShelf(count: spilled == nil ? CollectedEvents.partitionCount : 0)
  }

  /// Takes what is another user's out of a worker's store; the store stays as it is.
  mutating func take(from store: borrowing PartitionStore, of worker: Int) {
    for number in 0..<store.users.count {
      if let id = identity.ids.find(store.users[number].hash) { met.append(UInt32(id)) }
    }
    guard let fates = EventFates(of: store, identity) else { return }
    store.events.forEach { event in
      guard let owner = fates.newOwner(of: event) else { return }
      move(event, to: owner, from: store, of: worker)
    }
  }

  private func move(_ event: StoredEvent, to user: UInt64, from store: borrowing PartitionStore, of worker: Int) {
    var event = event
    event.signals = words.signals(of: event, of: worker)
    let mention = event.session
    let session = keepsEventIds ? store.mentions[Int(mention)].session : mention
    let sessionText = unsafe store.text(ofSession: session)
    let idText =
      unsafe keepsEventIds
      ? store.text(ofMention: mention) : UnsafeRawBufferPointer(start: nil, count: 0)
    if let spilled {
      event.user = UInt32(MemoryLayout<UInt64>.size)
      event.session = UInt32(sessionText.count)
      unsafe withUnsafeBytes(of: user) { userBytes in
        let begin = (Int(event.attributes) - 1) * width
        unsafe spilled.append(
          event, values: Array(store.combinations[begin..<begin + width]), hash: user, user: address(of: userBytes),
          session: address(of: sessionText), id: address(of: idText),
          idLength: UInt32(idText.count))
      }
      return
    }
    event.attributes = words.attributeNumbers[worker][Int(event.attributes)]
    let target = unsafe shelf.stores + CollectedEvents.partition(of: user)
    event.user = unsafe target.pointee.user(hash: user)
    event.session =
      session == 0
      ? 0 : unsafe target.pointee.session(of: event.user, address(of: sessionText), sessionText.count)
    if keepsEventIds {
      event.session = unsafe target.pointee.mention(session: event.session, address(of: idText), idText.count)
    }
    unsafe target.pointee.append(event)
  }
}

/// Which events of a store are not those of the id that they stand under.
struct EventFates: Sendable {
  private let identity: IdentityUnion
  /// For each user of the store what becomes of the events.
  private var verdicts: [IdentityUnion.Verdict] = []
  private var hashes: [UInt64] = []

  /// The fates of a store's events; nil where all stay, as in most stores of most logs.
  init?(of store: borrowing PartitionStore, _ identity: IdentityUnion) {
    self.identity = identity
    verdicts.reserveCapacity(store.users.count)
    var mayMove = false
    for number in 0..<store.users.count {
      let hash = store.users[number].hash
      let verdict = identity.verdict(hash)
      mayMove = mayMove || verdict != nil
      verdicts.append(verdict ?? IdentityUnion.Verdict(user: hash, timeline: -1))
    }
    if !mayMove { return nil }
    hashes = (0..<store.users.count).map { store.users[$0].hash }
  }

  /// Whose an event is, where that is another than the id that it stands under.
  func newOwner(of event: StoredEvent) -> UInt64? {
    let owner = identity.owner(verdicts[Int(event.user)], at: event.time)
    return owner == hashes[Int(event.user)] ? nil : owner
  }
}
