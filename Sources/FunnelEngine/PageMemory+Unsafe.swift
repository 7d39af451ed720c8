#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory straight from the system in pieces of one size, which goes back to it when given up.
///
/// A piece takes real memory only where it is written, and giving it up really makes the process smaller, which freeing
/// many small pieces of the heap does not.
enum PageMemory {
  /// Bytes of a piece.
  static let size = 65_536

  /// A piece of zeros.
  static func take() -> UnsafeMutableRawPointer {
    let piece = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let piece = unsafe piece, unsafe piece != MAP_FAILED else { fatalError("out of memory") }
    return unsafe piece
  }

  /// Gives a piece back, which must not be used again.
  static func give(back piece: UnsafeMutableRawPointer) {
    let result = unsafe munmap(piece, size)
    assert(result == 0)
  }
}
