/// The nearest known word to one that is not known.
public enum Suggestion {
  /// The word that was most likely meant, or nil where none is near.
  ///
  /// Near is a third of the candidate's letters at most, one at least; a longer word that begins with the given one is as
  /// near as one letter off. Case does not count. Of words equally near the first is given. Costs the product of the
  /// lengths for each candidate.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let wanted = folded(word)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let known = folded(candidate)
      let farthest = max(1, known.count / 3)
      let isBeginning = wanted.count > 1 && known.starts(with: wanted)
      guard isBeginning || abs(wanted.count - known.count) <= farthest else { continue }
      let distance = isBeginning ? min(known.count - wanted.count, 1) : distance(wanted, known)
      if distance <= farthest, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// How many letters must be put in, left out, changed or swapped with their neighbour to make one word of the other.
  ///
  /// Case does not count. This is the optimal string alignment distance (Damerau 1964; no letter is edited twice).
  public static func distance(from word: String, to other: String) -> Int {
    distance(folded(word), folded(other))
  }

  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        var cost = min(last[column + 1], current[column]) + 1
        cost = min(cost, last[column] + (first[row] == second[column] ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
