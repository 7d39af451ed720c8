#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A hold on a file of its own, waited for, that the system lets go of when the process ends, however it ends.
///
/// The file is made where it is missing, and stays: one that is removed could be held by two runs, each by another file.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the hold, after every other run that has it.
  init(_ path: String) throws(SystemFailure) {
    // Sound: the path lives for the call, and the descriptor is this value's alone.
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw SystemFailure(code: errno) }
    while flock(descriptor, LOCK_EX) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(descriptor)
      throw SystemFailure(code: code)
    }
  }

  deinit {
    close(descriptor)
  }
}
