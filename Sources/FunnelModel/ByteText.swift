/// Text from a log or a definition, compared and sorted byte for byte.
///
/// The bytes are valid UTF-8. Swift's `String` compares by Unicode equivalence, under which two different step ids can be
/// equal; the specification compares bytes, with no normalisation. Equality, hashing and order cost the length.
public struct ByteText: Hashable, Sendable {
  /// The UTF-8 bytes.
  public let bytes: [UInt8]

  /// The text of these bytes, which must be valid UTF-8.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The text of a string.
  public init(_ string: some StringProtocol) {
    bytes = Array(string.utf8)
  }

  /// The same text as a string, for printing.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether there is no byte.
  public var isEmpty: Bool { bytes.isEmpty }
}

extension ByteText: Comparable {
  /// Byte order: the first byte that differs decides, a prefix comes first.
  public static func < (left: ByteText, right: ByteText) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension ByteText: ExpressibleByStringLiteral {
  /// The text of a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension ByteText: CustomStringConvertible {
  /// The text itself.
  public var description: String { string }
}
