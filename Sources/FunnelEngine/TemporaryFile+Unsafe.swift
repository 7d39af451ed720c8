#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A call on a temporary file that failed, by its error number.
struct TemporaryFileFailure: Error, Equatable {
  let code: Int32
}

/// A file without a name: it is gone with the process, however that ends.
///
/// Sound because every pointer that is passed lives for the call, and none is kept by the system.
final class TemporaryFile: Sendable {
  private let descriptor: Int32

  /// A new empty file in a folder.
  convenience init(in folder: String) throws(TemporaryFileFailure) {
    #if os(Linux)
      // O_TMPFILE, which is no constant that Swift can see: a file that never had a name.
      let nameless = unsafe open(folder, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o600)
      if nameless >= 0 {
        self.init(descriptor: nameless)
        return
      }
    // Some file systems cannot do this; what else is wrong shows again below.
    #endif
    var name = Array((folder + "/funnel-XXXXXX").utf8CString)
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw TemporaryFileFailure(code: errno) }
    unsafe unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.init(descriptor: descriptor)
  }

  /// A file that is open, and closed with this object.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Writes all of some bytes at an offset.
  func write(_ start: UnsafeRawPointer, _ count: Int, at offset: Int) throws(TemporaryFileFailure) {
    var done = 0
    while done < count {
      let written = unsafe pwrite(descriptor, start + done, count - done, off_t(offset + done))
      if written > 0 {
        done += written
      } else if written == 0 {
        throw TemporaryFileFailure(code: ENOSPC)
      } else if errno != EINTR {
        throw TemporaryFileFailure(code: errno)
      }
    }
  }

  /// Reads as many bytes at an offset as were asked for; fewer are a failure.
  func read(into start: UnsafeMutableRawPointer, _ count: Int, at offset: Int) throws(TemporaryFileFailure) {
    var done = 0
    while done < count {
      let got = unsafe pread(descriptor, start + done, count - done, off_t(offset + done))
      if got > 0 {
        done += got
      } else if got == 0 {
        throw TemporaryFileFailure(code: EIO)
      } else if errno != EINTR {
        throw TemporaryFileFailure(code: errno)
      }
    }
  }
}

// What is read back are the bytes that were written of the same values.
extension TemporaryFile {
  /// Writes plain values one behind the other at an offset.
  func write<Element: BitwiseCopyable>(_ elements: [Element], at offset: Int) throws(TemporaryFileFailure) {
    let result = unsafe elements.withUnsafeBytes { bytes in
      Result { () throws(TemporaryFileFailure) in
        try unsafe write(address(of: bytes), bytes.count, at: offset)
      }
    }
    try result.get()
  }

  /// The plain values at an offset, as many as were asked for; fewer are a failure.
  func read<Element: BitwiseCopyable>(
    _ count: Int, at offset: Int, as _: Element.Type
  ) throws(TemporaryFileFailure) -> [Element] {
    var failure: TemporaryFileFailure?
    let elements = unsafe [Element](unsafeUninitializedCapacity: count) { buffer, made in
      do throws(TemporaryFileFailure) {
        guard count > 0, let start = buffer.baseAddress else { return }
        try unsafe read(into: UnsafeMutableRawPointer(start), count * MemoryLayout<Element>.stride, at: offset)
        made = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return elements
  }
}
