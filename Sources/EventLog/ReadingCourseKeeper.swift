import FunnelModel
import Synchronization

/// What the workers of one reading share: whether to go on, how much was read, and the first failure.
final class ReadingCourseKeeper: Sendable {
  private let stopped = Atomic(false)
  private let bytes = Atomic(0)
  private let failure = Mutex<LogFailure?>(nil)
  /// What logs turned out to be that were told while they were read.
  private let found = Mutex<[Int: LogShape]>([:])
  private let progress: (@Sendable (Int) -> Void)?

  /// Nothing read yet.
  init(progress: (@Sendable (Int) -> Void)?) {
    self.progress = progress
  }

  /// Whether no more is to be read.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// How many bytes were read.
  var bytesRead: Int { bytes.load(ordering: .relaxed) }

  /// Counts bytes that were read.
  func count(_ more: Int) {
    let (_, total) = bytes.add(more, ordering: .relaxed)
    progress?(total)
  }

  /// Keeps what a log turned out to be.
  func tell(_ shape: LogShape, ofLog place: Int) {
    found.withLock { $0[place] = shape }
  }

  /// What each log was taken for, of those that nobody told what was known before.
  func shapes(or shapes: [LogShape]) -> [LogShape] {
    let found = found.withLock { $0 }
    return shapes.indices.map { found[$0] ?? shapes[$0] }
  }

  /// Ends the reading.
  func stop() {
    stopped.store(true, ordering: .relaxed)
  }

  /// Ends the reading for a reason; the first counts.
  func fail(_ reason: LogFailure) {
    failure.withLock { $0 = $0 ?? reason }
    stop()
  }

  /// Throws the failure, if there was one.
  func check() throws(LogFailure) {
    if let reason = failure.withLock({ $0 }) { throw reason }
  }
}
