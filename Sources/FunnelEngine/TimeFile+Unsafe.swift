import FunnelModel
import Synchronization

/// A temporary file for the lists of times that do not fit into a memory budget; it is made when first written to.
///
/// Sound because what is read back are the bytes that were written of the same values.
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
        try Self.write(list, to: file, at: offset)
        offset += list.count * MemoryLayout<Int64>.stride
      }
      return Piece(offset: begin, count: count)
    } catch {
      fail(error)
      return nil
    }
  }

  /// The times of a piece; none where they cannot be read.
  func read(_ piece: Piece) -> [Int64] {
    guard let file = state.withLock({ $0.file }) else { return [] }
    return unsafe [Int64](unsafeUninitializedCapacity: piece.count) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      do throws(TemporaryFileFailure) {
        try unsafe file.read(into: start, piece.count * MemoryLayout<Int64>.stride, at: piece.offset)
        count = piece.count
      } catch {
        fail(error)
      }
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

  private static func write(_ list: [Int64], to file: TemporaryFile, at offset: Int) throws(TemporaryFileFailure) {
    let result = unsafe list.withUnsafeBytes { bytes in
      Result { () throws(TemporaryFileFailure) in
        try unsafe file.write(address(of: bytes), bytes.count, at: offset)
      }
    }
    try result.get()
  }

  private func fail(_ failure: TemporaryFileFailure) {
    state.withLock { $0.failure = $0.failure ?? .temporaryFile(folder: folder, code: failure.code) }
  }
}
