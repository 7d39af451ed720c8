import Dispatch
import FunnelModel
import Synchronization

/// A stream read by one producer, which hands blocks of whole lines to the workers.
///
/// Memory is bounded: the producer waits where all buffers are in the workers' hands.
final class StreamReading: Sendable {
  /// What the producer hands over.
  private enum Block: Sendable {
    case lines(part: LogPart, region: Range<Int>, buffer: TextBuffer)
    case overlong(part: LogPart, line: OverlongLine)
  }

  private struct Queue {
    var blocks: [Block] = []
    var first = 0
    var spare: [TextBuffer] = []
  }

  private let source: StreamSource
  private let shape: LogShape
  private let log: LogPart
  private let limits: ReadingLimits
  private let maxLineBytes: Int
  private let course: ReadingCourseKeeper
  private let queue = Mutex(Queue())
  /// Counts the blocks that wait; once more per worker at the end.
  private let waiting = DispatchSemaphore(value: 0)
  /// Counts the blocks that may still be handed over.
  private let room: DispatchSemaphore

  /// A reading of the bytes of a log, whose parts are numbered on from one.
  init(
    _ source: StreamSource, shape: LogShape, log: LogPart, workers: Int, limits: ReadingLimits, maxLineBytes: Int,
    course: ReadingCourseKeeper
  ) {
    self.source = source
    self.shape = shape
    self.log = log
    self.limits = limits
    self.maxLineBytes = maxLineBytes
    self.course = course
    room = DispatchSemaphore(value: 2 * workers + 1)
  }

  /// Reads the stream on this thread and its lines on the workers'; returns when all are read.
  func run(_ workers: [ReadingWorker]) {
    let group = DispatchGroup()
    for worker in workers {
      DispatchQueue.global(qos: .userInitiated).async(group: group) { self.work(worker) }
    }
    produce()
    for _ in workers { waiting.signal() }
    group.wait()
  }

  private func produce() {
    var cutter = LineCutter(
      source: source, target: Handing(reading: self),
      buffer: TextBuffer(capacity: limits.bufferBytes), begin: 0, limit: .max, maxLineBytes: maxLineBytes)
    do throws(LogFailure) {
      try cutter.cutFromBeginning()
    } catch {
      course.fail(error)
    }
  }

  private func work(_ worker: ReadingWorker) {
    while true {
      waiting.wait()
      guard let block = takeBlock() else { return }
      // After a stop blocks are still taken, so that the producer never waits in vain.
      if !course.isStopped { read(block, worker) }
      if case .lines(_, _, let buffer) = block, buffer.capacity <= max(limits.bufferBytes, ReadingLimits.keptBytes) {
        queue.withLock { $0.spare.append(buffer) }
      }
      room.signal()
    }
  }

  private func read(_ block: Block, _ worker: ReadingWorker) {
    switch block {
    case .lines(let part, let region, let buffer):
      worker.begin(part, shape: shape)
      if worker.read(region, of: buffer) == .stop { course.stop() }
      worker.end(part)
    case .overlong(let part, let line):
      worker.begin(part, shape: shape)
      worker.readOverlong(line)
      worker.end(part)
    }
  }

  private func takeBlock() -> Block? {
    queue.withLock { queue in
      guard queue.first < queue.blocks.count else { return nil }
      let block = queue.blocks[queue.first]
      queue.first += 1
      if queue.first == queue.blocks.count {
        queue.blocks.removeAll(keepingCapacity: true)
        queue.first = 0
      }
      return block
    }
  }

  private func hand(_ block: Block) {
    room.wait()
    queue.withLock { $0.blocks.append(block) }
    waiting.signal()
  }

  private func spareBuffer() -> TextBuffer {
    queue.withLock { $0.spare.popLast() } ?? TextBuffer(capacity: limits.bufferBytes)
  }

  /// Hands lines over to the workers.
  private struct Handing: LineTarget {
    let reading: StreamReading
    private var part = 0

    init(reading: StreamReading) {
      self.reading = reading
    }

    mutating func take(_ region: Range<Int>, bytes: Int, of buffer: TextBuffer, rest: Range<Int>) -> TextBuffer? {
      reading.course.count(bytes)
      if reading.course.isStopped { return nil }
      if region.isEmpty {
        buffer.takeOver(rest, of: buffer)
        return buffer
      }
      let next = reading.spareBuffer()
      next.grow(to: rest.count, keeping: 0)
      next.takeOver(rest, of: buffer)
      reading.hand(.lines(part: nextPart(), region: region, buffer: buffer))
      return next
    }

    mutating func take(_ line: OverlongLine) -> ReadingCourse {
      reading.course.count(line.bytes)
      reading.hand(.overlong(part: nextPart(), line: line))
      return reading.course.isStopped ? .stop : .goOn
    }

    private mutating func nextPart() -> LogPart {
      part += 1
      return LogPart(log: reading.log.log, member: reading.log.member, part: part)
    }
  }
}
