import FunnelModel

/// A user of whom the logs say that they go by several ids: tells their events from others'.
///
/// Sound because a batch's slices lie within its bytes, as the reader vouches.
@safe
public struct UserUnion: Sendable {
  private let identity: IdentityUnion
  /// The hash that stands for the user.
  let user: UInt64

  /// The user whom an id belongs to; nil where nothing is said of the id.
  ///
  /// A device that several users share is itself.
  init?(of id: ByteText, in identity: IdentityUnion) {
    let hash = unsafe id.bytes.withUnsafeBytes { unsafe KeyedHash.ofThisRun(address(of: $0), $0.count) }
    guard identity.ids.find(hash) != nil else { return nil }
    self.identity = identity
    user = identity.verdict(hash)?.user ?? hash
  }

  /// Whether an event is the user's.
  func holds(_ record: EventRecord, of batch: EventBatch) -> Bool {
    identity.owner(batch.hash(batch.id(record)), at: record.time) == user
  }
}

extension EventBatch {
  /// The id that an event of this batch stands under: its user, or the device where that is a placeholder.
  func id(_ record: EventRecord) -> TextSlice {
    guard !record.isAnonymous, !record.anonymous.isAbsent, !isPlaceholder(record.anonymous),
      isPlaceholder(record.user)
    else { return record.user }
    return record.anonymous
  }

  /// Whether a text stands for no id.
  func isPlaceholder(_ slice: TextSlice) -> Bool {
    let bytes = unsafe start(of: slice)
    return PlaceholderID.holds(count: Int(slice.length)) { unsafe bytes.load(fromByteOffset: $0, as: UInt8.self) }
  }

  /// The keyed hash of a text.
  func hash(_ slice: TextSlice) -> UInt64 { unsafe KeyedHash.ofThisRun(start(of: slice), Int(slice.length)) }
}
