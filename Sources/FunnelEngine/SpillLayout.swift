import FunnelModel

/// How a worker's events are cut into pieces that can go to a temporary file.
struct SpillLayout: Hashable, Sendable {
  /// How many partitions the users are spread over; a power of two.
  var partitionCount: Int
  /// Bytes of a partition that are kept in memory before they go to the file, those of a link included.
  var chunkBytes: Int
  /// Bytes of the different texts of the fields that are told apart, of which further ones go to a file.
  var textBytes: Int

  /// A layout of these sizes.
  init(partitionCount: Int, chunkBytes: Int, textBytes: Int) {
    precondition(partitionCount.nonzeroBitCount == 1 && chunkBytes > MemoryLayout<Int>.size)
    self.partitionCount = partitionCount
    self.chunkBytes = chunkBytes
    self.textBytes = textBytes
  }

  /// The layout for some workers under a budget: what they hold back comes to about three eighths of it, and their texts to
  /// a sixteenth.
  ///
  /// There are so many partitions that what one of them comes to is small beside the budget, also of a log of a hundred
  /// million events.
  init(_ budget: MemoryBudget, workers: Int) {
    let pageBytes = 4096
    let count = 1024
    let share = budget.bytes * 3 / 8 / (count * max(1, workers))
    self.init(
      partitionCount: count, chunkBytes: min(max(share / pageBytes, 1), 16) * pageBytes,
      textBytes: budget.bytes / 16 / max(1, workers))
  }
}
