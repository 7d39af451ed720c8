import FunnelModel

extension ByteText {
  /// The visible text where there is some, else words for its absence.
  var shown: String { isEmpty ? "(empty)" : visible }

  /// The shown text within so many columns of a fixed-width font, and a `…` where there is more.
  ///
  /// Of a letter that bears more marks than any script stacks the first few are shown: thousands would cover the page.
  /// Emoji that are joined into one count each, since not every font joins them.
  func shortened(to columns: Int) -> String {
    var short = ""
    var width = 0
    for character in shown {
      let scalars = character.unicodeScalars.prefix(character.unicodeScalars.count > 16 ? 4 : 16)
      width += scalars.reduce(0) { $0 + Character($1).displayWidth }
      if width > columns { return short + "…" }
      short.unicodeScalars.append(contentsOf: scalars)
    }
    return short
  }

  /// The shown text for the title that a pointer brings up: whole, up to what anyone reads.
  var hoverText: String { shortened(to: 1000) }
}
