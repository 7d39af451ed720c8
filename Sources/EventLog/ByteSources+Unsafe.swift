#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a file at offsets, so that workers share its descriptor.
///
/// Sound because no more is asked for than the buffer has room for.
struct FileSource: ByteSource {
  let descriptor: Int32
  let name: String

  func read(into buffer: TextBuffer, at place: Int, count: Int, offset: Int) throws(LogFailure) -> Int {
    precondition(place + count <= buffer.capacity, "a read fits its buffer")
    while true {
      let read = unsafe pread(descriptor, buffer.base + place, count, off_t(offset))
      if read >= 0 { return read }
      if errno != EINTR { throw .cannotRead(file: name, code: errno) }
    }
  }
}

/// Reads what can be read only once, and until the buffer is full or nothing is left.
///
/// Sound because no more is asked for than the buffer has room for.
struct StreamSource: ByteSource {
  let descriptor: Int32
  let name: String
  private var isEnded = false
  /// What was read before, and how much of it was handed out again.
  private var sample: [UInt8] = []
  private var taken = 0
  /// How many bytes of the descriptor are the log's, where others' come behind them.
  private var left = Int.max

  /// A source of a descriptor's bytes.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    Self.widenPipe(descriptor)
  }

  /// A source of the next so many of a descriptor's bytes; what comes behind them is another's.
  init(descriptor: Int32, name: String, count: Int) {
    self.init(descriptor: descriptor, name: name)
    left = count
  }

  /// Whether another's bytes come behind its own.
  var isPart: Bool { left < Int.max }

  /// Makes a pipe as wide as any process may: the narrower it is, the more often its two ends wait for each other.
  ///
  /// What is no pipe, or may not be so wide, stays as it is.
  private static func widenPipe(_ descriptor: Int32) {
    #if os(Linux)
      // The name of this command is not among those that the C library's module shows (`F_SETPIPE_SZ`).
      let setPipeSize: Int32 = 1031
      _ = fcntl(descriptor, setPipeSize, 1 << 20)
    #endif
  }

  /// Reads on, to so many bytes from the beginning, which are handed out again; whether that is all there is.
  mutating func look(_ count: Int) throws(LogFailure) -> (sample: [UInt8], isWhole: Bool) {
    let buffer = TextBuffer(capacity: max(0, count - sample.count))
    let begun = isEnded
    taken = sample.count
    let more = begun ? 0 : try read(into: buffer, at: 0, count: buffer.capacity, offset: 0)
    sample += buffer.bytes(0..<more)
    taken = 0
    return (sample, isEnded)
  }

  mutating func read(into buffer: TextBuffer, at place: Int, count: Int, offset: Int) throws(LogFailure) -> Int {
    precondition(place + count <= buffer.capacity, "a read fits its buffer")
    var total = 0
    while total < count, taken < sample.count {
      buffer.text[place + total] = sample[taken]
      total += 1
      taken += 1
    }
    while total < count, !isEnded {
      let got = left == 0 ? 0 : unsafe systemRead(descriptor, buffer.base + place + total, min(count - total, left))
      if got > 0 {
        total += got
        if isPart { left -= got }
      } else if got == 0 {
        isEnded = true
      } else if errno != EINTR {
        throw .cannotRead(file: name, code: errno)
      }
    }
    return total
  }
}

extension StreamSource {
  /// Reads what is there, at least a byte where anything is left.
  mutating func readSome(into buffer: TextBuffer) throws(LogFailure) -> Int {
    if taken < sample.count {
      return try read(into: buffer, at: 0, count: min(buffer.capacity, sample.count - taken), offset: 0)
    }
    while left > 0 {
      let got = unsafe systemRead(descriptor, buffer.base, min(buffer.capacity, left))
      if got >= 0 {
        if isPart { left -= got }
        return got
      }
      if errno != EINTR { throw .cannotRead(file: name, code: errno) }
    }
    return 0
  }
}

/// `read` of the system, which the method above has the name of.
private func systemRead(_ descriptor: Int32, _ memory: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, memory, count)
}
