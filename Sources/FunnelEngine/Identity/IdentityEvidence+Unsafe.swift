import FunnelModel

/// What one worker's part of the logs says of ids: which stand together, why, and when.
///
/// Ids are known by their keyed hashes, so that an id takes some 30 bytes however long it is; two are taken for one with a
/// chance of 2^-64. Sound because a batch's slices lie within its bytes, as the reader vouches.
@safe
final class IdentityEvidence {
  /// What is known of an id.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// A record that only links ids says that it is a user who signed in.
    static let knownByRecord = Traits(rawValue: 1)
    /// Such a record says that it is a device, an installation or a visitor.
    static let anonymousByRecord = Traits(rawValue: 2)
    /// It stands on an event as the user, beside another as the device.
    static let knownOnEvent = Traits(rawValue: 4)
    /// It stands on an event as the device.
    static let anonymousOnEvent = Traits(rawValue: 8)
    /// It stands on an event that is kept.
    static let isKept = Traits(rawValue: 16)

    /// Whether it is a user who signed in: what records say outweighs what events look like, and known outweighs anonymous,
    /// because users that are kept apart by mistake do less harm than users that are joined by mistake.
    var isKnown: Bool {
      if contains(.knownByRecord) { return true }
      if contains(.anonymousByRecord) { return false }
      return contains(.knownOnEvent) || !contains(.anonymousOnEvent)
    }
  }

  /// What is known of two ids that stand together.
  struct Bond: OptionSet {
    let rawValue: UInt8
    /// A person or the source itself says that both are one.
    static let explicit = Bond(rawValue: 1)
    /// That is said without a time.
    static let timeless = Bond(rawValue: 2)
    /// They stand on one event.
    static let onEvent = Bond(rawValue: 4)
    /// They stand on an event that is kept.
    static let isKept = Bond(rawValue: 8)
  }

  /// Two ids that stand together, by their numbers.
  struct Pair: BitwiseCopyable {
    var first: UInt32
    var second: UInt32
    var bond: UInt8
  }

  private let latest: Int64
  private let hasMap: Bool
  private(set) var ids = HashNumbers()
  private(set) var traits = GrowingBuffer<UInt8>()
  private var pairNumbers = HashNumbers()
  private(set) var pairs = GrowingBuffer<Pair>()
  let sightings: SightingList

  init(plan: AnalysisPlan, spilled: SpilledEvents?) {
    latest = plan.asOf?.microseconds ?? .max
    hasMap = plan.identities != nil
    sightings = SightingList(spilled: spilled)
  }

  /// Notes what an event that names a device says, and gives the id that it stands under.
  ///
  /// `userHash` is that of its user and then of this id: where the user is a placeholder, the device is all there is.
  func take(
    _ record: EventRecord, of batch: EventBatch, userHash: inout UInt64, isKept: Bool
  ) -> TextSlice {
    let device = record.anonymous
    if record.isAnonymous {
      noteAlone(userHash, of: batch)
      return record.user
    }
    if batch.isPlaceholder(device) { return record.user }
    let deviceHash = batch.hash(device)
    if deviceHash == userHash || batch.isPlaceholder(record.user) {
      userHash = deviceHash
      noteAlone(deviceHash, of: batch)
      return device
    }
    let pair = pair(userHash, deviceHash, isKept ? [.onEvent, .isKept] : [.onEvent])
    sightings.append(time: record.time, pair: UInt32(pair))
    return record.user
  }

  /// Notes what records say that only link ids.
  func take(linksOf batch: EventBatch) {
    for index in unsafe batch.links.indices {
      let link = unsafe batch.links[index]
      if link.time > latest { continue }
      if batch.isPlaceholder(link.first) || batch.isPlaceholder(link.second) { continue }
      let first = batch.hash(link.first)
      let second = batch.hash(link.second)
      if first == second {
        // A link of an id with itself says what it is.
        if link.firstKind == link.secondKind { note(link.firstKind, of: first) }
        continue
      }
      note(link.firstKind, of: first)
      note(link.secondKind, of: second)
      var bond: Bond = link.kind == .identify ? [] : .explicit
      if link.time == .min { bond.insert(.timeless) }
      let pair = pair(first, second, bond)
      if link.time != .min { sightings.append(time: link.time, pair: UInt32(pair)) }
    }
  }

  /// Notes that an id stands alone and is a device's: only where something else may say of it that it is not.
  private func noteAlone(_ hash: UInt64, of batch: EventBatch) {
    if hasMap || batch.mayLink { add(.anonymousOnEvent, to: number(hash)) }
  }

  private func note(_ kind: IdentityKind, of hash: UInt64) {
    switch kind {
    case .known: add(.knownByRecord, to: number(hash))
    case .anonymous: add(.anonymousByRecord, to: number(hash))
    case .either: break
    }
  }

  private func number(_ hash: UInt64) -> Int {
    let (number, isNew) = ids.number(hash)
    if isNew { traits.append(0) }
    return number
  }

  private func add(_ trait: Traits, to id: Int) { traits[id] |= trait.rawValue }

  private func pair(_ first: UInt64, _ second: UInt64, _ bond: Bond) -> Int {
    let (number, isNew) = pairNumbers.number(KeyedHash.ofThisRun.combining(first, second))
    if isNew {
      pairs.append(Pair(first: UInt32(self.number(first)), second: UInt32(self.number(second)), bond: 0))
    }
    let old = Bond(rawValue: pairs[number].bond)
    guard !old.isSuperset(of: bond) else { return number }
    pairs[number].bond = old.union(bond).rawValue
    if bond.contains(.onEvent), !old.contains(.onEvent) {
      add(.knownOnEvent, to: Int(pairs[number].first))
      add(.anonymousOnEvent, to: Int(pairs[number].second))
    }
    return number
  }
}
