/// Finds where an object, an array or a string ends that is not ended by a line, byte by byte.
///
/// It checks no more of the grammar than tells a value that goes on from one that was cut off: what stands before and behind
/// a line end must be able to follow one another, and an object must be able to stand where it begins. Where a string was
/// cut off, the next object's first quote closes it: then it ends in an opening brace, and is followed by what can follow no
/// string.
struct BraceSplitter {
  /// What a byte means.
  enum Step: Equatable {
    case goesOn
    /// The value's last byte.
    case ends
    /// The value is over before this byte.
    case endsBefore
    /// The value is over at the last line end: what follows cannot belong to it.
    case endsAtBreak
    /// The value was cut off within a string, and another began behind so many bytes that stand before its first quote, which
    /// is the last byte's.
    case endsBeforeQuote(opening: Int)
  }

  static let recordSeparator: UInt8 = 0x1E
  /// How many containers are told apart; deeper ones are none of a record's.
  private static let deepest = LineScanner.greatestDepth + 1

  private var isInString = false
  private var isEscaped = false
  /// The open containers, true for arrays, and how many more there are.
  private var open: [Bool] = []
  private var deeper = 0
  /// The last byte that is no blank, outside of strings.
  private var previous: UInt8 = 0
  /// Whether a line end lies between `previous` and what comes.
  private var isBehindBreak = false
  /// How many bytes stand at the string's end that could open an object: a brace and the blanks behind it.
  private var opening = 0
  /// Whether the last byte closed a string that ends so.
  private var isBehindOpening = false
  /// How many line ends the value was found to go on over.
  private(set) var passedBreaks = 0

  /// Begins anew.
  mutating func reset() {
    isInString = false
    isEscaped = false
    open.removeAll(keepingCapacity: true)
    deeper = 0
    previous = 0
    isBehindBreak = false
    isBehindOpening = false
    passedBreaks = 0
  }

  /// Takes the next byte; the first opens a container or a string.
  @inline(__always)
  mutating func step(_ byte: UInt8) -> Step {
    if isInString { return stepWithinString(byte) }
    if isBehindOpening {
      isBehindOpening = false
      if !BraceSplitter.mayFollowString(byte) { return .endsBeforeQuote(opening: opening) }
      if open.isEmpty { return .endsBefore }
    }
    if Ascii.isBlank(byte) { return .goesOn }
    if byte == Ascii.lineFeed {
      isBehindBreak = true
      return .goesOn
    }
    if byte == BraceSplitter.recordSeparator { return isBehindBreak ? .endsAtBreak : .endsBefore }
    if isBehindBreak {
      guard mayFollow(byte) else { return .endsAtBreak }
      isBehindBreak = false
      passedBreaks += 1
    }
    switch byte {
    case Ascii.quote:
      isInString = true
      opening = 0
    case Ascii.openBrace:
      guard open.isEmpty || mayFollow(byte) else { return .endsBefore }
      push(isArray: false)
    case Ascii.openBracket: push(isArray: true)
    case Ascii.closeBrace, Ascii.closeBracket:
      if deeper > 0 {
        deeper -= 1
      } else if open.count > 1 {
        open.removeLast()
      } else {
        // A closing bracket is not the object's, but that of the array around it.
        return (byte == Ascii.closeBracket) == (open.last ?? false) ? .ends : .endsBefore
      }
    default: break
    }
    previous = byte
    return .goesOn
  }

  @inline(__always)
  private mutating func stepWithinString(_ byte: UInt8) -> Step {
    if isEscaped {
      isEscaped = false
    } else if byte == Ascii.backslash {
      isEscaped = true
      opening = 0
      return .goesOn
    } else if byte == Ascii.quote {
      isInString = false
      previous = byte
      isBehindOpening = opening > 0
      return open.isEmpty && !isBehindOpening ? .ends : .goesOn
    }
    if byte == Ascii.lineFeed || byte == BraceSplitter.recordSeparator { return .endsBefore }
    opening = BraceSplitter.opening(opening, byte)
    return .goesOn
  }

  /// How many bytes could open an object, the last of them this byte, where so many could before it.
  @inline(__always)
  static func opening(_ before: Int, _ byte: UInt8) -> Int {
    if byte == Ascii.openBrace { return 1 }
    return before > 0 && Ascii.isBlank(byte) ? before &+ 1 : 0
  }

  private mutating func push(isArray: Bool) {
    if open.count < BraceSplitter.deepest { open.append(isArray) } else { deeper += 1 }
  }

  private static func mayFollowString(_ byte: UInt8) -> Bool {
    switch byte {
    case Ascii.comma, Ascii.colon, Ascii.closeBrace, Ascii.closeBracket, Ascii.lineFeed, recordSeparator: true
    default: Ascii.isBlank(byte)
    }
  }

  private func mayFollow(_ byte: UInt8) -> Bool {
    let isArray = deeper > 0 || open.last ?? false
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
