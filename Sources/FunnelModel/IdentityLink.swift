/// What an id in a log names.
public enum IdentityKind: UInt8, Hashable, Sendable {
  /// A user that signed in: two of these are never one through a device.
  case known
  /// A device, an installation or a visitor.
  case anonymous
  /// Nobody tells here; what the rest of the run says of the id decides.
  case either
}

/// A record's word that two ids are one user's, without being an event.
///
/// Its texts are slices of its batch's bytes and never absent. What stands on an event itself (`EventRecord.user` beside
/// `EventRecord.anonymous`) is no link of this kind.
public struct IdentityLink: Sendable {
  /// Why the two are one.
  public enum Kind: UInt8, Hashable, Sendable {
    /// A user signed in on a device: the first id is the user's, the second the device's.
    case identify
    /// The second id is another name for the first; a known second id is a former name of the same user.
    case alias
    /// A person or the source itself joined the two, whatever they are.
    case merge
  }

  /// Microseconds since 1970 UTC; `Int64.min` where the record has no time that can be read.
  public var time: Int64
  /// The id that stays.
  public var first: TextSlice
  /// The id that is joined to it.
  public var second: TextSlice
  /// What the first id names.
  public var firstKind: IdentityKind
  /// What the second id names.
  public var secondKind: IdentityKind
  /// Why the two are one.
  public var kind: Kind

  /// A link of two ids.
  @inlinable
  public init(
    time: Int64, kind: Kind, first: TextSlice, _ firstKind: IdentityKind, second: TextSlice, _ secondKind: IdentityKind
  ) {
    self.time = time
    self.kind = kind
    self.first = first
    self.firstKind = firstKind
    self.second = second
    self.secondKind = secondKind
  }
}
