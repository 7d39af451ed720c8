/// The partitions of one worker.
///
/// Sound because the stores are made and ended with this object, and indices are below their count. While reading only
/// its worker touches it; in the analysis each partition belongs to one thread at a time.
@safe
final class PartitionShelf: @unchecked Sendable {
  let stores: UnsafeMutablePointer<PartitionStore>
  let count: Int

  init(count: Int) {
    self.count = count
    unsafe stores = .allocate(capacity: count)
    for index in 0..<count { unsafe (stores + index).initialize(to: PartitionStore()) }
  }

  /// A shelf of one store.
  init(of store: consuming PartitionStore) {
    count = 1
    unsafe stores = .allocate(capacity: 1)
    unsafe stores.initialize(to: store)
  }

  deinit {
    unsafe stores.deinitialize(count: count)
    unsafe stores.deallocate()
  }

  /// Lends a partition's store to a function, which changes nothing of it.
  func lend(_ index: Int, to body: (borrowing PartitionStore) -> Void) {
    precondition(index < count)
    unsafe body(stores[index])
  }

  /// Takes a partition's store out and leaves an empty one.
  func take(_ index: Int) -> PartitionStore {
    precondition(index < count)
    let store = unsafe (stores + index).move()
    unsafe (stores + index).initialize(to: PartitionStore())
    return store
  }
}
