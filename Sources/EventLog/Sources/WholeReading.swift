import FunnelModel
import Synchronization

/// Logs that are read from their beginning to their end: streams, compressed ones, and those without lines.
final class WholeReading: Sendable {
  private let logs: [OpenLog]
  private let run: Range<Int>
  private let looks: LogLooks
  private let plan: ReadingPlan
  private let limits: ReadingLimits
  private let maxLineBytes: Int
  private let course: ReadingCourseKeeper
  private let next: Atomic<Int>

  /// A reading of neighbouring logs.
  init(
    _ logs: [OpenLog], _ run: Range<Int>, looks: LogLooks, plan: ReadingPlan, limits: ReadingLimits,
    course: ReadingCourseKeeper
  ) {
    self.logs = logs
    self.run = run
    self.looks = looks
    self.plan = plan
    self.limits = limits
    maxLineBytes = limits.maxLineBytes(of: plan)
    self.course = course
    next = Atomic(run.lowerBound)
  }

  /// Reads logs until none is left, each by this worker alone, while others read others.
  func work(_ worker: ReadingWorker) {
    while !course.isStopped {
      let place = next.add(1, ordering: .relaxed).oldValue
      guard place < run.upperBound else { return }
      read(place, [worker])
    }
  }

  /// Reads the only log by all workers, if it has lines.
  func readAlone(_ workers: [ReadingWorker]) {
    read(run.lowerBound, workers)
  }

  private func read(_ place: Int, _ workers: [ReadingWorker]) {
    let log = logs[place]
    do throws(LogFailure) {
      let unpacking = try unpacking(of: log, compression: looks.compressions[place], isOpen: looks.isOpen[place])
      var source = unpacking.source
      do throws(LogFailure) {
        var shape = looks.shapes[place]
        if looks.isOpen[place] {
          shape = try tell(&source, of: log)
          course.tell(shape, ofLog: place)
        }
        try read(source, shape: shape, place: place, workers)
      } catch {
        // What the unpacking program says goes before what is then wrong with its output.
        if !error.isOfContent { try unpacking.process?.end(hasRead: true) }
        throw error
      }
      try unpacking.process?.end(hasRead: !course.isStopped)
    } catch {
      course.fail(error)
    }
  }

  /// Where a log's bytes come from, and what unpacks them where it is compressed, which of a stream only its bytes tell.
  private func unpacking(
    of log: OpenLog, compression: Compression?, isOpen: Bool
  ) throws(LogFailure) -> (process: Unpacking?, source: StreamSource) {
    log.turnToBeginning()
    var source = StreamSource(descriptor: log.descriptor, name: log.name)
    let process: Unpacking
    if let compression {
      process = try Unpacking(compression, of: log)
    } else if isOpen, let compression = Compression(try source.look(Compression.tellingBytes).sample) {
      process = try Unpacking(compression, of: log, from: source)
    } else {
      return (nil, source)
    }
    return (process, StreamSource(descriptor: process.descriptor, name: log.name))
  }

  private func tell(_ source: inout StreamSource, of log: OpenLog) throws(LogFailure) -> LogShape {
    var wanted = LogShape.sampleBytes
    while true {
      let (sample, isWhole) = try source.look(wanted)
      if let shape = try LogShape.tell(sample, of: log.name, isWhole: isWhole, plan: plan) { return shape }
      wanted *= 4
    }
  }

  private func read(
    _ source: StreamSource, shape: LogShape, place: Int, _ workers: [ReadingWorker]
  ) throws(LogFailure) {
    if shape.framing != .braces, !shape.isInParts, workers.count > 1 {
      StreamReading(
        source, shape: shape, place: place, workers: workers.count, limits: limits, maxLineBytes: maxLineBytes,
        course: course
      ).run(workers)
      return
    }
    let worker = workers[0]
    let part = LogPart(log: place, part: 0)
    worker.begin(part, shape: shape)
    defer { worker.end(part) }
    if shape.framing != .braces {
      let buffer = TextBuffer(capacity: limits.bufferBytes)
      var cutter = LineCutter(
        source: source, target: WorkerTarget(worker: worker, course: course, limits: limits, buffer: buffer),
        buffer: buffer, begin: 0, limit: .max, maxLineBytes: maxLineBytes)
      try cutter.cutFromBeginning()
    } else {
      var cutter = RecordCutter(
        source: source, worker: worker, course: course, limits: limits, maxLineBytes: maxLineBytes)
      try cutter.cut()
    }
  }
}
