/// What a line holds at a node of the field tree.
struct FieldSlot {
  /// What kind of value it is.
  enum Kind: UInt8 {
    /// A string without escapes.
    case plain
    /// A string that has escapes still to be decoded.
    case escaped
    /// A number by its own text.
    case number
    case null
    case yes
    case no
    case object
    case array
  }

  /// The scan that filled it; a slot of an earlier scan is empty.
  var scan: UInt32
  var kind: Kind
  /// Where the text begins in the buffer, behind its quote; of other kinds, where the value begins.
  var start: UInt32
  /// Of strings and numbers, in bytes.
  var length: UInt32

  static let empty = FieldSlot(scan: 0, kind: .null, start: 0, length: 0)

  /// Whether it can stand for a name or an id: text that is not empty.
  @inline(__always)
  var isText: Bool { kind.rawValue <= Kind.number.rawValue && length > 0 }

  /// Where the value begins in the buffer, its quote included.
  var valueStart: Int {
    kind == .plain || kind == .escaped ? Int(start) - 1 : Int(start)
  }
}
