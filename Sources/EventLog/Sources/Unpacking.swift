import Dispatch
import FunnelModel
import Synchronization

/// A compressed log on its way through the system's own program, whose output is read from a pipe.
///
/// Nothing is kept on a disk, and no shell has a say. When it goes away its program is ended and waited for.
final class Unpacking: Sendable {
  /// How much of what the program says is kept.
  private static let keptBytes = 4_096

  private let file: String
  private let program: (name: String, process: ChildProcess)
  private let said = SaidText()
  private let hasListened = DispatchGroup()
  private let isEnded = Mutex(false)
  /// What hands the log over where it comes through a pipe.
  private let feeder: PipeFeeder?

  /// Where the unpacked bytes are read from.
  let descriptor: Int32

  /// Begins to unpack a log, from a source of its bytes where these can be had only once; an archive of files cannot be one.
  init(_ compression: Compression, of log: OpenLog, from source: StreamSource? = nil) throws(LogFailure) {
    file = log.name
    let isArchive = compression == .zip
    // Its list of files stands at its end.
    if isArchive, source != nil || log.name == "-" {
      throw .compressedStream(file: log.name, program: compression.program)
    }
    let errors = try Pipe(file: log.name)
    defer { errors.closeWriting() }
    let fed = try source.map { _ throws(LogFailure) in try Pipe(file: log.name) }
    defer { fed?.closeReading() }
    let first = try Pipe(file: log.name)
    let child: ChildProcess
    do throws(LogFailure) {
      let input = isArchive ? nil : fed?.reading ?? log.descriptor
      child = try Unpacking.begin(compression, of: log.name, input: input, output: first, errors: errors)
    } catch {
      fed?.closeWriting()
      throw error
    }
    first.closeWriting()
    feeder = if let source, let fed { PipeFeeder(source: source, of: log, into: fed.writing) } else { nil }
    descriptor = first.reading
    program = (compression.program, child)
    listen(to: errors)
  }

  deinit {
    try? end(hasRead: false)
  }

  /// Ends the unpacking; where all was read, a program that failed is told.
  func end(hasRead: Bool) throws(LogFailure) {
    let wasEnded = isEnded.withLock { ended in
      defer { ended = true }
      return ended
    }
    if wasEnded { return }
    if !hasRead { program.process.stop() }
    ChildProcess.close(descriptor)
    let isDone = program.process.wait()
    hasListened.wait()
    // Where the run stops early nobody waits for what may never come through the pipe.
    if hasRead, let failure = feeder?.end() { throw failure }
    if hasRead, !isDone {
      let lines = String(decoding: said.bytes, as: UTF8.self).split(separator: "\n")
      let message = lines.first { !$0.isEmpty }.map(String.init) ?? "it stopped with an error"
      throw .damagedArchive(file: file, program: program.name, message: message)
    }
  }

  private static func begin(
    _ compression: Compression, of file: String, input: Int32?, output: Pipe, errors: Pipe
  ) throws(LogFailure) -> ChildProcess {
    let arguments = compression.arguments(file: file)
    switch ChildProcess.begin(arguments, input: input, output: output.writing, errors: errors.writing) {
    case .success(let process): return process
    case .failure(let failure):
      // Nothing else is opened for a program that is not there.
      output.closeReading()
      output.closeWriting()
      errors.closeReading()
      throw failure.isMissing
        ? .missingProgram(file: file, program: compression.program) : .cannotRead(file: file, code: failure.code)
    }
  }

  /// Keeps the beginning of what the program says, so that none waits for somebody to listen.
  private func listen(to errors: Pipe) {
    let reading = errors.reading
    DispatchQueue.global(qos: .utility).async(group: hasListened) { [said] in
      var source = StreamSource(descriptor: reading, name: "")
      let buffer = TextBuffer(capacity: Unpacking.keptBytes)
      while let count = try? source.read(into: buffer, at: 0, count: buffer.capacity, offset: 0), count > 0 {
        said.add(buffer.bytes(0..<count), atMost: Unpacking.keptBytes)
      }
      ChildProcess.close(reading)
    }
  }
}

/// What programs said, kept by one thread and read by another.
private final class SaidText: Sendable {
  private let kept = Mutex<[UInt8]>([])

  var bytes: [UInt8] { kept.withLock { $0 } }

  func add(_ more: [UInt8], atMost most: Int) {
    kept.withLock { $0 += more.prefix(most - $0.count) }
  }
}
