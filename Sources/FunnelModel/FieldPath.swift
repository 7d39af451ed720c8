/// A way from an event's root to a value: `context.locale`, or `items.0.name` where an array index is a number.
///
/// `event_params[key=step_id].value` is the `value` of that element of the array `event_params` whose `key` is `step_id` (a
/// `*` at the end stands for any rest; of several elements the last counts). Where what stands there is a typed value, an
/// object such as `{"string_value": "welcome", "int_value": null}`, its one member that is not null counts.
public struct FieldPath: Hashable, Sendable {
  /// The keys, indices and choices in order; never empty.
  ///
  /// A choice is `[member=value]`.
  public let components: [ByteText]

  /// The path of these components, at least one.
  public init(components: [ByteText]) {
    precondition(!components.isEmpty, "a field path has a component")
    self.components = components
  }

  /// The path written with dots, or nil where a component is empty.
  public init?(dotted text: String) {
    var components: [ByteText] = []
    var current: [UInt8] = []
    var isAfterChoice = false
    var rest = Array(text.utf8)[...]
    func isEnd(_ index: Int) -> Bool {
      index == rest.endIndex || rest[index] == UInt8(ascii: ".") || rest[index] == UInt8(ascii: "[")
    }
    while let byte = rest.first {
      if byte == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")), isEnd(close + 1),
        Self.isChoice(Array(rest[...close]))
      {
        guard !current.isEmpty || isAfterChoice else { return nil }
        if !current.isEmpty { components.append(ByteText(bytes: current)) }
        components.append(ByteText(bytes: Array(rest[...close])))
        current = []
        isAfterChoice = true
        rest = rest[(close + 1)...]
      } else if byte == UInt8(ascii: ".") {
        guard !current.isEmpty || isAfterChoice else { return nil }
        if !current.isEmpty { components.append(ByteText(bytes: current)) }
        current = []
        isAfterChoice = false
        rest = rest.dropFirst()
        if rest.isEmpty { return nil }
      } else {
        guard !isAfterChoice else { return nil }
        current.append(byte)
        rest = rest.dropFirst()
      }
    }
    if !current.isEmpty { components.append(ByteText(bytes: current)) }
    guard !components.isEmpty else { return nil }
    self.components = components
  }

  /// The path written with dots.
  public var dotted: String {
    var text = ""
    for component in components {
      if !text.isEmpty, !Self.isChoice(component.bytes) { text += "." }
      text += component.string
    }
    return text
  }

  /// Whether a component chooses elements of an array.
  public var hasChoice: Bool { components.contains { Self.isChoice($0.bytes) } }

  /// Whether a component is a choice: `[member=value]`, or `[]` for every element.
  static func isChoice(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return false }
    return bytes.count == 2 || bytes.dropFirst().firstIndex(of: UInt8(ascii: "=")).map { $0 > 1 } ?? false
  }
}
