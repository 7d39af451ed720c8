import FunnelModel
import Synchronization

/// A temporary file for the lists of times that do not fit into a memory budget; it is made when first written to.
final class TimeFile: Sendable {
  /// Where some times lie.
  struct Piece: Sendable {
    fileprivate var offset: Int
    var count: Int
  }

  private struct State: Sendable {
    var file: TemporaryFile?
    var end = 0
    var failure: AnalysisFailure?
  }

  /// How many times may be held in memory, by all threads together.
  let heldLimit: Int
  /// How many times are sorted in memory at once.
  var runLength: Int { max(16, heldLimit) }
  private let folder: String
  private let state = Mutex(State())

  /// A file for what exceeds a sixteenth of a budget.
  convenience init(_ budget: MemoryBudget) {
    self.init(folder: budget.folder, heldLimit: budget.bytes / 16 / MemoryLayout<Int64>.size)
  }

  init(folder: String, heldLimit: Int) {
    self.folder = folder
    self.heldLimit = heldLimit
  }

  /// Why times are missing; the first reason stays.
  var failure: AnalysisFailure? { state.withLock { $0.failure } }

  /// Writes lists one behind the other; nil where that fails.
  func write(_ lists: [[Int64]]) -> Piece? {
    do throws(TemporaryFileFailure) {
      let count = lists.reduce(0) { $0 + $1.count }
      let (file, begin) = try reserve(count)
      var offset = begin
      for list in lists {
        try file.write(list, at: offset)
        offset += list.count * MemoryLayout<Int64>.stride
      }
      return Piece(offset: begin, count: count)
    } catch {
      fail(error)
      return nil
    }
  }

  /// The times of a piece; none where they cannot be read.
  func read(_ piece: Piece) -> [Int64] { read(piece, 0..<piece.count) }

  /// The times of a piece at some of its places; none where they cannot be read.
  func read(_ piece: Piece, _ places: Range<Int>) -> [Int64] {
    guard let file = state.withLock({ $0.file }) else { return [] }
    do throws(TemporaryFileFailure) {
      return try file.read(
        places.count, at: piece.offset + places.lowerBound * MemoryLayout<Int64>.stride, as: Int64.self)
    } catch {
      fail(error)
      return []
    }
  }

  /// Writes a piece of a known length, block after block.
  struct Writer {
    private let owner: TimeFile
    private let target: (file: TemporaryFile, offset: Int)?
    private let blockLength: Int
    private var block: [Int64] = []
    private var written = 0

    init(_ owner: TimeFile, count: Int, blockLength: Int) {
      self.owner = owner
      self.blockLength = blockLength
      do throws(TemporaryFileFailure) {
        target = try owner.reserve(count)
      } catch {
        owner.fail(error)
        target = nil
      }
    }

    mutating func append(_ time: Int64) {
      block.append(time)
      if block.count == blockLength { flush() }
    }

    private mutating func flush() {
      if let target {
        do throws(TemporaryFileFailure) {
          try target.file.write(block, at: target.offset + written * MemoryLayout<Int64>.stride)
        } catch {
          owner.fail(error)
        }
      }
      written += block.count
      block.removeAll(keepingCapacity: true)
    }

    /// The piece; nil where the file fails.
    mutating func finish() -> Piece? {
      flush()
      guard let target, owner.failure == nil else { return nil }
      return Piece(offset: target.offset, count: written)
    }
  }

  private func reserve(_ count: Int) throws(TemporaryFileFailure) -> (TemporaryFile, Int) {
    let folder = folder
    return try state.withLock { state throws(TemporaryFileFailure) in
      state.end += count * MemoryLayout<Int64>.stride
      let begin = state.end - count * MemoryLayout<Int64>.stride
      if let file = state.file { return (file, begin) }
      let file = try TemporaryFile(in: folder)
      state.file = file
      return (file, begin)
    }
  }

  private func fail(_ failure: TemporaryFileFailure) {
    state.withLock { $0.failure = $0.failure ?? .temporaryFile(folder: folder, code: failure.code) }
  }
}
