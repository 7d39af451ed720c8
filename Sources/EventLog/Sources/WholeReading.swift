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
      log.turnToBeginning()
      var source = StreamSource(descriptor: log.descriptor, name: log.name)
      var compression = looks.compressions[place]
      // Of a stream only its bytes tell.
      let isFed = compression == nil
      if isFed, looks.isOpen[place] { compression = Compression(try source.look(Compression.tellingBytes).sample) }
      let part = LogPart(log: place, part: 0)
      if compression == .zip, !isFed, let list = try ArchiveList(of: log) {
        try readArchive(log, list: list, place: place, workers)
      } else if let compression {
        try read(Unpacking(compression, of: log, from: isFed ? source : nil), of: log, part: part, workers)
      } else {
        try read(source, of: log, part: part, shape: looks.isOpen[place] ? nil : looks.shapes[place], workers)
      }
    } catch {
      course.fail(error)
    }
  }

  /// Reads the files of an archive, each as a log of its own, one after the other.
  private func readArchive(
    _ log: OpenLog, list: ArchiveList, place: Int, _ workers: [ReadingWorker]
  ) throws(LogFailure) {
    if list.isEmpty { return }
    if let closed = list.members.first(where: { !$0.isPassedOver && ($0.isEncrypted || !$0.canBeUnpacked) }) {
      throw .closedMember(
        file: log.name, program: Compression.zip.program, member: String(decoding: closed.name, as: UTF8.self),
        isEncrypted: closed.isEncrypted)
    }
    let unpacking = try Unpacking(.zip, of: log)
    do throws(LogFailure) {
      for (number, member) in list.members.enumerated() where !course.isStopped {
        let file = OpenLog(
          name: log.name + "/" + String(decoding: member.name, as: UTF8.self), handle: log.handle, kind: .stream)
        var source = StreamSource(descriptor: unpacking.descriptor, name: file.name, count: member.bytes)
        if member.isPassedOver || member.bytes == 0 {
          let buffer = TextBuffer(capacity: ReadingLimits.passingBytes)
          while try source.readSome(into: buffer) > 0 {}
          continue
        }
        let part = LogPart(log: place, member: number, part: 0)
        if let compression = Compression(try source.look(Compression.tellingBytes).sample) {
          try read(Unpacking(compression, of: file, from: source), of: file, part: part, workers)
        } else {
          try read(source, of: file, part: part, shape: nil, workers)
        }
      }
    } catch {
      // The program is stopped amid its work, and what it says of that is nothing to tell.
      try unpacking.end(hasRead: false)
      throw error
    }
    try unpacking.end(hasRead: !course.isStopped)
  }

  /// Reads what a program unpacks.
  private func read(
    _ unpacking: Unpacking, of log: OpenLog, part: LogPart, _ workers: [ReadingWorker]
  ) throws(LogFailure) {
    do throws(LogFailure) {
      let source = StreamSource(descriptor: unpacking.descriptor, name: log.name)
      try read(source, of: log, part: part, shape: nil, workers)
    } catch {
      // What the unpacking program says goes before what is then wrong with its output.
      try unpacking.end(hasRead: !error.isOfContent)
      throw error
    }
    try unpacking.end(hasRead: !course.isStopped)
  }

  /// Reads a text, whose shape is told from its first bytes where it is not known.
  private func read(
    _ source: StreamSource, of log: OpenLog, part: LogPart, shape known: LogShape?, _ workers: [ReadingWorker]
  ) throws(LogFailure) {
    var source = source
    var shape = LogShape()
    if let known {
      shape = known
    } else {
      shape = try tell(&source, of: log)
      course.tell(shape, of: part, name: log.name)
    }
    if shape.framing != .braces, !shape.isInParts, workers.count > 1 {
      StreamReading(source, shape: shape, log: part, limits: limits, maxLineBytes: maxLineBytes, course: course)
        .run(workers)
      return
    }
    let worker = workers[0]
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

  private func tell(_ source: inout StreamSource, of log: OpenLog) throws(LogFailure) -> LogShape {
    var wanted = LogShape.sampleBytes
    while true {
      let (sample, isWhole) = try source.look(wanted)
      if let shape = try LogShape.tell(sample, of: log.name, isWhole: isWhole, plan: plan) { return shape }
      wanted = LogShape.moreBytes(than: wanted, plan: plan)
    }
  }
}
