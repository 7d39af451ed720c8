/// Numbers keyed hashes in the order of their first appearance, from 0 on.
///
/// The hashes are their own places in the table: they are keyed, so no one can choose them to collide.
struct HashNumbers: ~Copyable {
  private(set) var hashes = GrowingBuffer<UInt64>()
  private var slots = GrowingBuffer<UInt32>(repeating: 0, count: 16)

  /// How many there are.
  var count: Int { hashes.count }

  /// The number of a hash; nil where it is not among them.
  @inline(__always)
  func find(_ hash: UInt64) -> Int? {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let number = Int(slots[slot])
      if number == 0 { return nil }
      if hashes[number &- 1] == hash { return number &- 1 }
      slot = (slot &+ 1) & mask
    }
  }

  /// The number of a hash, which is added if it is new.
  mutating func number(_ hash: UInt64) -> (number: Int, isNew: Bool) {
    if let found = find(hash) { return (found, false) }
    if (hashes.count + 1) * 4 > slots.count * 3 {
      slots = GrowingBuffer(repeating: 0, count: slots.count * 2)
      for number in 0..<hashes.count { place(number) }
    }
    hashes.append(hash)
    place(hashes.count - 1)
    return (hashes.count - 1, true)
  }

  private mutating func place(_ number: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hashes[number]) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(number + 1)
  }
}
