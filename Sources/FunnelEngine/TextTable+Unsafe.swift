import FunnelModel

/// Numbers texts: equal texts have one number, from 1 on in the order of their first appearance.
///
/// Sound because every offset comes from an append to the bytes that it is used with, and because no address is kept
/// across an append. Finding a text costs its length, whatever texts others chose (the hash is keyed).
@safe
struct TextTable: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var offset: Int
    var length: UInt32
    var tag: UInt32
  }

  private var slots = GrowingBuffer<UInt32>(repeating: 0, count: 16)
  private var mask = 15
  private var entries = GrowingBuffer<Entry>()
  private var bytes = GrowingBuffer<UInt8>(repeating: 0, count: 8)
  private let hash = KeyedHash.ofThisRun

  /// How many texts it holds: their numbers are `1 ... count`.
  var count: Int { entries.count }

  /// The number of a text, 0 where it is not among them.
  @inline(__always)
  func find(_ start: UnsafeRawPointer, _ length: Int) -> UInt32 {
    unsafe find(start, length, tag: UInt32(truncatingIfNeeded: hash(start, length)))
  }

  /// The number of a text whose hash is known already, 0 where it is not among them.
  @inline(__always)
  func find(_ start: UnsafeRawPointer, _ length: Int, tag: UInt32) -> UInt32 {
    var slot = Int(tag) & mask
    while true {
      let number = slots[slot]
      if number == 0 { return 0 }
      let entry = entries[Int(number) &- 1]
      if entry.tag == tag, Int(entry.length) == length,
        unsafe areSame(bytes.base.unsafelyUnwrapped + entry.offset, start, length)
      {
        return number
      }
      slot = (slot &+ 1) & mask
    }
  }

  /// The number of a text, which is added if it is new.
  @inline(__always)
  mutating func number(_ start: UnsafeRawPointer, _ length: Int) -> UInt32 {
    let tag = UInt32(truncatingIfNeeded: unsafe hash(start, length))
    let found = unsafe find(start, length, tag: tag)
    return found != 0 ? found : unsafe add(start, length, tag)
  }

  /// The number of a text, which is added if it is new.
  mutating func number(_ text: ByteText) -> UInt32 {
    unsafe text.bytes.withUnsafeBytes { unsafe number(address(of: $0), $0.count) }
  }

  /// The bytes of a text by its number; valid until the next one is added.
  @inline(__always)
  func bytes(of number: UInt32) -> UnsafeRawBufferPointer {
    let entry = entries[Int(number) - 1]
    return unsafe UnsafeRawBufferPointer(
      start: bytes.base.unsafelyUnwrapped + entry.offset, count: Int(entry.length))
  }

  /// A text by its number.
  func text(_ number: UInt32) -> ByteText {
    ByteText(bytes: unsafe Array(bytes(of: number)))
  }

  @inline(never)
  private mutating func add(_ start: UnsafeRawPointer, _ length: Int, _ tag: UInt32) -> UInt32 {
    if (entries.count + 1) * 2 > slots.count { rehash() }
    entries.append(Entry(offset: bytes.count, length: UInt32(length), tag: tag))
    unsafe bytes.append(from: start, count: length)
    place(UInt32(entries.count), tag)
    return UInt32(entries.count)
  }

  private mutating func place(_ number: UInt32, _ tag: UInt32) {
    var slot = Int(tag) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = number
  }

  private mutating func rehash() {
    let doubled = slots.count * 2
    slots = GrowingBuffer(repeating: 0, count: doubled)
    mask = doubled - 1
    for index in 0..<entries.count { place(UInt32(index + 1), entries[index].tag) }
  }
}

/// Where some bytes begin; an address that is never read where there are none.
@inline(__always)
func address(of bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
  unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
}
