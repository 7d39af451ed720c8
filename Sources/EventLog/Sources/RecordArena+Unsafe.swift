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
final class RecordArena {
  /// A batch is handed over when its texts have grown to this.
  static let fullBytes = 256 << 10

  private let buffer = TextBuffer(capacity: fullBytes)
  private var base: UnsafeMutableRawPointer
  private var capacity = fullBytes
  private(set) var count = 0

  /// No text yet.
  init() {
    unsafe base = buffer.base
  }

  /// All texts, one behind the other.
  var text: BytePointer { unsafe BytePointer(base) }

  /// Forgets all texts.
  func empty() {
    count = 0
  }

  /// Forgets the texts behind the first so many bytes.
  func cut(to count: Int) {
    self.count = count
  }

  /// Copies a range of some text.
  @inline(__always)
  func copy(_ text: BytePointer, _ range: Range<Int>) -> TextSlice {
    let length = range.upperBound &- range.lowerBound
    reserve(length)
    unsafe memcpy(base + count, text.base + range.lowerBound, length)
    return close(length)
  }

  /// Copies a range of some text and decodes its escapes.
  @inline(never)
  func decode(_ text: BytePointer, _ range: Range<Int>) -> TextSlice {
    reserve(range.count)
    let target = self.text
    let start = count
    var written = 0
    EscapedText.decode(text, range) { byte in
      target[start + written] = byte
      written += 1
    }
    return close(written)
  }

  /// Copies bytes.
  func copy(_ bytes: [UInt8]) -> TextSlice {
    reserve(bytes.count)
    for (place, byte) in bytes.enumerated() { text[count + place] = byte }
    return close(bytes.count)
  }

  /// The bytes of one text.
  func bytes(of slice: TextSlice) -> [UInt8] {
    buffer.bytes(Int(slice.offset)..<Int(slice.offset + slice.length))
  }

  /// The bytes that it holds, which are good until it is changed.
  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: count) }

  @inline(__always)
  private func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    buffer.grow(to: 2 * (count + more), keeping: count)
    unsafe base = buffer.base
    capacity = buffer.capacity
  }

  @inline(__always)
  private func close(_ length: Int) -> TextSlice {
    let slice = TextSlice(offset: UInt32(truncatingIfNeeded: count), length: UInt32(truncatingIfNeeded: length))
    count &+= length
    return slice
  }
}
