/// A prepared partition that waits for a further pass, its events in pages of the pool.
///
/// Reading has left the pool as many pages as the events take, so that keeping them takes no new memory; a pass copies them
/// together again, which costs less than the first use of memory would.
///
/// Sound because pages are owned by this object, and all are full but for the last.
final class KeptPartition: Sendable {
  private let pages: [EventPage]
  private let count: Int
  private let starts: [Int]
  private let duplicate: Int

  /// Copies of a partition's events.
  init(_ partition: PreparedPartition) {
    count = partition.events.count
    starts = partition.starts
    duplicate = partition.duplicate
    pages = stride(from: 0, to: count, by: EventPage.capacity).map { begin in
      let page = PagePool.shared.take()
      let events = partition.events[begin..<min(begin + EventPage.capacity, partition.events.count)]
      unsafe events.withUnsafeBufferPointer {
        guard let start = $0.baseAddress else { return }
        unsafe page.events.initialize(from: start, count: $0.count)
      }
      return page
    }
  }

  deinit {
    PagePool.shared.give(back: pages)
  }

  /// The partition as it was.
  var partition: PreparedPartition {
    let events = unsafe [StoredEvent](unsafeUninitializedCapacity: count) { buffer, made in
      guard let start = buffer.baseAddress else { return }
      for page in pages {
        let part = min(EventPage.capacity, count - made)
        unsafe (start + made).initialize(from: page.events, count: part)
        made += part
      }
    }
    return PreparedPartition(events: events, starts: starts, duplicate: duplicate)
  }
}
