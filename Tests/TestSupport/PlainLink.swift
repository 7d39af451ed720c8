public import FunnelModel

/// A record's word that two ids are one user's.
public struct PlainLink: Hashable, Sendable {
  /// Microseconds since 1970 UTC; nil where the record has no time.
  public var time: Int64?
  /// Why the two are one.
  public var kind: IdentityLink.Kind
  /// The id that stays, and what it names.
  public var first: ByteText
  /// What the first id names.
  public var firstKind: IdentityKind
  /// The id that is joined to it.
  public var second: ByteText
  /// What the second id names.
  public var secondKind: IdentityKind

  /// A link of two ids.
  public init(
    time: Int64?, kind: IdentityLink.Kind, first: ByteText, _ firstKind: IdentityKind, second: ByteText,
    _ secondKind: IdentityKind
  ) {
    self.time = time
    self.kind = kind
    self.first = first
    self.firstKind = firstKind
    self.second = second
    self.secondKind = secondKind
  }
}
