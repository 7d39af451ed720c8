#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A growing list of plain values in memory of its own.
///
/// Sound because the memory is owned by one value that cannot be copied, elements are bitwise copyable, and an index
/// is at most what an append has handed out; debug builds check it. Growth is by half, and moves in place where the
/// allocator can.
@safe
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// Where the elements lie; valid until the next append.
  private(set) var base: UnsafeMutablePointer<Element>?
  /// How many there are.
  private(set) var count = 0
  private var capacity = 0

  /// An empty list, which takes no memory yet.
  init() {
    unsafe base = nil
  }

  /// A list of copies of one value.
  init(repeating value: Element, count: Int) {
    unsafe base = nil
    grow(to: count)
    if let base = unsafe base { unsafe base.initialize(repeating: value, count: count) }
    self.count = count
  }

  deinit {
    unsafe free(base)
  }

  /// An element; the index must be below `count`.
  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      assert(index >= 0 && index < count)
      return unsafe base.unsafelyUnwrapped[index]
    }
    @inline(__always)
    set {
      assert(index >= 0 && index < count)
      unsafe base.unsafelyUnwrapped[index] = newValue
    }
  }

  /// Adds one at the end.
  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count &+ 1) }
    unsafe base.unsafelyUnwrapped[count] = element
    count &+= 1
  }

  /// Adds copies of the elements at an address, which must not lie in this list.
  mutating func append(from start: UnsafeRawPointer, count added: Int) {
    guard added > 0 else { return }
    if capacity - count < added { grow(to: count + added) }
    unsafe UnsafeMutableRawPointer(base.unsafelyUnwrapped + count)
      .copyMemory(from: start, byteCount: added * MemoryLayout<Element>.stride)
    count += added
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    guard needed > capacity else { return }
    capacity = max(needed, capacity + capacity / 2, 8)
    guard let moved = unsafe realloc(base, capacity * MemoryLayout<Element>.stride) else {
      fatalError("out of memory")
    }
    unsafe base = moved.assumingMemoryBound(to: Element.self)
  }
}
