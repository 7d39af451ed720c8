import Synchronization

/// The memory of some events.
@safe
struct EventPage: BitwiseCopyable, @unchecked Sendable {
  /// How many events it has room for.
  static let capacity = PagePool.pageBytes / MemoryLayout<StoredEvent>.stride

  let events: UnsafeMutablePointer<StoredEvent>
}

/// Pages of events, which are used again once given back.
///
/// They are cut from blocks as large as the system's large pages. The first block is none of these: a small log is to
/// take little memory. What reading filled, the passes over the partitions use again.
///
/// Sound because blocks are never unmapped, and a page is handed out again only after it was given back.
final class PagePool: Sendable {
  /// Bytes of a page: little enough for each of the partitions of each worker to have one that is half full.
  static let pageBytes = 32 << 10
  static let shared = PagePool()

  private static let blockBytes = 2 << 20

  private struct State {
    /// Pages that were given back.
    var free: [EventPage] = []
    /// Those of them whose real memory the system has back.
    var empty: [EventPage] = []
    /// The address of the next page that was never used, and where its block ends.
    var next: UInt = 0
    var end: UInt = 0
    var blockCount = 0
  }

  private let state = Mutex(State())

  /// A page, whose bytes may be anything.
  func take() -> EventPage {
    state.withLock { state in
      if let page = state.free.popLast() ?? state.empty.popLast() { return page }
      if state.next == state.end { Self.addBlock(&state) }
      let memory = unsafe UnsafeMutableRawPointer(bitPattern: state.next).unsafelyUnwrapped
      state.next += UInt(Self.pageBytes)
      return unsafe EventPage(events: memory.bindMemory(to: StoredEvent.self, capacity: EventPage.capacity))
    }
  }

  /// Takes pages back, which must not be used again.
  func give(back pages: some Sequence<EventPage>) {
    state.withLock { $0.free.append(contentsOf: pages) }
  }

  /// Lets the system have the real memory of the pages that were given back: for when none of them is wanted soon.
  func empty() {
    let pages = state.withLock { state in
      let pages = state.free
      state.free = []
      return pages
    }
    for page in pages { unsafe PageMemory.empty(page.events, Self.pageBytes) }
    state.withLock { $0.empty += pages }
  }

  private static func addBlock(_ state: inout State) {
    let isFirst = state.blockCount == 0
    // Large pages begin at multiples of their size; what is left over at either end takes no real memory.
    let memory = unsafe UInt(bitPattern: PageMemory.take(isFirst ? blockBytes : 2 * blockBytes))
    let size = UInt(blockBytes)
    state.next = isFirst ? memory : (memory + size - 1) / size * size
    state.end = state.next + size
    state.blockCount += 1
    if !isFirst, let block = unsafe UnsafeMutableRawPointer(bitPattern: state.next) {
      unsafe PageMemory.preferLargePages(block, blockBytes)
    }
  }
}
