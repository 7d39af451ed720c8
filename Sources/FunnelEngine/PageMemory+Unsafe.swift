#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory straight from the system, which goes back to it when given up.
///
/// A piece takes real memory only where it is written, and giving it up really makes the process smaller, which freeing
/// many small pieces of the heap does not.
enum PageMemory {
  /// A piece of zeros.
  static func take(_ bytes: Int) -> UnsafeMutableRawPointer {
    let piece = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let piece = unsafe piece, unsafe piece != MAP_FAILED else { fatalError("out of memory") }
    return unsafe piece
  }

  /// Gives a piece of this size back, which must not be used again.
  static func give(back piece: UnsafeMutableRawPointer, _ bytes: Int) {
    let result = unsafe munmap(piece, bytes)
    assert(result == 0)
  }

  /// Gives back the real memory of some bytes of a piece, whose values are lost; does nothing where they are no whole pages.
  static func empty(_ start: UnsafeMutableRawPointer, _ bytes: Int) {
    // The system rounds up to whole pages, which would take what others hold there.
    let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))
    guard bytes % pageBytes == 0, Int(bitPattern: start) % pageBytes == 0 else { return }
    unsafe _ = madvise(start, bytes, Int32(MADV_DONTNEED))
  }
}
