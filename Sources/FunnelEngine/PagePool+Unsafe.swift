import Synchronization

/// A page of memory.
@safe
struct MemoryPage: BitwiseCopyable, @unchecked Sendable {
  /// Bytes of a page: little enough for each of the partitions of each worker to have one that is half full.
  static let bytes = 16 << 10

  let memory: UnsafeMutableRawPointer
}

/// Pages of memory, which are used again once given back.
///
/// They are cut from blocks that take real memory only where they are written. What reading filled, the passes over the
/// partitions use again. The system is not asked for its large pages: a virtual machine may have to fetch each of these
/// from its host, at a hundred times the price of a small one that is at hand.
///
/// Sound because blocks are never unmapped, and a page is handed out again only after it was given back.
final class PagePool: Sendable {
  static let shared = PagePool()

  private static let blockBytes = 2 << 20

  private struct State {
    /// Pages that were given back.
    var free: [MemoryPage] = []
    /// The address of the next page that was never used, and where its block ends.
    var next: UInt = 0
    var end: UInt = 0
  }

  private let state = Mutex(State())

  /// A page, whose bytes may be anything.
  func take() -> MemoryPage {
    state.withLock { state in
      if let page = state.free.popLast() { return page }
      if state.next == state.end { Self.addBlock(&state) }
      let memory = unsafe UnsafeMutableRawPointer(bitPattern: state.next).unsafelyUnwrapped
      state.next += UInt(MemoryPage.bytes)
      return unsafe MemoryPage(memory: memory)
    }
  }

  /// Takes pages back, which must not be used again.
  func give(back pages: some Sequence<MemoryPage>) {
    state.withLock { $0.free.append(contentsOf: pages) }
  }

  private static func addBlock(_ state: inout State) {
    state.next = unsafe UInt(bitPattern: PageMemory.take(blockBytes))
    state.end = state.next + UInt(blockBytes)
  }
}
