/// A prepared partition that waits for a further pass, its events packed in pages of the pool.
///
/// Reading has left the pool as many pages as the events take, so that keeping them takes no new memory; a pass unpacks
/// them again, which costs less than the first use of memory would.
final class KeptPartition: Sendable {
  private let packed: PackedEvents
  private let starts: [Int]
  private let duplicate: Int
  private let combinations: ValueCombinations

  /// Copies of a partition's events.
  init(_ partition: PreparedPartition) {
    var packed = PackedEvents()
    for event in partition.events { packed.append(event) }
    self.packed = packed
    starts = partition.starts
    duplicate = partition.duplicate
    combinations = partition.combinations
  }

  /// The partition as it was.
  var partition: PreparedPartition {
    PreparedPartition(events: packed.array, starts: starts, duplicate: duplicate, combinations: combinations)
  }
}
