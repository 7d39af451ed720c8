/// Lengths of time in microseconds, none negative, in no order until they are sorted.
///
/// Under a memory budget most of them may wait in a temporary file; they are read back for as long as they are looked at.
/// Taking in another list copies nothing: lists are put together when they are sorted.
struct Times: Sendable {
  private var pieces: [TimeFile.Piece] = []
  private var file: TimeFile?
  /// Lists that were taken in.
  private var parts: [[Int64]] = []
  private var rest: [Int64]

  /// A list of these.
  init(_ values: [Int64] = []) {
    rest = values
  }

  /// How many there are.
  var count: Int { pieces.reduce(0) { $0 + $1.count } + heldCount }

  /// How many of them are in memory.
  var heldCount: Int { parts.reduce(0) { $0 + $1.count } + rest.count }

  /// All of them; those in a file are read back.
  var values: [Int64] {
    if pieces.isEmpty, parts.isEmpty { return rest }
    var values: [Int64] = []
    values.reserveCapacity(count)
    for piece in pieces { values += file?.read(piece) ?? [] }
    for part in parts { values += part }
    return values + rest
  }

  /// Adds one.
  @inline(__always)
  mutating func append(_ time: Int64) {
    rest.append(time)
  }

  /// Takes in another list, whose file is this one's if both have one.
  mutating func add(_ other: Times) {
    if !other.rest.isEmpty { parts.append(other.rest) }
    parts += other.parts
    pieces += other.pieces
    file = file ?? other.file
  }

  /// Puts those that are in memory into a file.
  mutating func spill(to file: TimeFile) {
    guard heldCount > 0 else { return }
    if let piece = file.write(parts + [rest]) {
      pieces.append(piece)
      self.file = file
    }
    parts = []
    rest = []
  }

  /// Puts them in ascending order, and into a file if there is one.
  mutating func sort(into file: TimeFile?) {
    let all = values
    self = Times()
    rest = ascending([all])
    if let file { spill(to: file) }
  }

  /// The two in the middle; nil where there is none.
  var middle: MiddlePair? { MiddlePair(ofAscending: ascending([values])) }
}
