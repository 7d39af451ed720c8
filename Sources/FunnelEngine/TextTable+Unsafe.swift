import FunnelModel

/// Numbers texts: equal texts have one number, from 1 on in the order of their first appearance.
///
/// Sound because every offset comes from an append to the bytes that it is used with, and because no address is kept
/// across an append. Finding a text costs its length, whatever texts others chose (the hash is keyed). A text takes its
/// bytes and some 16 more: a log can hold another one in every line.
@safe
struct TextTable: ~Copyable {
  /// Where a text begins, and the lowest bits of its hash; the next one's begin is its end.
  private struct Entry: BitwiseCopyable {
    static let tagBits = 24
    private let word: UInt64

    init(offset: Int, tag: UInt32) {
      word = UInt64(tag) << 40 | UInt64(offset)
    }

    var offset: Int { Int(truncatingIfNeeded: word & (1 << 40 - 1)) }
    var tag: UInt32 { UInt32(truncatingIfNeeded: word >> 40) }

    @inline(__always)
    func has(tag other: UInt32) -> Bool { word >> 40 == UInt64(other & (1 << UInt32(Self.tagBits) - 1)) }
  }

  private var slots = GrowingBuffer<UInt32>(repeating: 0, count: 16)
  private var mask = 15
  /// Those of the texts, and one where the next text will begin.
  private var entries = GrowingBuffer<Entry>(repeating: Entry(offset: 8, tag: 0), count: 1)
  // Comparing may look at eight bytes before a text's last one.
  private var bytes = GrowingBuffer<UInt8>(repeating: 0, count: 8)
  private let hash = KeyedHash.ofThisRun

  /// How many texts it holds: their numbers are `1 ... count`.
  var count: Int { entries.count &- 1 }

  /// What they take but for what finding them needs.
  var byteCount: Int { bytes.count &+ entries.count &* MemoryLayout<Entry>.stride }

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
      if entry.has(tag: tag), entries[Int(number)].offset &- entry.offset == length,
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
    let begin = entries[Int(number) - 1].offset
    return unsafe UnsafeRawBufferPointer(
      start: bytes.base.unsafelyUnwrapped + begin, count: entries[Int(number)].offset - begin)
  }

  /// A text by its number.
  func text(_ number: UInt32) -> ByteText {
    ByteText(bytes: unsafe Array(bytes(of: number)))
  }

  /// The numbers of all texts in the order of their bytes.
  func ascendingNumbers() -> [UInt32] {
    unsafe TextOrder(counts: [count]) { _, number in unsafe bytes(of: number) }.places.map(\.number)
  }

  @inline(never)
  private mutating func add(_ start: UnsafeRawPointer, _ length: Int, _ tag: UInt32) -> UInt32 {
    if (count + 1) * 4 > slots.count * 3 { rehash() }
    entries[count] = Entry(offset: bytes.count, tag: tag & (1 << UInt32(Entry.tagBits) - 1))
    unsafe bytes.append(from: start, count: length)
    entries.append(Entry(offset: bytes.count, tag: 0))
    place(UInt32(count), tag)
    return UInt32(count)
  }

  private mutating func place(_ number: UInt32, _ tag: UInt32) {
    var slot = Int(tag) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = number
  }

  private mutating func rehash() {
    let doubled = slots.count * 2
    // The old ones are given back first.
    slots = GrowingBuffer()
    slots = GrowingBuffer(repeating: 0, count: doubled)
    mask = doubled - 1
    for number in 1..<UInt32(count + 1) {
      var tag = entries[Int(number) - 1].tag
      if doubled > 1 << Entry.tagBits {
        let text = unsafe bytes(of: number)
        tag = UInt32(truncatingIfNeeded: unsafe hash(address(of: text), text.count))
      }
      place(number, tag)
    }
  }

  /// Gives back what only finding texts needs; none may be looked for or added any more.
  mutating func close() {
    slots = GrowingBuffer()
  }
}

/// Where some bytes begin; an address that is never read where there are none.
@inline(__always)
func address(of bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
  unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
}
