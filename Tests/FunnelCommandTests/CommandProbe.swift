import FunnelModel
import FunnelReport
import Synchronization

@testable import FunnelCommand

/// Runs the program in process, in a world of memory.
struct CommandProbe {
  /// What a run came to.
  struct Outcome {
    let status: ExitStatus
    let output: String
    let error: String
  }

  var outputTerminal: TerminalStyle?
  var errorIsTerminal = false
  var outputFailure: SinkFailure?
  var interruption: any Interruption = NoInterruption()
  /// 2026-06-01T00:00:00Z.
  var now = Moment(microseconds: 1_780_272_000_000_000)

  func run(_ arguments: String...) -> Outcome { run(arguments) }

  func run(_ arguments: [String]) -> Outcome {
    let output = MemorySink(failure: outputFailure)
    let error = MemorySink()
    let status = FunnelCommand.run(arguments: arguments, io: io(output: output, error: error))
    return Outcome(status: status, output: output.text, error: error.text)
  }

  func io(output: MemorySink, error: MemorySink) -> CommandIO {
    CommandIO(
      output: output, error: error, outputTerminal: outputTerminal, errorIsTerminal: errorIsTerminal, now: now,
      processors: 2, interruption: interruption)
  }
}

/// Keeps what is written, or fails as it is told.
final class MemorySink: OutputSink {
  private let bytes = Mutex<[UInt8]>([])
  private let failure: SinkFailure?

  init(failure: SinkFailure? = nil) {
    self.failure = failure
  }

  func write(_ more: [UInt8]) throws(SinkFailure) {
    if let failure { throw failure }
    bytes.withLock { $0 += more }
  }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}

/// A world without signals.
struct NoInterruption: Interruption {
  func hold() {}
  var isRequested: Bool { false }
  func release(raising: Bool) {}
}
