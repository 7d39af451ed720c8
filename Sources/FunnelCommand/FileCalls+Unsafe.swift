import FunnelModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A call of the system that failed, by its error number.
struct SystemFailure: Error, Equatable {
  let code: Int32

  /// What the system calls it, such as "no space left on device".
  var message: String { FileCalls.message(code) }
}

/// The few file calls that the output folder is made of, each with its error.
///
/// Sound throughout: every pointer that is passed lives for the call, and none is kept by the system.
enum FileCalls {
  /// What an entry of a folder is.
  enum Kind: Equatable {
    case missing
    case folder
    case file
    /// A device, a pipe or a socket.
    case other
  }

  /// The text of an error number, beginning in lower case.
  static func message(_ code: Int32) -> String {
    let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// What stands at a path, symbolic links followed.
  static func kind(_ path: String) throws(SystemFailure) -> Kind {
    var status = stat()
    guard unsafe stat(name(path), &status) == 0 else {
      if errno == ENOENT { return .missing }
      throw SystemFailure(code: errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    default: return .other
    }
  }

  /// Whether what stands at a path is a pipe or a device: what was read of it is gone.
  static func isStream(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(name(path), &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Whether an entry of this name stands there, also a symbolic link that leads nowhere.
  static func isThere(_ path: String) throws(SystemFailure) -> Bool {
    var status = stat()
    if unsafe lstat(name(path), &status) == 0 { return true }
    if errno != ENOENT { throw SystemFailure(code: errno) }
    return false
  }

  /// Whether a folder lets us make and remove entries.
  static func checkWritable(_ folder: String) throws(SystemFailure) {
    try check(unsafe access(name(folder), W_OK | X_OK))
  }

  /// Makes a folder.
  static func makeFolder(_ path: String) throws(SystemFailure) {
    try check(unsafe mkdir(name(path), 0o777))
  }

  /// Moves an entry over another in one step.
  static func move(_ from: String, to target: String) throws(SystemFailure) {
    try check(unsafe rename(name(from), name(target)))
  }

  /// Gives a file a second name.
  static func link(_ file: String, as name: String) throws(SystemFailure) {
    try check(systemLink(Self.name(file), Self.name(name)))
  }

  /// Removes a file; one that is not there is no error.
  static func removeFile(_ path: String) throws(SystemFailure) {
    if unsafe unlink(name(path)) != 0, errno != ENOENT { throw SystemFailure(code: errno) }
  }

  /// Removes an empty folder; one that is not there is no error.
  static func removeFolder(_ path: String) throws(SystemFailure) {
    if unsafe rmdir(name(path)) != 0, errno != ENOENT { throw SystemFailure(code: errno) }
  }

  /// Removes an entry, of a folder all that it holds first; one that is not there is no error.
  static func removeAll(_ path: String) throws(SystemFailure) {
    var status = stat()
    guard unsafe lstat(name(path), &status) == 0 else {
      if errno == ENOENT { return }
      throw SystemFailure(code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return try removeFile(path) }
    for entry in try entries(of: path) { try removeAll(path + "/" + entry) }
    try removeFolder(path)
  }

  /// The names in a folder, in no order.
  static func entries(of folder: String) throws(SystemFailure) -> [String] {
    guard let stream = unsafe opendir(name(folder)) else { throw SystemFailure(code: errno) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // Sound: the name ends with a zero within the entry, which stands until the next is read.
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      let name = SystemWord.string(of: bytes)
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Makes a new file of these bytes, and returns when they are on the disk.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemFailure) {
    let descriptor = unsafe open(name(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    try check(descriptor)
    defer { close(descriptor) }
    do {
      try DescriptorSink(descriptor: descriptor).write(bytes)
    } catch {
      switch error {
      case .closed: throw SystemFailure(code: EPIPE)
      case .failed(let code): throw SystemFailure(code: code)
      }
    }
    try check(fsync(descriptor))
  }

  /// Gives a file the permissions of another, where there is such a one.
  static func copyMode(of file: String, to target: String) throws(SystemFailure) {
    var status = stat()
    guard unsafe stat(file, &status) == 0 else { return }
    try check(unsafe chmod(target, status.st_mode & 0o7777))
  }

  /// Returns when a folder's entries are on the disk.
  static func settle(_ folder: String) throws(SystemFailure) {
    let descriptor = unsafe open(name(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(descriptor)
    defer { close(descriptor) }
    // Some file systems cannot do this for a folder, and keep entries in order by themselves.
    if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw SystemFailure(code: errno) }
  }

  /// All bytes of a file.
  static func read(_ path: String) throws(SystemFailure) -> [UInt8] {
    let descriptor = unsafe open(name(path), O_RDONLY | O_CLOEXEC)
    try check(descriptor)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe systemRead(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += buffer[..<count]
      } else if errno != EINTR {
        throw SystemFailure(code: errno)
      }
    }
  }

  /// A path as the calls of the system take it.
  static func name(_ path: String) -> [CChar] { SystemWord.terminated(path) }

  private static func check(_ result: Int32) throws(SystemFailure) {
    if result < 0 { throw SystemFailure(code: errno) }
  }
}

/// `link(2)`, whose name the method above hides.
private func systemLink(_ file: [CChar], _ name: [CChar]) -> Int32 { unsafe link(file, name) }

/// `read(2)`, whose name the method above hides.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}
