import FunnelModel
import Synchronization

/// The partitions of a run, prepared when first asked for and kept for as long as a pass over them may follow.
final class PartitionSource: Sendable {
  private let shelves: [PartitionShelf]
  private let words: LogVocabulary
  private let plan: AnalysisPlan
  private let kept: Mutex<[PreparedPartition?]>

  init(_ collectors: [EventCollector], words: LogVocabulary, plan: AnalysisPlan) {
    shelves = collectors.map { $0.collected.partitions }
    self.words = words
    self.plan = plan
    kept = Mutex(Array(repeating: nil, count: CollectedEvents.partitionCount))
  }

  /// Hands every partition to a worker, on the plan's threads.
  ///
  /// With `isLast` each partition's memory is given back when it is done.
  func forEach<Worker: Sendable>(
    isLast: Bool, worker make: @Sendable () -> Worker,
    body: @Sendable (inout Worker, PreparedPartition) -> Void
  ) -> [Worker] {
    inParallel(threads: plan.threads, count: CollectedEvents.partitionCount, worker: make) { worker, number in
      let ready = self.kept.withLock { partitions in
        let partition = partitions[number]
        if isLast { partitions[number] = nil }
        return partition
      }
      let partition =
        ready ?? PreparedPartition(emptying: number, of: self.shelves, words: self.words, plan: self.plan)
      if !isLast, ready == nil { self.kept.withLock { $0[number] = partition } }
      body(&worker, partition)
    }
  }

  /// Gives back what was kept for a further pass.
  func drop() {
    kept.withLock { partitions in
      for number in partitions.indices { partitions[number] = nil }
    }
  }
}
