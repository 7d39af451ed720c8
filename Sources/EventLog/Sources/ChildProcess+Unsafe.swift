import Foundation
import FunnelModel
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pipe whose ends no child inherits but where it is told to.
struct Pipe {
  let reading: Int32
  let writing: Int32

  /// A new pipe; the failure names the log that it is for.
  init(file: String) throws(LogFailure) {
    var ends: (Int32, Int32) = (-1, -1)
    // No program may begin between the two steps: it would inherit an end, and keep it open.
    let code = ChildProcess.beginning.withLock { _ -> Int32 in
      let result = unsafe withUnsafeMutablePointer(to: &ends) { ends in
        unsafe ends.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe($0) }
      }
      guard result == 0 else { return errno }
      _ = fcntl(ends.0, F_SETFD, FD_CLOEXEC)
      _ = fcntl(ends.1, F_SETFD, FD_CLOEXEC)
      return 0
    }
    guard code == 0 else { throw .cannotRead(file: file, code: code) }
    (reading, writing) = ends
  }

  func closeReading() { ChildProcess.close(reading) }
  func closeWriting() { ChildProcess.close(writing) }
}

/// A program of the system's that runs beside this one.
///
/// Sound because what is handed to the system lives until the call returns.
final class ChildProcess: Sendable {
  /// Why a program does not run.
  struct Failure: Error {
    var code: Int32
    var isMissing: Bool { code == ENOENT }
  }

  /// Held while a program begins.
  static let beginning = Mutex(())

  private let identifier: pid_t
  private let outcome = Mutex<Bool?>(nil)

  private init(identifier: pid_t) {
    self.identifier = identifier
  }

  deinit {
    if outcome.withLock({ $0 == nil }) {
      stop()
      _ = wait()
    }
  }

  /// Begins a program, looked for in the search path, by its words; without an input it has nothing to read.
  static func begin(
    _ words: [String], input: Int32?, output: Int32, errors: Int32
  ) -> Result<ChildProcess, Failure> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)

    // What a program says is shown, so it is to be the same everywhere.
    let environment = ProcessInfo.processInfo.environment.filter { $0.key != "LC_ALL" }.map { "\($0.key)=\($0.value)" }
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    let variables = unsafe (environment + ["LC_ALL=C"]).map { unsafe strdup($0) } + [nil]
    defer {
      unsafe arguments.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var identifier: pid_t = 0
    let code = beginning.withLock { _ in
      unsafe posix_spawnp(&identifier, words[0], &actions, nil, arguments, variables)
    }
    return code == 0 ? .success(ChildProcess(identifier: identifier)) : .failure(Failure(code: code))
  }

  /// Asks the program to end.
  func stop() {
    if outcome.withLock({ $0 == nil }) { kill(identifier, SIGTERM) }
  }

  /// Waits for the program's end; whether it ended well.
  func wait() -> Bool {
    outcome.withLock { outcome in
      if let outcome { return outcome }
      var status: Int32 = 0
      var result: pid_t
      repeat {
        result = unsafe waitpid(identifier, &status, 0)
      } while result < 0 && errno == EINTR
      let endedWell = result == identifier && status == 0
      outcome = endedWell
      return endedWell
    }
  }

  /// Gives an end of a pipe back to the system.
  static func close(_ descriptor: Int32) {
    _ = systemClose(descriptor)
  }
}

/// `close` of the system, which the method above has the name of.
private func systemClose(_ descriptor: Int32) -> Int32 {
  close(descriptor)
}
