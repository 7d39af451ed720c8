/// All sets of signals that a log's events bear, numbered from 1 on in the order of their keys; 0 is the empty set.
struct SignalSets: Sendable {
  private var items: [SignalItem] = []
  private var ends: [Int] = [0, 0]

  /// The sets among some, each once.
  init(_ sets: [[SignalItem]]) {
    for set in sets.sorted(by: { $0.lexicographicallyPrecedes($1) })
    where count == 1 || set != Array(self[UInt32(count - 1)]) {
      items += set
      ends.append(items.count)
    }
  }

  /// Sets of one signal each, which must be in order and each once.
  init(ascending: [SignalItem]) {
    items = ascending
    ends += ascending.indices.map { $0 + 1 }
  }

  /// How many there are, the empty one included.
  var count: Int { ends.count - 1 }

  /// The signals of a set by its number, in order.
  subscript(number: UInt32) -> ArraySlice<SignalItem> { items[ends[Int(number)]..<ends[Int(number) + 1]] }

  /// The number of a set that is among them; by bisection.
  func number(of set: [SignalItem]) -> UInt32 {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[UInt32(middle)].lexicographicallyPrecedes(set) { low = middle + 1 } else { high = middle }
    }
    return UInt32(low)
  }
}
