import Synchronization

/// Times of a file in order, read by rank, of which a block is in memory: the one around the rank asked for last.
final class TimeWindow: Sendable {
  private static let blockLength = 4096

  private let file: TimeFile
  private let piece: TimeFile.Piece
  private let block = Mutex<(begin: Int, times: [Int64])>((0, []))

  init(_ file: TimeFile, _ piece: TimeFile.Piece) {
    self.file = file
    self.piece = piece
  }

  /// The time of a rank; 0 where it cannot be read, which the file notes.
  func time(_ rank: Int) -> Int64 {
    block.withLock { block in
      let place = rank - block.begin
      if block.times.indices.contains(place) { return block.times[place] }
      block.begin = rank - rank % Self.blockLength
      let begin = block.begin
      block.times = file.read(piece, begin..<min(begin + Self.blockLength, piece.count))
      return block.times.isEmpty ? 0 : block.times[rank - begin]
    }
  }
}
