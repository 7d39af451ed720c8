#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file descriptor to write to.
struct DescriptorSink: OutputSink {
  /// The descriptor, open for writing.
  let descriptor: Int32

  func write(_ bytes: [UInt8]) throws(SinkFailure) {
    var written = 0
    while written < bytes.count {
      // Sound: the pointer is used within the call, and `written` never passes the count.
      let count = unsafe bytes.withUnsafeBytes { all in
        unsafe systemWrite(descriptor, all.baseAddress! + written, all.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        throw .closed
      } else if errno != EINTR {
        throw .failed(code: errno)
      }
    }
  }
}

/// `write(2)`, whose name the method above hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  #if canImport(Glibc)
    unsafe Glibc.write(descriptor, bytes, count)
  #elseif canImport(Musl)
    unsafe Musl.write(descriptor, bytes, count)
  #else
    unsafe Darwin.write(descriptor, bytes, count)
  #endif
}
