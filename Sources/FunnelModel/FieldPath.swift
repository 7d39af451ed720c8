/// A way from an event's root to a value: `context.locale`, or `items.0.name` where an array index is a number.
public struct FieldPath: Hashable, Sendable {
  /// The keys and indices in order; never empty.
  public let components: [ByteText]

  /// The path of these components, at least one.
  public init(components: [ByteText]) {
    precondition(!components.isEmpty, "a field path has a component")
    self.components = components
  }

  /// The path written with dots, or nil where a component is empty.
  public init?(dotted text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    components = parts.map { ByteText(bytes: Array($0)) }
  }

  /// The path written with dots.
  public var dotted: String { components.map(\.string).joined(separator: ".") }
}
