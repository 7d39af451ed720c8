import Synchronization

/// Puts lists of times in order, on several threads.
///
/// Under a memory budget one list after the other is in memory, and then in a file again.
struct TimeSorter {
  let threads: Int
  let file: TimeFile?

  /// Sorts all the lists that `lists` changes, always in the same order; each is in memory once, but for those that are
  /// being sorted.
  func sort(_ lists: ((inout Times) -> Void) -> Void) {
    var taken: [Times] = []
    lists { times in
      taken.append(times)
      times = Times()
    }
    let isSpilling = file.map { file in taken.reduce(0) { $0 + $1.count } > file.heldLimit } ?? false
    // The longest first, so that no thread is left alone with one.
    let order = taken.indices.sorted { taken[$0].count > taken[$1].count }
    let waiting = Mutex(taken)
    taken = []
    _ = inParallel(threads: file == nil ? threads : 1, count: order.count) {
      0
    } body: { _, place in
      func exchange(_ times: Times) -> Times {
        waiting.withLock { waiting in
          let before = waiting[order[place]]
          waiting[order[place]] = times
          return before
        }
      }
      var times = exchange(Times())
      times.sort(into: isSpilling ? file : nil)
      _ = exchange(times)
    }
    var sorted = waiting.withLock { $0 }.makeIterator()
    lists { $0 = sorted.next() ?? Times() }
  }
}
