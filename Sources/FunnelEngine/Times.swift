/// Lengths of time in microseconds, none negative, in no order until they are sorted.
///
/// Under a memory budget most of them may wait in a temporary file; they are read back for as long as they are looked at.
/// Taking in another list copies nothing: lists are put together when they are sorted.
public struct Times: Sendable {
  private var pieces: [TimeFile.Piece] = []
  private var file: TimeFile?
  /// Lists that were taken in.
  private var parts: [[Int64]] = []
  private var rest: [Int64]
  /// Those of a file, once they are in order.
  private var window: TimeWindow?

  /// A list of these.
  init(_ values: [Int64] = []) {
    rest = values
  }

  /// How many there are.
  public var count: Int { pieces.reduce(0) { $0 + $1.count } + heldCount }

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
    window = nil
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

  /// Puts them in ascending order, and into a file if there is one; then no more of them are in memory than it may hold.
  mutating func sort(into file: TimeFile?) {
    guard let file else {
      let all = values
      self = Times()
      rest = ascending([all])
      return
    }
    var merge = TimeMerge(file)
    for piece in pieces { merge.add(piece) }
    while let part = parts.popLast() { merge.add(part) }
    merge.add(rest)
    self = Times()
    guard let piece = merge.sorted() else { return }
    pieces = [piece]
    self.file = file
    window = TimeWindow(file, piece)
  }

  /// The time of a rank, once they are in order; 0 where it cannot be read, which the analysis's `failure` tells.
  public subscript(rank: Int) -> Int64 {
    if let window { return window.time(rank) }
    return rest[rank]
  }

  /// The two in the middle; nil where there is none.
  var middle: MiddlePair? {
    guard count > 0 else { return nil }
    var sorted = self
    sorted.sort(into: pieces.isEmpty ? nil : file)
    guard sorted.count == count else { return nil }
    return MiddlePair(low: sorted[(count - 1) / 2], high: sorted[count / 2])
  }
}
