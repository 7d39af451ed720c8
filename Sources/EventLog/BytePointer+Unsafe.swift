/// Text that is read without bounds checks.
///
/// Sound because every position the scanner asks for lies between the beginning of a region and its last line end, which
/// stops each of its loops, and because a `TextBuffer` has `padding` readable bytes past its capacity for wide loads.
@safe
struct BytePointer {
  let base: UnsafeMutableRawPointer

  init(_ base: UnsafeMutableRawPointer) {
    unsafe self.base = base
  }

  /// The byte at a position.
  @inline(__always)
  subscript(position: Int) -> UInt8 {
    get { unsafe base.load(fromByteOffset: position, as: UInt8.self) }
    nonmutating set { unsafe base.storeBytes(of: newValue, toByteOffset: position, as: UInt8.self) }
  }

  /// Eight bytes from a position on, the first in the lowest bits.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    UInt64(littleEndian: unsafe base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// Four bytes from a position on, the first in the lowest bits.
  @inline(__always)
  func half(at position: Int) -> UInt32 {
    UInt32(littleEndian: unsafe base.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }
}
