import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension OpenLog {
  /// The same log as one that can be read again: what can be read only once is first copied to a nameless file in a folder,
  /// which is gone with the log, however the process ends.
  ///
  /// Sound because only bytes that were read into the buffer are written, and no pointer is kept by the system.
  func kept(in folder: String) throws(LogFailure) -> OpenLog {
    guard case .stream = kind else { return self }
    let target = try Self.namelessFile(in: folder, of: name)
    var source = StreamSource(descriptor: descriptor, name: name)
    let buffer = TextBuffer(capacity: 1 << 20)
    var size = 0
    while true {
      let count = try source.readSome(into: buffer)
      if count == 0 { return OpenLog(name: name, handle: target, kind: .file(begin: 0, end: size)) }
      var written = 0
      while written < count {
        let result = unsafe write(target.fileDescriptor, buffer.base + written, count - written)
        if result >= 0 {
          written += result
        } else if errno != EINTR {
          throw .cannotKeep(file: name, folder: folder, code: errno)
        }
      }
      size += count
    }
  }

  /// Turns to the log's first byte, for whoever reads on from where the system stands; a stream stays where it is.
  func turnToBeginning() {
    if case .file(let begin, _) = kind { _ = lseek(descriptor, off_t(begin), SEEK_SET) }
  }

  private static func namelessFile(in folder: String, of log: String) throws(LogFailure) -> FileHandle {
    #if os(Linux)
      // O_TMPFILE, which is no constant that Swift can see: a file that never had a name.
      let nameless = systemOpen(folder, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o600)
      if nameless >= 0 { return FileHandle(fileDescriptor: nameless, closeOnDealloc: true) }
    // Some file systems cannot do this; what else is wrong shows again below.
    #endif
    var name = Array((folder + "/funnel-XXXXXX").utf8CString)
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw .cannotKeep(file: log, folder: folder, code: errno) }
    unsafe unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

/// `open` of the system, which a method above has the name of.
private func systemOpen(_ name: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(name, flags, mode) }
