import Dispatch
import Synchronization

/// Takes the numbers below `count` off one by one on several threads, each with a worker of its own.
///
/// The workers come back in no particular order, so what they hold must not depend on who took which number.
func inParallel<Worker: Sendable>(
  threads: Int, count: Int, worker make: @Sendable () -> Worker, body: @Sendable (inout Worker, Int) -> Void
) -> [Worker] {
  let next = Atomic<Int>(0)
  let finished = Mutex<[Worker]>([])
  DispatchQueue.concurrentPerform(iterations: max(1, min(threads, count))) { _ in
    var worker = make()
    while true {
      let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard number < count else { break }
      body(&worker, number)
    }
    finished.withLock { $0.append(worker) }
  }
  return finished.withLock { $0 }
}
