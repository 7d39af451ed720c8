/// Texts that stand for no id, whatever system writes them: those of missing values, and of devices that keep theirs back.
///
/// Taken for ids they would join everyone who has none.
public enum PlaceholderID {
  /// The length of the longest of them that is a word; others are rows of zeros.
  public static let longestWord = 9

  /// Whether a text is one of them, in upper or lower case; a text of zeros and dashes alone always is.
  public static func holds(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    // Few ids begin like one of those, so few are looked up; the bit is that of lower case.
    guard beginnings.contains(first | 0x20) else { return false }
    if text.allSatisfy({ $0 == 0x30 || $0 == 0x2D }) { return true }
    guard text.count <= longestWord else { return false }
    return words.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  private static let words: Set<String> = [
    "anon", "anonymous", "nil", "none", "null", "n/a", "na", "undefined", "unknown", "<nil>", "-1", "true", "false",
    "[]", "{}",
  ]
  private static let beginnings = Set("0-antuf<[{".utf8.map { $0 | 0x20 })
}
