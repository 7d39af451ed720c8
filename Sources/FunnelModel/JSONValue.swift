/// One value of a JSON document, with its place.
///
/// It is for documents that a person wrote, such as a definition: simple and complete rather than fast. The reader of logs
/// has a scanner of its own, against which this one is the second opinion.
public struct JSONValue: Hashable, Sendable {
  /// What the value holds.
  public enum Content: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case truth(Bool)
    /// A number by its own text, as written.
    case number(ByteText)
    /// A string, its escapes decoded.
    case string(ByteText)
    /// The elements in order.
    case array([JSONValue])
    /// The members in the document's order; a key can stand twice.
    case object([JSONMember])
  }

  /// What the value holds.
  public var content: Content
  /// Where it begins.
  public var place: TextPlace

  /// A value at a place.
  public init(_ content: Content, place: TextPlace = .start) {
    self.content = content
    self.place = place
  }

  /// What it is, for messages: `a string`, `an object`.
  public var kind: String {
    switch content {
    case .null: "null"
    case .truth(true): "true"
    case .truth(false): "false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The value of a key, of an object that has it; the last one where the key stands twice.
  public subscript(key: ByteText) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.key == key }?.value
  }
}

/// One key of an object and its value.
public struct JSONMember: Hashable, Sendable {
  /// The key, its escapes decoded.
  public var key: ByteText
  /// Where the key begins.
  public var keyPlace: TextPlace
  /// The key's value.
  public var value: JSONValue

  /// A member of an object.
  public init(key: ByteText, keyPlace: TextPlace = .start, value: JSONValue) {
    self.key = key
    self.keyPlace = keyPlace
    self.value = value
  }
}
