/// How the character between the fields of CSV is written.
///
/// It is one of the words, or one visible ASCII character that cannot be part of a number, a name or a quoted field, and
/// that no spreadsheet takes for the beginning of a formula.
enum DelimiterSyntax {
  /// The characters that have a word, which a shell passes on without quotes.
  static let words: [(word: String, character: UInt8)] = [
    ("comma", UInt8(ascii: ",")), ("semicolon", UInt8(ascii: ";")), ("tab", UInt8(ascii: "\t")),
    ("pipe", UInt8(ascii: "|")),
  ]

  static let expected =
    "comma, semicolon, tab, pipe or one such character, not a letter, digit, quote or any of . _ + - = @"

  /// The character that a text names; nil where it names none that can stand between fields.
  static func character(_ text: String) -> UInt8? {
    if let named = words.first(where: { $0.word == text }) { return named.character }
    guard text.utf8.count == 1, let character = text.utf8.first else { return nil }
    switch character {
    case UInt8(ascii: "\t"): return character
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      return nil
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "@"):
      return nil
    case UInt8(ascii: "!")...UInt8(ascii: "~"): return character
    default: return nil
    }
  }
}
