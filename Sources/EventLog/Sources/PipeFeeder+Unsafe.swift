import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Hands the bytes of a source over to a program, through a pipe, on a thread of its own.
///
/// Sound because only bytes that were read into the buffer are written.
final class PipeFeeder: Sendable {
  private static let bufferBytes = 64 << 10

  private let failure = Mutex<LogFailure?>(nil)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Begins to hand over, and closes the pipe's end when nothing is left or nobody takes it; the log stays open meanwhile.
  init(source: StreamSource, of log: OpenLog, into descriptor: Int32) {
    Thread.detachNewThread { [self] in
      PipeFeeder.letWritesFail()
      do throws(LogFailure) {
        try PipeFeeder.feed(source, into: descriptor)
      } catch {
        failure.withLock { $0 = error }
      }
      ChildProcess.close(descriptor)
      withExtendedLifetime(log) {}
      hasEnded.signal()
    }
  }

  /// Waits for the end; why the source could not be read, or nil.
  func end() -> LogFailure? {
    hasEnded.wait()
    return failure.withLock { $0 }
  }

  private static func feed(_ source: StreamSource, into descriptor: Int32) throws(LogFailure) {
    var source = source
    let buffer = TextBuffer(capacity: bufferBytes)
    while true {
      let count = try source.readSome(into: buffer)
      if count == 0 { return }
      var written = 0
      while written < count {
        let result = unsafe write(descriptor, buffer.base + written, count - written)
        if result > 0 {
          written += result
        } else if result < 0, errno != EINTR {
          // The program has ended: it says itself why. What comes behind the source's bytes must be found at its place.
          while source.isPart, try source.readSome(into: buffer) > 0 {}
          return
        }
      }
    }
  }

  /// A program that ended is to be told by the write that fails, not by a signal that ends this one.
  private static func letWritesFail() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
