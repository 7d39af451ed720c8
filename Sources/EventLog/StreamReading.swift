import Dispatch
import FunnelModel
import Synchronization

/// A stream whose blocks of whole lines the workers read in turn, each those that it then looks through.
///
/// What a worker has just read lies in the cache that is nearest to it. Memory is bounded: a buffer a worker, and one.
final class StreamReading: Sendable {
  /// What a worker takes.
  private enum Block {
    case lines(part: LogPart, region: Range<Int>, buffer: TextBuffer)
    case overlong(part: LogPart, line: OverlongLine)
  }

  /// Where the stream stands.
  private struct State {
    var cutter: LineCutter<StreamSource, Taking>
    var hasBegun = false
    var isEnded = false
  }

  private let shape: LogShape
  private let limits: ReadingLimits
  private let course: ReadingCourseKeeper
  private let state: Mutex<State>

  /// A reading of the bytes of a log, whose parts are numbered on from one.
  init(
    _ source: StreamSource, shape: LogShape, log: LogPart, limits: ReadingLimits, maxLineBytes: Int,
    course: ReadingCourseKeeper
  ) {
    self.shape = shape
    self.limits = limits
    self.course = course
    state = Mutex(
      State(
        cutter: LineCutter(
          source: source, target: Taking(log: log, limits: limits, course: course),
          buffer: TextBuffer(capacity: limits.bufferBytes), begin: 0, limit: .max, maxLineBytes: maxLineBytes)))
  }

  /// Reads the stream by all workers; returns when all is read.
  func run(_ workers: [ReadingWorker]) {
    DispatchQueue.concurrentPerform(iterations: workers.count) { work(workers[$0]) }
  }

  private func work(_ worker: ReadingWorker) {
    var used: TextBuffer?
    while !course.isStopped, let block = nextBlock(inPlaceOf: used) {
      used = nil
      switch block {
      case .lines(let part, let region, let buffer):
        worker.begin(part, shape: shape)
        if worker.read(region, of: buffer) == .stop { course.stop() }
        worker.end(part)
        // A giant line's memory is given back.
        if buffer.capacity <= max(limits.bufferBytes, ReadingLimits.keptBytes) { used = buffer }
      case .overlong(let part, let line):
        worker.begin(part, shape: shape)
        worker.readOverlong(line)
        worker.end(part)
      }
    }
  }

  /// Reads the next block, while other workers are busy with theirs; nil at the end.
  private func nextBlock(inPlaceOf used: TextBuffer?) -> Block? {
    state.withLock { state in
      if let used { state.cutter.target.spare.append(used) }
      guard !state.isEnded else { return nil }
      do throws(LogFailure) {
        if state.hasBegun {
          try state.cutter.cut()
        } else {
          state.hasBegun = true
          try state.cutter.cutFromBeginning()
        }
      } catch {
        course.fail(error)
      }
      state.isEnded = !state.cutter.isPaused || course.isStopped
      return state.cutter.target.takeBlock()
    }
  }

  /// Keeps what is cut until a worker takes it.
  private struct Taking: LineTarget {
    private let log: LogPart
    private let limits: ReadingLimits
    private let course: ReadingCourseKeeper
    private var block: Block?
    private var part = 0
    /// Buffers that no worker needs any more.
    var spare: [TextBuffer] = []

    init(log: LogPart, limits: ReadingLimits, course: ReadingCourseKeeper) {
      self.log = log
      self.limits = limits
      self.course = course
    }

    var pauses: Bool { block != nil }

    mutating func takeBlock() -> Block? {
      defer { block = nil }
      return block
    }

    mutating func take(_ region: Range<Int>, bytes: Int, of buffer: TextBuffer, rest: Range<Int>) -> TextBuffer? {
      course.count(bytes)
      if course.isStopped { return nil }
      if region.isEmpty {
        buffer.takeOver(rest, of: buffer)
        return buffer
      }
      let next = spare.popLast() ?? TextBuffer(capacity: limits.bufferBytes)
      next.grow(to: rest.count, keeping: 0)
      next.takeOver(rest, of: buffer)
      block = .lines(part: nextPart(), region: region, buffer: buffer)
      return next
    }

    mutating func take(_ line: OverlongLine) -> ReadingCourse {
      course.count(line.bytes)
      block = .overlong(part: nextPart(), line: line)
      return course.isStopped ? .stop : .goOn
    }

    private mutating func nextPart() -> LogPart {
      part += 1
      return LogPart(log: log.log, member: log.member, part: part)
    }
  }
}
