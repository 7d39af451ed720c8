/// The keys that a plan asks for, in one hash table per object that has any.
///
/// Which keys a line has is hard to foresee, and a wrong guess costs the processor more than a few words more to compare:
/// so a key is looked up without a branch, in a table that was made to have one key a place. Where that cannot be had, the
/// further keys of a place stand in a chain.
///
/// Sound because buckets hold places of keys, chains end with key 0, and the bytes are asked for by their key's own range.
struct WantedKeys {
  /// A key that is asked for; key 0 is none, and leads to node 0.
  struct Key {
    /// Its first eight bytes, those it does not have being 0.
    var head: UInt64
    /// Its last eight bytes, where it has more than eight.
    var tail: UInt64
    /// What of the last eight bytes is to be compared: all of them or none.
    var tailMask: UInt64
    var length: UInt32
    /// Where the bytes between these begin in `bytes`.
    var middle: UInt32
    var node: UInt32
    /// Whether there are nodes below `node`.
    var hasBelow: Bool
    /// The next key of the same bucket; 0 is none.
    var next: UInt32
  }

  /// Key 0.
  static let noKey = Key(head: 0, tail: 0, tailMask: 0, length: .max, middle: 0, node: 0, hasBelow: false, next: 0)

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
    let first = text.word(at: start)
    let head = first & heads[min(length, 8)]
    let tail = text.word(at: start &+ max(length, 8) &- 8)
    let bucket = WantedKeys.bucket(head: head, length: length, shift: node.shift, multiplier: node.multiplier)
    let place = Int(buckets[Int(node.firstBucket) &+ bucket])
    let found = isSame(place, head, tail, length) ? place : 0
    if keys[place].next != 0 || (length > 16 && found != 0) { return chained(place, text, start, head, tail, length) }
    return found
  }

  /// Whether the key at a place has this length, and these first and last bytes.
  @inline(__always)
  private func isSame(_ place: Int, _ head: UInt64, _ tail: UInt64, _ length: Int) -> Bool {
    let key = unsafe keys.base + place
    let others = unsafe (key.pointee.head ^ head) | ((key.pointee.tail ^ tail) & key.pointee.tailMask)
    return unsafe others | UInt64(key.pointee.length ^ UInt32(truncatingIfNeeded: length)) == 0
  }

  /// The key of a chain that is the one asked for, to its last byte; 0 where none is.
  @inline(never)
  private func chained(
    _ first: Int, _ text: BytePointer, _ start: Int, _ head: UInt64, _ tail: UInt64, _ length: Int
  ) -> Int {
    var place = first
    while place != 0 {
      if isSame(place, head, tail, length), length <= 16 || hasMiddle(place, text, start) { return place }
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

  /// Where in its table a key is looked for; the multiplier is odd.
  @inline(__always)
  static func bucket(head: UInt64, length: Int, shift: UInt8, multiplier: UInt64) -> Int {
    // Arithmetic on the hash is meant to wrap.
    let hash = (head &+ UInt64(truncatingIfNeeded: length)) &* multiplier
    return Int(truncatingIfNeeded: hash &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The bits of a text's first eight bytes that it has, by its length.
  @inline(__always)
  static func mask(_ length: Int) -> UInt64 {
    length >= 8 ? .max : (1 &<< (8 &* UInt64(truncatingIfNeeded: length))) &- 1
  }

  /// A multiplier and a shift under which keys have a bucket each, or hardly any two have one in common.
  ///
  /// There are at least four buckets for each key. With more than some hundred keys none is likely to serve.
  static func hashing(of keys: [[UInt8]]) -> (shift: UInt8, multiplier: UInt64) {
    // An odd number with well-mixed bits (the golden ratio's), and others by it.
    let golden: UInt64 = 0x9E37_79B9_7F4A_7C15
    var bits = 1
    while 1 << bits < 4 * keys.count { bits += 1 }
    let shift = UInt8(64 - bits)
    var best = (shift: shift, multiplier: golden, count: 0)
    for more: UInt8 in 0...2 where best.count < keys.count {
      var multiplier = golden
      for _ in 0..<32 where best.count < keys.count {
        let count = Set(
          keys.map {
            bucket(head: word($0.prefix(8)), length: $0.count, shift: shift - more, multiplier: multiplier)
          }
        ).count
        if count > best.count { best = (shift - more, multiplier, count) }
        multiplier = multiplier &* golden
      }
    }
    return (best.shift, best.multiplier)
  }

  /// Up to eight bytes as a number, the first in the lowest bits.
  static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
