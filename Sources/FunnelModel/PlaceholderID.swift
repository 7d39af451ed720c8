/// Texts that stand for no id, whatever system writes them: those of missing values, and of devices that keep theirs back.
///
/// Taken for ids they would join everyone who has none.
public enum PlaceholderID {
  /// The length of the longest of them that is a word; others are rows of zeros.
  public static let longestWord = 9

  /// Whether a text is one of them, in upper or lower case; a text of zeros and dashes alone always is.
  ///
  /// It is asked of every id, across modules, so it is neither generic nor makes anything.
  public static func holds(count: Int, byte: (Int) -> UInt8) -> Bool {
    if count == 0 { return true }
    // Few ids begin like one of those, so few are looked at further; the bit is that of lower case.
    let first = byte(0) | 0x20
    guard beginnings & (1 << UInt64(first & 0x3F)) != 0 else { return false }
    if first == 0x30 || first == 0x2D, (0..<count).allSatisfy({ byte($0) == 0x30 || byte($0) == 0x2D }) { return true }
    guard count <= longestWord else { return false }
    return words.contains { word in
      guard word.count == count else { return false }
      for place in 0..<count {
        let letter = byte(place)
        if word[place] != (0x41...0x5A ~= letter ? letter | 0x20 : letter) { return false }
      }
      return true
    }
  }

  /// Whether a text is one of them.
  public static func holds(_ text: ArraySlice<UInt8>) -> Bool {
    holds(count: text.count) { text[text.startIndex + $0] }
  }

  private static let words: [[UInt8]] = [
    "anon", "anonymous", "nil", "none", "null", "n/a", "na", "undefined", "unknown", "<nil>", "-1", "true", "false",
    "[]", "{}",
  ].map { Array($0.utf8) }
  /// The lowest six bits of what they begin with, in lower case, as a set.
  private static let beginnings = "0-antuf<[{".utf8.reduce(UInt64(0)) { $0 | 1 << UInt64(($1 | 0x20) & 0x3F) }
}
