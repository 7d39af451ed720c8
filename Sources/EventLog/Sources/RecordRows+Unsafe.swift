/// The rows that a record plan is made of: places and texts, so that a record costs no count of references.
///
/// Immutable once made, so workers may share it. Sound because whoever makes a range of them made the rows.
@safe
final class RecordRows: @unchecked Sendable {
  /// Some neighbouring rows.
  struct Range: Sendable {
    var first = 0
    var end = 0

    var isEmpty: Bool { first == end }
  }

  /// A node that a field is looked for at.
  struct Candidate {
    var node: Int
    /// Whether an object there is no value: it is a typed value of which no member is asked for, or of which all are null.
    var isTyped: Bool
  }

  /// A text that others are compared with.
  struct Literal {
    /// Its first eight bytes, those it does not have being 0.
    var head: UInt64
    var length: Int
    /// Where its bytes begin in `bytes`.
    var first: Int
  }

  let candidates: Cells<Candidate>
  let literals: Cells<Literal>
  let bytes: Cells<UInt8>

  /// Rows of what a builder was given.
  init(_ builder: Builder) {
    candidates = Cells(builder.candidates)
    literals = Cells(builder.literals)
    bytes = Cells(builder.bytes + [UInt8](repeating: 0, count: 8))
  }

  deinit {
    candidates.release()
    literals.release()
    bytes.release()
  }

  /// Puts rows together; literal 0 is the empty text.
  struct Builder {
    fileprivate var candidates: [Candidate] = []
    fileprivate var literals = [Literal(head: 0, length: 0, first: 0)]
    fileprivate var bytes: [UInt8] = []

    /// The rows of these candidates.
    mutating func add(_ more: [Candidate]) -> Range {
      candidates += more
      return Range(first: candidates.count - more.count, end: candidates.count)
    }

    /// The place of a text.
    mutating func add(_ text: [UInt8]) -> Int {
      if text.isEmpty { return 0 }
      literals.append(Literal(head: WantedKeys.word(text.prefix(8)), length: text.count, first: bytes.count))
      bytes += text
      return literals.count - 1
    }

    /// The rows of these texts.
    mutating func add(_ texts: [String]) -> Range {
      let first = literals.count
      for text in texts {
        literals.append(
          Literal(head: WantedKeys.word(Array(text.utf8).prefix(8)), length: text.utf8.count, first: bytes.count))
        bytes += Array(text.utf8)
      }
      return Range(first: first, end: literals.count)
    }
  }
}
