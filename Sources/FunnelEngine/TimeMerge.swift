/// Sorts more times than may be in memory: runs are sorted and written, and then merged block by block.
struct TimeMerge {
  private let file: TimeFile
  private var run: [Int64] = []
  private var runs: [TimeFile.Piece] = []

  init(_ file: TimeFile) {
    self.file = file
  }

  /// Takes times in any order.
  mutating func add(_ times: [Int64]) {
    var rest = times[...]
    while !rest.isEmpty {
      let part = rest.prefix(file.runLength - run.count)
      run += part
      rest = rest.dropFirst(part.count)
      if run.count == file.runLength { endRun() }
    }
  }

  /// Takes the times of a piece of the file.
  mutating func add(_ piece: TimeFile.Piece) {
    for begin in stride(from: 0, to: piece.count, by: file.runLength) {
      add(file.read(piece, begin..<min(begin + file.runLength, piece.count)))
    }
  }

  private mutating func endRun() {
    guard !run.isEmpty else { return }
    let sorted = ascending([run])
    run = []
    if let piece = file.write([sorted]) { runs.append(piece) }
  }

  /// All of them in order, as a piece of the file; nil where there is none, or where the file fails.
  mutating func sorted() -> TimeFile.Piece? {
    endRun()
    guard runs.count > 1 else { return runs.first }
    let blockLength = max(16, file.runLength / (runs.count + 1))
    var cursors = runs.map { Cursor(file, $0, blockLength) }.filter { $0.next != nil }
    cursors.makeHeap { $0.time < $1.time }
    var writer = TimeFile.Writer(file, count: runs.reduce(0) { $0 + $1.count }, blockLength: blockLength)
    while let time = cursors.first?.next {
      writer.append(time)
      cursors[0].advance()
      cursors.updateFirst(isDone: cursors[0].next == nil) { $0.time < $1.time }
    }
    return writer.finish()
  }

  /// Where a run is being read.
  private struct Cursor {
    private let file: TimeFile
    private let piece: TimeFile.Piece
    private let blockLength: Int
    private var begin = 0
    private var block: [Int64] = []
    private var place = 0

    init(_ file: TimeFile, _ piece: TimeFile.Piece, _ blockLength: Int) {
      self.file = file
      self.piece = piece
      self.blockLength = blockLength
      readBlock()
    }

    /// The next time; nil at the end.
    var next: Int64? { place < block.count ? block[place] : nil }
    /// The same where it is known to be there.
    var time: Int64 { block[place] }

    mutating func advance() {
      place += 1
      if place == block.count { readBlock() }
    }

    private mutating func readBlock() {
      place = 0
      block = []
      guard begin < piece.count else { return }
      block = file.read(piece, begin..<min(begin + blockLength, piece.count))
      begin += block.count
    }
  }
}
