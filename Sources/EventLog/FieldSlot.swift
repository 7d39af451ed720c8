/// What a line or a record holds at a node of the field tree.
///
/// Two words, since one is written per value.
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

  /// Nothing: it is of no scan.
  static let empty = FieldSlot(0, .null, start: 0, length: 0)

  /// The mark of the scan that filled it, and the kind in the lowest byte.
  private let word: UInt64
  /// Where the text begins in the buffer, behind its quote; of other kinds, where the value begins.
  let start: UInt32
  /// Of strings, numbers, `true` and `false`, in bytes.
  let length: UInt32

  /// A value that a scan found.
  @inline(__always)
  init(_ mark: UInt64, _ kind: Kind, start: Int, length: Int) {
    word = mark | UInt64(kind.rawValue)
    self.start = UInt32(truncatingIfNeeded: start)
    self.length = UInt32(truncatingIfNeeded: length)
  }

  /// The mark of a scan's slots; scans are numbered from 1.
  @inline(__always)
  static func mark(_ scan: UInt32) -> UInt64 { UInt64(scan) << 8 }

  /// What kind of value it is.
  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: word)) ?? .null }

  /// Whether a scan filled it.
  @inline(__always)
  func isOf(_ mark: UInt64) -> Bool { word &- mark <= UInt64(Kind.array.rawValue) }

  /// Whether a scan filled it with what can stand for a name or an id: text that is not empty.
  @inline(__always)
  func isText(of mark: UInt64) -> Bool { word &- mark <= UInt64(Kind.number.rawValue) && length > 0 }

  /// Whether a scan filled it with anything but null.
  @inline(__always)
  func isPresent(of mark: UInt64) -> Bool { isOf(mark) && word != mark | UInt64(Kind.null.rawValue) }

  /// Whether it can stand for a name or an id: text that is not empty.
  @inline(__always)
  var isText: Bool { UInt8(truncatingIfNeeded: word) <= Kind.number.rawValue && length > 0 }

  @inline(__always)
  var isContainer: Bool { UInt8(truncatingIfNeeded: word) >= Kind.object.rawValue }

  /// The text's place in the buffer.
  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

  /// Where the value begins in the buffer, its quote included.
  var valueStart: Int { kind == .plain || kind == .escaped ? Int(start) - 1 : Int(start) }
}
