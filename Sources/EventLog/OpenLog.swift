public import Foundation
import FunnelModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A log that is open for reading.
public struct OpenLog: Sendable {
  /// How its bytes can be had.
  public enum Kind: Hashable, Sendable {
    /// A file on a disk, readable at any offset: its bytes lie from `begin` to before `end`.
    case file(begin: Int, end: Int)
    /// Anything else: its bytes come one after the other, once.
    case stream
  }

  /// The log as the user named it, as `SystemWord` keeps it.
  public let name: String
  /// What it is read from.
  public let handle: FileHandle
  /// How its bytes can be had.
  public let kind: Kind
  /// Other names, of those that the user gave, under which the same file stands; it is read once.
  public internal(set) var otherNames: [String] = []
  /// What the system knows a file on a disk by, however it is named.
  let identity: Identity?

  /// What the system knows a file by.
  struct Identity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  /// A log that was opened.
  init(name: String, handle: FileHandle, kind: Kind, identity: Identity? = nil) {
    self.name = name
    self.handle = handle
    self.kind = kind
    self.identity = identity
  }

  /// How many bytes there were when it was opened, or nil for a stream.
  public var size: Int? {
    switch kind {
    case .file(let begin, let end): end - begin
    case .stream: nil
    }
  }

  /// The system's number for it, good as long as this value is kept.
  var descriptor: Int32 { handle.fileDescriptor }

  /// The same log with nothing left of it.
  var atItsEnd: OpenLog {
    switch kind {
    case .file(_, let end): OpenLog(name: name, handle: handle, kind: .file(begin: end, end: end))
    case .stream: self
    }
  }

  /// Opens a file by its name, as `SystemWord` keeps it; `-` is standard input, from where it stands.
  ///
  /// A file that says it is empty is a stream: the system's own files say so and still hold something.
  static func open(_ name: String) throws(LogFailure) -> OpenLog {
    let handle: FileHandle
    if name == "-" {
      handle = .standardInput
    } else {
      var descriptor: Int32
      repeat {
        descriptor = systemOpen(name, O_RDONLY | O_CLOEXEC)
      } while descriptor < 0 && errno == EINTR
      guard descriptor >= 0 else {
        throw errno == EISDIR ? .isDirectory(file: name) : .cannotOpen(file: name, code: errno)
      }
      handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
    var status = stat()
    guard unsafe fstat(handle.fileDescriptor, &status) == 0 else { throw .cannotOpen(file: name, code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw .isDirectory(file: name)
    case S_IFREG where status.st_size > 0:
      let offset = name == "-" ? max(0, Int(lseek(handle.fileDescriptor, 0, SEEK_CUR))) : 0
      let kind = Kind.file(begin: offset, end: max(offset, Int(status.st_size)))
      let identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
      return OpenLog(name: name, handle: handle, kind: kind, identity: name == "-" ? nil : identity)
    default:
      return OpenLog(name: name, handle: handle, kind: .stream)
    }
  }
}

/// `open` of the system, which the method above has the name of.
private func systemOpen(_ name: String, _ flags: Int32) -> Int32 {
  unsafe open(SystemWord.terminated(name), flags)
}
