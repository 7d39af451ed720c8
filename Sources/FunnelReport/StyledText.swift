import FunnelModel

/// Text for a terminal: characters, each with its weight and colour, so that it can be wrapped, cut and padded before any
/// control sequence stands in it.
struct StyledText {
  /// Weight and colour.
  enum Style: String {
    case plain = "0"
    case strong = "1"
    case faint = "2"
    case heading = "1;4"
    case bar = "36"
    case alarm = "1;31"
  }

  private(set) var characters: [(character: Character, style: Style)] = []

  /// Text of one style.
  init(_ text: String = "", _ style: Style = .plain) {
    characters = text.map { ($0, style) }
  }

  /// A sentence; what is neither name nor carries weight has the style given.
  init(_ prose: Prose, _ style: Style = .plain) {
    for run in prose.runs {
      switch run {
      case .plain(let words): characters += words.map { ($0, style) }
      case .strong(let words): characters += words.map { ($0, style == .plain ? .strong : style) }
      case .name(let name):
        characters += (name.isEmpty ? "(empty)" : name.visible).map { ($0, style) }
      }
    }
  }

  private init(_ characters: some Sequence<(character: Character, style: Style)>) {
    self.characters = Array(characters)
  }

  /// How many columns it takes.
  var width: Int { characters.reduce(0) { $0 + $1.character.displayWidth } }

  /// One text after the other.
  static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(left.characters + right.characters)
  }

  /// The text with spaces up to a width; a longer one is cut, and ends in `…`.
  func fitted(to width: Int, _ alignment: DisplayTable.Alignment) -> StyledText {
    var text = self
    if text.width > width {
      text = prefix(width - 1) + StyledText("…")
    }
    let space = StyledText(String(repeating: " ", count: max(0, width - text.width)))
    return alignment == .left ? text + space : space + text
  }

  /// The lines that the text makes in a width, broken at blanks, and within a word only where it is wider than a line.
  func wrapped(to width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    var rest = self
    while rest.width > width {
      let head = rest.prefix(width)
      let next = head.characters.count
      // A blank that ends the line may also be the first character that no longer fits.
      let blank = rest.characters.prefix(next + 1).indices.last { rest.breaks(at: $0) }
      let end = blank.flatMap { $0 > 0 ? $0 : nil } ?? max(1, next)
      lines.append(StyledText(rest.characters.prefix(end)))
      rest = StyledText(rest.characters.dropFirst(end).drop { $0.character == " " })
    }
    return rest.characters.isEmpty && !lines.isEmpty ? lines : lines + [rest]
  }

  /// The text with the control sequences of a terminal.
  func rendered(_ colour: TerminalColour) -> String {
    var output = ""
    var current = Style.plain
    for (character, style) in characters {
      if colour == .basic, style != current {
        output += style == .plain ? "\u{1B}[0m" : "\u{1B}[0;\(style.rawValue)m"
        current = style
      }
      output.append(character)
    }
    return current == .plain ? output : output + "\u{1B}[0m"
  }

  /// Whether a line may end before this character: at a blank, but not between a number and its `%`.
  private func breaks(at index: Int) -> Bool {
    characters[index].character == " " && !(index + 1 < characters.count && characters[index + 1].character == "%")
  }

  /// The text without the blanks that it ends in.
  var trimmed: StyledText {
    StyledText(characters.prefix((characters.lastIndex { $0.character != " " } ?? -1) + 1))
  }

  private func prefix(_ width: Int) -> StyledText {
    var taken = 0
    return StyledText(
      characters.prefix { entry in
        taken += entry.character.displayWidth
        return taken <= width
      })
  }
}
