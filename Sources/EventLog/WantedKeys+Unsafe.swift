/// The keys that a plan asks for, in one hash table per object that has any.
///
/// Sound because buckets hold places of keys, chains end with key 0, and the bytes are asked for by their key's own range.
struct WantedKeys {
  /// A key that is asked for; key 0 is none, and leads to node 0.
  struct Key {
    /// Its first eight bytes, those it does not have being 0.
    var head: UInt64
    /// Its last eight bytes, where it has more than eight.
    var tail: UInt64
    var length: UInt32
    /// Where the bytes between these begin in `bytes`.
    var middle: UInt32
    var node: UInt32
    /// The first node that is no longer below `node`.
    var end: UInt32
    /// The next key of the same bucket; 0 is none.
    var next: UInt32
  }

  /// Keys are told apart by this: an odd number with well-mixed bits (the golden ratio's).
  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  let keys: Cells<Key>
  private let buckets: Cells<UInt32>
  private let bytes: Cells<UInt8>
  /// Masks of a key's first bytes by its length.
  private let heads: Cells<UInt64>

  /// Tables of these keys, which live until they are released.
  init(buckets: [UInt32], keys: [Key], bytes: [UInt8]) {
    self.keys = Cells(keys)
    self.buckets = Cells(buckets)
    self.bytes = Cells(bytes)
    heads = Cells((0...8).map(WantedKeys.mask))
  }

  func release() {
    keys.release()
    buckets.release()
    bytes.release()
    heads.release()
  }

  /// The place of a key below a node, 0 where nobody asks for it.
  @inline(__always)
  func key(_ text: BytePointer, _ start: Int, _ length: Int, below node: FieldTables.Node) -> Int {
    let head = text.word(at: start) & heads[min(length, 8)]
    let bucket = WantedKeys.bucket(head: head, length: length, shift: node.shift)
    var place = Int(buckets[Int(node.firstBucket) &+ bucket])
    while place != 0 {
      if keys[place].head == head, Int(keys[place].length) == length {
        if length <= 8 { return place }
        if keys[place].tail == text.word(at: start &+ length &- 8), length <= 16 || hasMiddle(place, text, start) {
          return place
        }
      }
      place = Int(keys[place].next)
    }
    return 0
  }

  /// Whether the bytes of a long key between its first eight and its last eight are those of one that is asked for.
  @inline(never)
  private func hasMiddle(_ place: Int, _ text: BytePointer, _ start: Int) -> Bool {
    let key = keys[place]
    return (0..<Int(key.length) - 16).allSatisfy { text[start + 8 + $0] == bytes[Int(key.middle) + $0] }
  }

  /// Where in its table a key is looked for.
  @inline(__always)
  static func bucket(head: UInt64, length: Int, shift: UInt8) -> Int {
    // Arithmetic on the hash is meant to wrap.
    let hash = (head &+ UInt64(truncatingIfNeeded: length)) &* multiplier
    return Int(truncatingIfNeeded: hash &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The bits of a text's first eight bytes that it has, by its length.
  @inline(__always)
  static func mask(_ length: Int) -> UInt64 {
    length >= 8 ? .max : (1 &<< (8 &* UInt64(truncatingIfNeeded: length))) &- 1
  }

  /// Up to eight bytes as a number, the first in the lowest bits.
  static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
