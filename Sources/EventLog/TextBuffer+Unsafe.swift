#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory that a log is read into.
///
/// Handed from thread to thread, never used by two at once; that is what makes it sendable.
@safe
final class TextBuffer: @unchecked Sendable {
  /// Readable bytes past the capacity, for wide loads and a line end that the log's last line lacks.
  static let padding = 128

  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int

  /// Memory for so many bytes, all 0.
  init(capacity: Int) {
    self.capacity = capacity
    unsafe base = TextBuffer.memory(capacity)
  }

  deinit {
    unsafe free(base)
  }

  var text: BytePointer { unsafe BytePointer(base) }

  /// Makes room for more bytes and keeps the first so many.
  func grow(to newCapacity: Int, keeping kept: Int) {
    guard newCapacity > capacity else { return }
    let larger = unsafe TextBuffer.memory(newCapacity)
    unsafe larger.copyMemory(from: base, byteCount: kept)
    unsafe free(base)
    unsafe base = larger
    capacity = newCapacity
  }

  /// Copies bytes of another buffer, or of this one, to this one's beginning.
  func takeOver(_ range: Range<Int>, of other: TextBuffer) {
    takeOver(range, of: other.text)
  }

  /// Copies bytes of some text to this buffer's beginning.
  func takeOver(_ range: Range<Int>, of text: BytePointer) {
    precondition(range.count <= capacity, "what is taken over fits")
    unsafe base.copyMemory(from: text.base + range.lowerBound, byteCount: range.count)
  }

  /// The place of the first line end in a range, or nil.
  func firstLineEnd(in range: Range<Int>) -> Int? {
    guard !range.isEmpty, let found = unsafe memchr(base + range.lowerBound, Int32(Ascii.lineFeed), range.count) else {
      return nil
    }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// The place of the last line end in a range, or nil.
  func lastLineEnd(in range: Range<Int>) -> Int? {
    var place = range.upperBound
    while place > range.lowerBound {
      place -= 1
      if text[place] == Ascii.lineFeed { return place }
    }
    return nil
  }

  /// Whether a range holds spaces, tabs and CRs alone.
  func isBlank(_ range: Range<Int>) -> Bool {
    range.allSatisfy { Ascii.isBlank(text[$0]) }
  }

  /// The bytes of a range.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  private static func memory(_ capacity: Int) -> UnsafeMutableRawPointer {
    guard let memory = unsafe calloc(capacity + padding, 1) else {
      fatalError("no memory for \(capacity) bytes of a log")
    }
    return unsafe memory
  }
}
