import FunnelModel
import Synchronization

/// Files cut into spans, which the workers take one after the other.
final class SpanReading: Sendable {
  /// A part of a file: the lines that begin in it.
  struct Span: Sendable {
    var part: LogPart
    var log: OpenLog
    var shape: LogShape
    /// Where the log begins, which is not the file's beginning for standard input that was read from before.
    var logBegin: Int
    var begin: Int
    var end: Int
  }

  private let spans: [Span]
  private let next = Atomic(0)
  private let limits: ReadingLimits
  private let maxLineBytes: Int
  private let course: ReadingCourseKeeper

  /// The spans of some neighbouring logs that are all files; `first` is the first one's place among all logs.
  init(
    _ logs: ArraySlice<OpenLog>, shapes: ArraySlice<LogShape>, limits: ReadingLimits, maxLineBytes: Int,
    course: ReadingCourseKeeper
  ) {
    var spans: [Span] = []
    for (place, log) in zip(logs.indices, logs) {
      let shape = shapes[place]
      guard case .file(let logBegin, let logEnd) = log.kind else { continue }
      var begin = logBegin
      while begin < logEnd {
        let end = min(begin + limits.spanBytes, logEnd)
        let part = LogPart(log: place, part: (begin - logBegin) / limits.spanBytes)
        spans.append(Span(part: part, log: log, shape: shape, logBegin: logBegin, begin: begin, end: end))
        begin = end
      }
    }
    self.spans = spans
    self.limits = limits
    self.maxLineBytes = maxLineBytes
    self.course = course
  }

  /// How many spans there are.
  var count: Int { spans.count }

  /// Reads spans until none is left.
  func work(_ worker: ReadingWorker) {
    var buffer = TextBuffer(capacity: limits.bufferBytes)
    while !course.isStopped {
      let place = next.add(1, ordering: .relaxed).oldValue
      guard place < spans.count else { return }
      do throws(LogFailure) {
        buffer = try read(spans[place], worker, buffer)
      } catch {
        course.fail(error)
      }
    }
  }

  private func read(_ span: Span, _ worker: ReadingWorker, _ buffer: TextBuffer) throws(LogFailure) -> TextBuffer {
    worker.begin(span.part, shape: span.shape)
    defer { worker.end(span.part) }
    var cutter = LineCutter(
      source: FileSource(descriptor: span.log.descriptor, name: span.log.name),
      target: WorkerTarget(worker: worker, course: course, limits: limits, buffer: buffer),
      buffer: buffer, begin: span.begin, limit: span.end, maxLineBytes: maxLineBytes)
    if span.begin == span.logBegin {
      try cutter.cutFromBeginning()
    } else {
      try cutter.cutFromWithin()
    }
    return cutter.target.buffer
  }
}

/// Has lines read at once, by the worker that cuts them.
struct WorkerTarget: LineTarget {
  let worker: ReadingWorker
  let course: ReadingCourseKeeper
  let limits: ReadingLimits
  /// The buffer that is in use.
  private(set) var buffer: TextBuffer

  mutating func take(_ region: Range<Int>, bytes: Int, of buffer: TextBuffer, rest: Range<Int>) -> TextBuffer? {
    if !region.isEmpty, worker.read(region, of: buffer) == .stop { course.stop() }
    course.count(bytes)
    if course.isStopped { return nil }
    // A giant line's memory is given back, a long line's is kept: the next may be as long.
    if buffer.capacity > max(limits.bufferBytes, ReadingLimits.keptBytes), rest.count < limits.bufferBytes {
      self.buffer = TextBuffer(capacity: limits.bufferBytes)
    } else {
      self.buffer = buffer
    }
    self.buffer.takeOver(rest, of: buffer)
    return self.buffer
  }

  mutating func take(_ line: OverlongLine) -> ReadingCourse {
    worker.readOverlong(line)
    course.count(line.bytes)
    return course.isStopped ? .stop : .goOn
  }
}
