/// The nearest known word to one that is not known.
public enum Suggestion {
  /// Words of more bytes than this get no suggestion: nobody mistypes a word of such a length, and comparing costs its
  /// length times that of the other.
  private static let longest = 64
  /// More edits than this are no slip of the hand, however long the word.
  private static let mostEdits = 8
  /// So many candidates are compared, the first ones; more than there are names of time zones.
  private static let mostCandidates = 2_048

  /// The word that was most likely meant, or nil where none is near.
  ///
  /// Near is a third of the candidate's letters at most, one at least and 8 at most, and fewer than the shorter word has: a
  /// word that shares no letter is not near. A longer word that begins with the given one is as near as one letter off.
  /// Case does not count. Of words equally near the first is given. Words of more than 64 bytes are near to nothing, and
  /// only the first 2,048 candidates are looked at, each at a bounded cost.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    guard !word.isEmpty, word.utf8.count <= longest else { return nil }
    let wanted = folded(word)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates.prefix(mostCandidates) where candidate.utf8.count <= longest {
      let known = folded(candidate)
      let shorter = min(wanted.count, known.count)
      let farthest = min(max(1, known.count / 3), mostEdits, shorter - 1, (best?.distance ?? .max) - 1)
      let isBeginning = wanted.count > 1 && known.starts(with: wanted)
      guard farthest >= 0, isBeginning || abs(wanted.count - known.count) <= farthest else { continue }
      let distance = isBeginning ? min(known.count - wanted.count, 1) : distance(wanted, known, limit: farthest)
      if distance <= farthest { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// How many letters must be put in, left out, changed or swapped with their neighbour to make one word of the other.
  ///
  /// Case does not count. This is the optimal string alignment distance (Damerau 1964; no letter is edited twice). Costs
  /// the product of the lengths.
  public static func distance(from word: String, to other: String) -> Int {
    distance(folded(word), folded(other), limit: .max)
  }

  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The distance, or a number above the limit where it is above: no row falls below the least of two rows before it.
  private static func distance(_ first: [UInt8], _ second: [UInt8], limit: Int) -> Int {
    var beforeLast = Array(repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    var current = beforeLast
    var leastBefore = 0
    for row in first.indices {
      current[0] = row + 1
      var least = row + 1
      for column in second.indices {
        var cost = min(last[column + 1], current[column]) + 1
        cost = min(cost, last[column] + (first[row] == second[column] ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current[column + 1] = cost
        least = min(least, cost)
      }
      if min(least, leastBefore) > limit { return least }
      leastBefore = least
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[second.count]
  }
}
