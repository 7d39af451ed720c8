import FunnelModel
import Synchronization

/// The partitions of a run, prepared when first asked for and kept for as long as a pass over them may follow.
///
/// Under a memory budget they are read from temporary files, and wait in one for the next pass. Where that fails, a worker
/// notes it, and no pass hands out anything any more.
final class PartitionSource: Sendable {
  private let shelves: [PartitionShelf]
  private let spilled: [SpilledEvents]
  private let prepared: PreparedFile?
  private let partitionCount: Int
  private let words: LogVocabulary
  private let plan: AnalysisPlan
  private let kept: Mutex<[KeptPartition?]>
  private let identity: IdentityUnion?
  private let moved: [EventMover]

  /// The partitions of some collectors' events; by `identity` events go to where their user's others are.
  init(_ collectors: [EventCollector], words: LogVocabulary, plan: AnalysisPlan, identity: IdentityUnion? = nil) {
    let shelves = collectors.map { $0.collected.partitions }
    self.shelves = shelves
    self.identity = identity
    self.words = words
    self.plan = plan
    let spilled = collectors.compactMap { $0.collected.spilled }
    self.spilled = spilled
    let partitionCount = spilled.first?.layout.partitionCount ?? CollectedEvents.partitionCount
    self.partitionCount = partitionCount
    moved =
      identity.map { identity in
        inParallel(threads: plan.threads, count: partitionCount) {
          EventMover(identity, words: words, plan: plan, spilled: spilled.first)
        } body: { mover, number in
          Self.move(number, by: &mover, shelves, spilled, words)
        }
      } ?? []
    for mover in moved {
      if let code = mover.spilled?.failureCode { spilled[0].fail(TemporaryFileFailure(code: code)) }
    }
    // What fits into chunks fits into memory for as long as it is needed.
    prepared =
      (spilled + moved.compactMap(\.spilled)).contains(where: \.isOnDisk)
      ? PreparedFile(folder: spilled[0].folder, partitionCount: partitionCount, width: words.fields.count) : nil
    kept = Mutex(Array(repeating: nil, count: partitionCount))
  }

  /// Takes the events of a partition that are another user's to where that one's are.
  private static func move(
    _ number: Int, by mover: inout EventMover, _ shelves: [PartitionShelf], _ spilled: [SpilledEvents],
    _ words: LogVocabulary
  ) {
    guard let first = spilled.first else {
      for (worker, shelf) in shelves.enumerated() { shelf.lend(number) { mover.take(from: $0, of: worker) } }
      return
    }
    guard spilled.allSatisfy({ $0.failure == nil }) else { return }
    do throws(TemporaryFileFailure) {
      for (worker, events) in spilled.enumerated() {
        mover.take(
          from: try events.load(number, isLast: false) { words.values[$0].number($1, of: worker) }, of: worker)
      }
    } catch {
      first.fail(error)
    }
  }

  /// What is counted of ids.
  var identityCounts: (mergedIDs: Int, sharedDevices: Int) {
    identity?.counts(alone: moved.flatMap(\.met)) ?? (0, 0)
  }

  /// Hands every partition to a worker, on the plan's threads.
  ///
  /// With `isLast` each partition's memory is given back when it is done.
  func forEach<Worker: Sendable>(
    isLast: Bool, worker make: @Sendable () -> Worker,
    body: @Sendable (inout Worker, PreparedPartition) -> Void
  ) -> [Worker] {
    inParallel(threads: plan.threads, count: partitionCount, worker: make) { worker, number in
      if let partition = self.partition(number, isLast: isLast) { body(&worker, partition) }
    }
  }

  private func partition(_ number: Int, isLast: Bool) -> PreparedPartition? {
    let ready = kept.withLock { partitions in
      let partition = partitions[number]
      if isLast { partitions[number] = nil }
      return partition
    }
    if let ready { return ready.partition }
    guard !spilled.isEmpty else {
      let partition = PreparedPartition(
        emptying: number, of: shelves, moved: moved.map(\.shelf), words: words, plan: plan, identity: identity)
      if !isLast { keep(partition, number) }
      return partition
    }
    guard spilled.allSatisfy({ $0.failure == nil }) else { return nil }
    do throws(TemporaryFileFailure) {
      return try load(number, isLast: isLast)
    } catch {
      spilled[0].fail(error)
      return nil
    }
  }

  private func load(_ number: Int, isLast: Bool) throws(TemporaryFileFailure) -> PreparedPartition {
    if let partition = try prepared?.get(number) { return partition }
    var shelves: [PartitionShelf] = []
    for (worker, events) in spilled.enumerated() {
      let store = try events.load(number, isLast: true) { words.values[$0].number($1, of: worker) }
      shelves.append(PartitionShelf(of: store))
    }
    var moved: [PartitionShelf] = []
    for events in self.moved.compactMap(\.spilled) {
      moved.append(PartitionShelf(of: try events.load(number, isLast: true) { $1 }))
    }
    let partition = PreparedPartition(
      emptying: 0, of: shelves, moved: moved, words: words, plan: plan, identity: identity)
    if !isLast {
      if let prepared { try prepared.put(partition, number: number) } else { keep(partition, number) }
    }
    return partition
  }

  private func keep(_ partition: PreparedPartition, _ number: Int) {
    let copy = KeptPartition(partition)
    kept.withLock { $0[number] = copy }
  }

  /// Gives back what was kept for a further pass.
  func drop() {
    kept.withLock { partitions in
      for number in partitions.indices { partitions[number] = nil }
    }
  }
}
