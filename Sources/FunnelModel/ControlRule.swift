/// Which variant is the control (section 10).
public struct ControlRule: Hashable, Sendable {
  /// Names that a table gives to what is no single variant: never control, never compared.
  private static let reserved: [ByteText] = ["(none)", "(other)", "(all)"]

  /// The name that was asked for, or that the definition gives; nil: the log's variants tell.
  public var named: ByteText?

  /// The rule with a name, or without one.
  public init(named: ByteText?) {
    self.named = named
  }

  /// Whether a variant of this name can be control and can be compared.
  public static func isComparable(_ name: ByteText) -> Bool { !reserved.contains(name) }

  /// The control: the name that was given, whether or not it is among these; else the variant named `control` in any
  /// case, else the first that can be control; nil where there is none.
  ///
  /// `names` are the variants that some unit belongs to, in byte order. Each is looked at once.
  public func control(among names: some Sequence<ByteText>) -> ByteText? {
    if let named { return named }
    var first: ByteText?
    for name in names where Self.isComparable(name) {
      if Self.isNamedControl(name) { return name }
      if first == nil { first = name }
    }
    return first
  }

  /// No letter outside of ASCII is one of these seven in another case.
  private static func isNamedControl(_ name: ByteText) -> Bool {
    let wanted = "control".utf8
    return name.bytes.count == wanted.count && zip(name.bytes, wanted).allSatisfy { $0 == $1 || $0 == $1 &- 0x20 }
  }
}
