/// What a record holds at a node of its tree.
struct RecordSlot {
  /// What kind of value it is.
  enum Kind: UInt8 {
    /// A string without escapes.
    case plain
    /// A string with escapes.
    case escaped
    /// A number by its own text.
    case number
    case null
    case yes
    case no
    case object
    case array
  }

  /// The walk that filled it; a slot of an earlier walk is empty.
  var walk: UInt32
  var kind: Kind
  /// Where the text begins, behind its quote; of other kinds, where the value begins.
  var start: UInt32
  /// Of strings, numbers, `true` and `false`, in bytes.
  var length: UInt32

  static let empty = RecordSlot(walk: 0, kind: .null, start: 0, length: 0)

  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

  /// Whether it can stand for a name or an id: text that is not empty.
  var isText: Bool { kind.rawValue <= Kind.number.rawValue && length > 0 }

  var isContainer: Bool { kind == .object || kind == .array }

  /// Where the value begins, its quote included.
  var valueStart: Int { kind == .plain || kind == .escaped ? Int(start) - 1 : Int(start) }
}
