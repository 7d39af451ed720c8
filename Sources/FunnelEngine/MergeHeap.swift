/// What merges of sorted runs stand in: a heap, whose first element precedes all others.
extension Array {
  /// Puts the elements in the order of a heap.
  mutating func makeHeap(by precedes: (Element, Element) -> Bool) {
    for place in indices.reversed() { sink(place, by: precedes) }
  }

  /// Restores the heap where its first element has changed, or takes that out where it `isDone`.
  mutating func updateFirst(isDone: Bool, by precedes: (Element, Element) -> Bool) {
    if isDone {
      swapAt(0, count - 1)
      removeLast()
    }
    if !isEmpty { sink(0, by: precedes) }
  }

  /// Moves an element of a heap to where none below it precedes it.
  private mutating func sink(_ start: Int, by precedes: (Element, Element) -> Bool) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < count {
        if precedes(self[child], self[least]) { least = child }
      }
      if least == place { return }
      swapAt(least, place)
      place = least
    }
  }
}
