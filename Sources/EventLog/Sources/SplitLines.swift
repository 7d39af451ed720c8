/// The parts of lines that a container's runtime has split, until the rest of them comes.
///
/// Docker writes what is longer than 16 KiB as several records, of which only the last ends in a line feed; containerd marks
/// all but the last with `P`. The parts of a container's stream follow one another, those of others may stand between.
/// Memory is bounded: where too many lines are begun, or too much of them, the oldest are given up.
struct SplitLines {
  /// A line so far.
  struct Part {
    private(set) var text: [UInt8] = []
    /// Where its last part stands, should the rest never come.
    var place: RecordPlace
    private var splitter = BraceSplitter()
    private var isBegun = false

    init(place: RecordPlace) {
      self.place = place
    }

    /// What a part's text makes of the line.
    enum Outcome {
      /// An object began and is not at its end.
      case goesOn
      /// Nothing more is to come.
      case isOver
      /// The text begins another object, so that the rest of this line never comes.
      case isCutOff
    }

    /// Takes a part's text.
    mutating func add(_ more: [UInt8]) -> Outcome {
      let start = text.count
      text += more
      for (place, byte) in more.enumerated() {
        if !isBegun {
          if Ascii.isBlank(byte) { continue }
          guard byte == Ascii.openBrace else { return .isOver }
          isBegun = true
        }
        let brace: Int
        switch splitter.step(byte) {
        case .goesOn: continue
        case .endsBefore where byte == Ascii.openBrace: brace = place
        case .endsBeforeQuote(let opening): brace = place - 1 - opening
        default: return .isOver
        }
        let isFirst = start > 0 && brace >= 0 && more.prefix(brace).allSatisfy(Ascii.isBlank)
        return isFirst ? .isCutOff : .isOver
      }
      return isBegun ? .goesOn : .isOver
    }
  }

  /// How many lines may be begun at once.
  private static let most = 1_000
  /// What may be held beside two of the longest lines.
  static let spareBytes = 4 << 20

  private var parts: [(stream: [UInt8], part: Part)] = []
  private var bytes = 0

  /// Whether no line waits for its rest.
  var isEmpty: Bool { parts.isEmpty }

  /// Takes out what a stream holds so far.
  mutating func take(_ stream: [UInt8]) -> Part? {
    guard let place = parts.firstIndex(where: { $0.stream == stream }) else { return nil }
    return take(at: place)
  }

  /// Keeps what a stream holds so far; returns the lines that are given up for it, so that no more than so many bytes are held.
  mutating func keep(_ part: Part, of stream: [UInt8], atMost mostBytes: Int) -> [Part] {
    parts.append((stream, part))
    bytes += SplitLines.size(part)
    var givenUp: [Part] = []
    while parts.count > SplitLines.most || bytes > mostBytes { givenUp.append(take(at: 0)) }
    return givenUp
  }

  /// Takes out all that is left, in the order in which it was kept.
  mutating func takeAll() -> [Part] {
    defer {
      parts.removeAll()
      bytes = 0
    }
    return parts.map(\.part)
  }

  private mutating func take(at place: Int) -> Part {
    let part = parts.remove(at: place).part
    bytes -= SplitLines.size(part)
    return part
  }

  private static func size(_ part: Part) -> Int { part.text.count + part.place.text.count }

  /// Whether a string's text ends in a line feed, by its escapes.
  static func endsInLineFeed(_ text: BytePointer, _ range: Range<Int>) -> Bool {
    // The escape is one only behind an even number of backslashes.
    func isEscape(_ place: Int) -> Bool {
      var first = place
      while first > range.lowerBound, text[first - 1] == Ascii.backslash { first -= 1 }
      return (place - first) % 2 == 0
    }
    let end = range.upperBound
    if range.count >= 2, text[end - 1] == 0x6E, text[end - 2] == Ascii.backslash { return isEscape(end - 2) }
    guard range.count >= 6, text[end - 6] == Ascii.backslash, text[end - 5] == 0x75,
      HexDigits.codeUnit(text.half(at: end - 4)) == 0x0A
    else { return false }
    return isEscape(end - 6)
  }
}

/// Where a record stands, kept beyond it.
struct RecordPlace {
  var part: LogPart
  var lines: Int
  /// In bytes, from 0.
  var column: Int
  /// The record itself.
  var text: [UInt8]
}
