#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A hold on a folder that the system lets go of when the process ends, however it ends.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Takes the hold on a folder, which must exist.
  ///
  /// - Throws: `EWOULDBLOCK` where another run holds it, `ENOENT` where the folder went away meanwhile.
  init(_ path: String) throws(SystemFailure) {
    descriptor = unsafe open(FileCalls.name(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { throw SystemFailure(code: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      throw SystemFailure(code: code)
    }
    // Another run may have removed the folder, and made it anew, between the two calls above.
    guard Self.isSame(descriptor, path) else {
      close(descriptor)
      throw SystemFailure(code: ENOENT)
    }
  }

  deinit {
    close(descriptor)
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    // Sound: both structures outlive the calls that fill them.
    var held = stat()
    var named = stat()
    guard unsafe fstat(descriptor, &held) == 0, unsafe stat(FileCalls.name(path), &named) == 0 else { return false }
    return held.st_dev == named.st_dev && held.st_ino == named.st_ino
  }
}
