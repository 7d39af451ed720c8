import FunnelModel
import Synchronization

/// What the workers of one reading share: whether to go on, how much was read, and the first failure.
final class ReadingCourseKeeper: Sendable {
  private let stopped = Atomic(false)
  private let bytes = Atomic(0)
  private let failure = Mutex<LogFailure?>(nil)
  /// What logs turned out to be that were told while they were read, by log and file of an archive.
  private let found = Mutex<[Int: [Int: (name: String, shape: LogShape)]]>([:])
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

  /// Keeps what a log, or a file of an archive, turned out to be, and what it is called.
  func tell(_ shape: LogShape, of part: LogPart, name: String) {
    found.withLock { $0[part.log, default: [:]][part.member] = (name, shape) }
  }

  /// What the log, or the file of an archive, is called that a part is of, if it was told while it was read.
  func name(of part: LogPart) -> String? {
    found.withLock { $0[part.log]?[part.member]?.name }
  }

  /// What the logs were taken for.
  ///
  /// Of an archive it is each file's, unless all are alike. What holds nothing that tells is left out.
  func sources(of logs: [OpenLog], or shapes: [LogShape]) -> [LogSource] {
    let found = found.withLock { $0 }
    return logs.indices.flatMap { place -> [LogSource] in
      let all = found[place]?.sorted { $0.key < $1.key }.map(\.value) ?? [(logs[place].name, shapes[place])]
      let told = all.filter(\.shape.isTold)
      let isOne = Set(told.map { [$0.shape.format.rawValue, "\($0.shape.localSeconds)"] }).count == 1
      return (isOne ? Array(told.prefix(1)) : told).map {
        LogSource(
          file: isOne ? logs[place].name : $0.name, format: $0.shape.format, localSeconds: $0.shape.localSeconds)
      }
    }
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
