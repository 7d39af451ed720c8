#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A row of plain values that is read and written without bounds checks.
///
/// Sound because each has an owner that knows its count: lists are walked up to a closing entry, nodes and slots are
/// numbered by the tree that made the rows, and the stack is guarded by the greatest depth.
@safe
struct Cells<Element> {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  /// A new row of elements whose bytes are all 0, which lives until it is released; memory that is not used costs nothing.
  init(zeroed count: Int) {
    guard let memory = unsafe calloc(max(count, 1), MemoryLayout<Element>.stride) else { fatalError("no memory") }
    unsafe base = memory.bindMemory(to: Element.self, capacity: max(count, 1))
    self.count = count
  }

  /// A new row of an array's elements, which lives until it is released.
  init(_ elements: [Element]) {
    self.init(zeroed: elements.count)
    for (place, element) in elements.enumerated() { unsafe (base + place).initialize(to: element) }
  }

  @inline(__always)
  subscript(place: Int) -> Element {
    get { unsafe base[place] }
    nonmutating set { unsafe base[place] = newValue }
  }

  /// The same memory as text.
  var bytes: BytePointer { unsafe BytePointer(UnsafeMutableRawPointer(base)) }

  /// Gives the memory back; elements are plain values, so there is nothing to take apart.
  func release() {
    unsafe free(base)
  }
}
