/// The texts of several tables in byte order, each told by its place in its table.
///
/// Sound because keys are read within the bytes of a text, and sorting goes over the list's own memory.
struct TextOrder {
  /// A text's place, in the order of its bytes.
  struct Place: BitwiseCopyable {
    fileprivate var key: UInt64 = 0
    /// The text's number in its table, from 1 on.
    fileprivate(set) var number: UInt32
    /// The table.
    fileprivate(set) var table: UInt16
    /// Whether it is the same text as the one before.
    fileprivate(set) var isRepeated = false
  }

  /// So many texts are compared as they are; of more the next eight bytes are sorted at once.
  private static let few = 16

  /// All texts.
  private(set) var places: [Place] = []

  /// Puts tables in order, in each of which a text stands once; `text` gives a table's text by its number.
  ///
  /// Eight bytes at a time are compared, beside each other in memory: texts lie all over it. Each takes 24 bytes while
  /// they are sorted. The cost is that of sorting all texts; what they begin with together is read once for each.
  init(counts: [Int], text: (_ table: Int, _ number: UInt32) -> UnsafeRawBufferPointer) {
    func bytes(_ place: Place) -> UnsafeRawBufferPointer { unsafe text(Int(place.table), place.number) }
    places.reserveCapacity(counts.reduce(0, +))
    for (table, count) in counts.enumerated() {
      for number in 0..<UInt32(count) { places.append(Place(number: number + 1, table: UInt16(table))) }
    }
    unsafe places.withUnsafeMutableBufferPointer { all in
      /// Sorts by keys and hands on each run of equal ones.
      func sort(_ range: Range<Int>, run body: (Range<Int>) -> Void) {
        var part = unsafe UnsafeMutableBufferPointer(rebasing: all[range])
        unsafe part.sort { $0.key < $1.key }
        var begin = range.lowerBound
        while begin < range.upperBound {
          var end = begin + 1
          while end < range.upperBound, unsafe all[end].key == all[begin].key { end += 1 }
          body(begin..<end)
          begin = end
        }
      }
      func settleFew(_ run: Range<Int>) {
        var part = unsafe UnsafeMutableBufferPointer(rebasing: all[run])
        unsafe part.sort { unsafe bytes($0).order(to: bytes($1)) < 0 }
        for index in run.dropFirst() {
          let isRepeated = unsafe bytes(all[index]).order(to: bytes(all[index - 1])) == 0
          unsafe all[index].isRepeated = isRepeated
        }
      }
      // Texts in no order that are alike up to a depth.
      var pending = [(range: 0..<all.count, depth: 0)]
      while let (range, depth) = pending.popLast() {
        for index in range { unsafe all[index].key = Self.key(bytes(all[index]), depth) }
        sort(range) { run in
          guard run.count > 1 else { return }
          guard run.count > Self.few else { return settleFew(run) }
          // Texts that have ended are shorter, or the same.
          for index in run { unsafe all[index].key = UInt64(min(bytes(all[index]).count - depth, 9)) }
          sort(run) { alike in
            if unsafe all[alike.lowerBound].key == 9 {
              pending.append((alike, depth + 8))
            } else {
              for index in alike.dropFirst() { unsafe all[index].isRepeated = true }
            }
          }
        }
      }
    }
  }

  /// Eight bytes of a text as a number that sorts as they do; zeros stand for those after its end.
  private static func key(_ bytes: UnsafeRawBufferPointer, _ depth: Int) -> UInt64 {
    if bytes.count >= depth + 8 {
      return unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: depth, as: UInt64.self))
    }
    var key: UInt64 = 0
    for index in 0..<max(0, bytes.count - depth) {
      unsafe key |= UInt64(bytes[depth + index]) << UInt64(56 - 8 * index)
    }
    return key
  }
}
