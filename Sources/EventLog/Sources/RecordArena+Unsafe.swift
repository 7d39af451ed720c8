import FunnelModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The texts of a batch's events, copied out of their records, escapes decoded.
///
/// Sound because it grows before it is written to.
@safe
struct RecordArena {
  /// A batch is handed over when its texts have grown to this.
  static let fullBytes = 256 << 10

  private(set) var buffer = TextBuffer(capacity: fullBytes)
  private(set) var count = 0

  /// Forgets all texts.
  mutating func empty() {
    count = 0
  }

  /// Forgets the texts behind the first so many bytes.
  mutating func cut(to count: Int) {
    self.count = count
  }

  /// Copies a range of some text.
  @inline(__always)
  mutating func copy(_ text: BytePointer, _ range: Range<Int>) -> TextSlice {
    reserve(range.count)
    unsafe memcpy(buffer.base + count, text.base + range.lowerBound, range.count)
    return close(range.count)
  }

  /// Copies a range of some text and decodes its escapes.
  mutating func decode(_ text: BytePointer, _ range: Range<Int>) -> TextSlice {
    reserve(range.count)
    let target = buffer.text
    let start = count
    var written = 0
    EscapedText.decode(text, range) { byte in
      target[start + written] = byte
      written += 1
    }
    return close(written)
  }

  /// Copies bytes.
  mutating func copy(_ bytes: [UInt8]) -> TextSlice {
    reserve(bytes.count)
    for (place, byte) in bytes.enumerated() { buffer.text[count + place] = byte }
    return close(bytes.count)
  }

  /// The bytes that it holds, which are good until it is changed.
  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: buffer.base, count: count) }

  private mutating func reserve(_ more: Int) {
    if count + more > buffer.capacity { buffer.grow(to: 2 * (count + more), keeping: count) }
  }

  private mutating func close(_ length: Int) -> TextSlice {
    let slice = TextSlice(offset: UInt32(truncatingIfNeeded: count), length: UInt32(truncatingIfNeeded: length))
    count &+= length
    return slice
  }
}
