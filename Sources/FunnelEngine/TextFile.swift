import Synchronization

/// A temporary file for words that do not fit into a memory budget; it is made when first written to.
///
/// Where it fails, that is noted with a worker's events, and what is read are zeros: nothing is given out of such a run.
final class TextFile: Sendable {
  private struct State: Sendable {
    var file: TemporaryFile?
    var end = 0
  }

  private let events: SpilledEvents
  private let state = Mutex(State())

  /// A file in the folder of a worker's events.
  init(beside events: SpilledEvents) {
    self.events = events
  }

  /// Sets room aside and gives its offset.
  func reserve(_ bytes: Int) -> Int {
    state.withLock { state in
      state.end += bytes
      return state.end - bytes
    }
  }

  /// Writes plain values one behind the other at an offset.
  func write<Element: BitwiseCopyable>(_ elements: [Element], at offset: Int) {
    guard !elements.isEmpty, events.failure == nil else { return }
    do throws(TemporaryFileFailure) {
      let folder = events.folder
      let file = try state.withLock { state throws(TemporaryFileFailure) in
        if let file = state.file { return file }
        let file = try TemporaryFile(in: folder)
        state.file = file
        return file
      }
      try file.write(elements, at: offset)
    } catch {
      events.fail(error)
    }
  }

  /// The plain values at an offset.
  func read<Element: FixedWidthInteger & BitwiseCopyable>(
    _ count: Int, at offset: Int, as _: Element.Type
  ) -> [Element] {
    do throws(TemporaryFileFailure) {
      if let file = state.withLock({ $0.file }) { return try file.read(count, at: offset, as: Element.self) }
    } catch {
      events.fail(error)
    }
    return Array(repeating: 0, count: count)
  }

  /// Writes plain values block after block into room that was set aside.
  struct Writer<Element: BitwiseCopyable> {
    private let file: TextFile
    private let offset: Int
    private let blockLength: Int
    private var block: [Element] = []
    private var written = 0

    /// A writer to an offset that holds back so many values.
    init(_ file: TextFile, at offset: Int, blockLength: Int) {
      self.file = file
      self.offset = offset
      self.blockLength = blockLength
    }

    /// How many values were handed to it.
    var count: Int { written + block.count }

    mutating func append(_ element: Element) {
      block.append(element)
      if block.count >= blockLength { flush() }
    }

    mutating func append(_ elements: some Sequence<Element>) {
      block.append(contentsOf: elements)
      if block.count >= blockLength { flush() }
    }

    /// Writes what is held back.
    mutating func flush() {
      file.write(block, at: offset + written * MemoryLayout<Element>.stride)
      written += block.count
      block.removeAll(keepingCapacity: true)
    }
  }
}
