/// Finds where an object ends that is not ended by a line, byte by byte.
///
/// It checks no more of the grammar than tells an object that goes on over a line end from one that was cut off there: what
/// stands before and behind a line end must be able to follow one another.
struct BraceSplitter {
  /// What a byte means.
  enum Step {
    case goesOn
    /// The object's closing brace.
    case ends
    /// The object does not go on here: the line end before was its end, or it is a line end itself, within a string.
    case broken
  }

  static let recordSeparator: UInt8 = 0x1E

  private var isInString = false
  private var isEscaped = false
  /// The open containers, true for arrays.
  private var open: [Bool] = []
  /// The last byte that is no blank, outside of strings.
  private var previous: UInt8 = 0
  /// Whether a line end lies between `previous` and what comes.
  private var isBehindBreak = false
  /// How many line ends the object was found to go on over.
  private(set) var passedBreaks = 0

  /// Whether nothing is open.
  var isAtStart: Bool { open.isEmpty }

  /// Whether the bytes so far end within a string.
  var endsInString: Bool { isInString }

  /// Begins anew.
  mutating func reset() {
    isInString = false
    isEscaped = false
    open.removeAll(keepingCapacity: true)
    previous = 0
    isBehindBreak = false
    passedBreaks = 0
  }

  /// Takes the next byte; the first is an opening brace.
  @inline(__always)
  mutating func step(_ byte: UInt8) -> Step {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == Ascii.backslash {
        isEscaped = true
        return .goesOn
      } else if byte == Ascii.quote {
        isInString = false
        previous = byte
        return .goesOn
      }
      return byte == Ascii.lineFeed || byte == BraceSplitter.recordSeparator ? .broken : .goesOn
    }
    if Ascii.isBlank(byte) { return .goesOn }
    if byte == Ascii.lineFeed {
      isBehindBreak = true
      return .goesOn
    }
    if byte == BraceSplitter.recordSeparator { return .broken }
    if isBehindBreak {
      guard mayFollow(byte) else { return .broken }
      isBehindBreak = false
      passedBreaks += 1
    }
    switch byte {
    case Ascii.quote: isInString = true
    case Ascii.openBrace: open.append(false)
    case Ascii.openBracket: open.append(true)
    case Ascii.closeBrace, Ascii.closeBracket:
      open.removeLast()
      if open.isEmpty { return .ends }
    default: break
    }
    previous = byte
    return .goesOn
  }

  private func mayFollow(_ byte: UInt8) -> Bool {
    let isArray = open.last ?? false
    let beginsValue =
      byte == Ascii.quote || byte == Ascii.openBrace || byte == Ascii.openBracket || byte == Ascii.minus
      || Ascii.isDigit(byte) || byte == 0x74 || byte == 0x66 || byte == 0x6E
    switch previous {
    case Ascii.openBrace: return byte == Ascii.quote || byte == Ascii.closeBrace
    case Ascii.openBracket: return beginsValue || byte == Ascii.closeBracket
    case Ascii.comma: return isArray ? beginsValue : byte == Ascii.quote
    case Ascii.colon: return beginsValue
    default: return byte == Ascii.comma || byte == Ascii.colon || byte == Ascii.closeBrace || byte == Ascii.closeBracket
    }
  }
}
