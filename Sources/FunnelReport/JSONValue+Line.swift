import FunnelModel

extension JSONValue {
  /// What does not exist.
  static let null = JSONValue(.null)

  /// A number that is already printed.
  static func number(_ digits: String) -> JSONValue { JSONValue(.number(ByteText(digits))) }

  /// One of the report's own words.
  static func word(_ word: String) -> JSONValue { JSONValue(.string(ByteText(word))) }

  /// A text from outside, or null where there is none.
  static func text(_ text: ByteText?) -> JSONValue { text.map { JSONValue(.string($0)) } ?? .null }

  /// True or false.
  static func truth(_ truth: Bool) -> JSONValue { JSONValue(.truth(truth)) }

  /// A list.
  static func list(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

  /// An object of these members in their order.
  static func members(_ members: [(key: ByteText, value: JSONValue)]) -> JSONValue {
    JSONValue(.object(members.map { JSONMember(key: $0.key, value: $0.value) }))
  }

  /// The value on one line, however long.
  var line: String {
    switch content {
    case .null: "null"
    case .truth(let truth): truth ? "true" : "false"
    case .number(let digits): digits.string
    case .string(let text): Self.quoted(text)
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)): \($0.value.line)" }.joined(separator: ", ") + "}"
    }
  }
}
