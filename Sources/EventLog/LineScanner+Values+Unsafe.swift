#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The steps of a scan that look at single bytes: what a string's special bytes mean, and numbers.
///
/// Sound because each stops at the line end that every region ends with.
extension LineScanner {
  /// The closing quote of the string that begins at a position; -1 with `fault` set.
  @inline(never)
  mutating func endOfString(_ open: Int) -> Int {
    stepToListed(open)
    let text = self.text
    let positions = special.positions
    var cursor = self.cursor &+ 1
    while true {
      let position = Int(positions[cursor])
      let byte = text[position]
      if byte == Ascii.quote {
        self.cursor = cursor &+ 1
        return position
      }
      guard byte == Ascii.backslash else {
        self.cursor = cursor
        guard isListUsedUp else { return controlCharacter(byte, position) }
        listNextStretch()
        cursor = self.cursor
        continue
      }
      cursor &+= 1
      switch text[position &+ 1] {
      case Ascii.quote, Ascii.backslash:
        if Int(positions[cursor]) != position &+ 1 {
          self.cursor = cursor
          stepToListed(position &+ 1)
          cursor = self.cursor
        }
        cursor &+= 1
      case Ascii.slash, 0x62, 0x66, 0x6E, 0x72, 0x74: break
      case 0x75:
        guard let unit = HexDigits.codeUnit(text.half(at: position &+ 2)) else { return badDigits(position &+ 2) }
        if unit & 0xF800 == 0xD800 {
          self.cursor = cursor
          guard isSurrogatePair(unit, position) else { return -1 }
          cursor = self.cursor
        }
      default: return unknownEscape(position &+ 1)
      }
    }
  }

  /// Whether an escape at a position is the high half of a surrogate pair, and the low half's follows; steps over that.
  private mutating func isSurrogatePair(_ unit: UInt32, _ position: Int) -> Bool {
    let second = position + 6
    if unit < 0xDC00, text[second] == Ascii.backslash, text[second + 1] == 0x75 {
      stepToListed(second)
      cursor += 1
      guard let low = HexDigits.codeUnit(text.half(at: second + 2)) else {
        _ = badDigits(second + 2)
        return false
      }
      if low & 0xFC00 == 0xDC00 { return true }
    }
    fault = LineFault(wrong: .loneSurrogate, position: position)
    return false
  }

  @inline(never)
  private mutating func controlCharacter(_ byte: UInt8, _ position: Int) -> Int {
    let ends = found(position) == Ascii.lineFeed
    fault = LineFault(wrong: ends ? .endsWithinString : .controlCharacter(byte), position: position)
    return -1
  }

  @inline(never)
  private mutating func unknownEscape(_ position: Int) -> Int {
    let byte = found(position)
    fault = LineFault(wrong: byte == Ascii.lineFeed ? .endsWithinString : .unknownEscape(byte), position: position)
    return -1
  }

  /// Says which of four bytes is the first that is no hexadecimal digit.
  @inline(never)
  private mutating func badDigits(_ start: Int) -> Int {
    let position = (start..<start + 4).first { !Ascii.isHexadecimal(text[$0]) } ?? start
    fault = LineFault(wrong: .expected(.hexadecimalDigit, found: found(position)), position: position)
    return -1
  }

  /// The byte that a message says was found: a CR that is part of a line end is the line's end.
  private mutating func found(_ position: Int) -> UInt8 {
    let byte = text[position]
    return byte == Ascii.carriageReturn && text[position + 1] == Ascii.lineFeed ? Ascii.lineFeed : byte
  }

  /// Whether a string that was found to be right holds an escape.
  @inline(never)
  mutating func hasEscape(_ text: BytePointer, _ start: Int, _ end: Int) -> Bool {
    unsafe end > start && memchr(text.base + start, Int32(Ascii.backslash), end - start) != nil
  }

  /// The position behind a number; -1 with `fault` set.
  ///
  /// Runs of digits are measured eight bytes at a time.
  @inline(never)
  mutating func endOfNumber(_ start: Int) -> Int {
    var position = start
    if text[position] == Ascii.minus { position &+= 1 }
    let first = position
    position = endOfDigits(position)
    if position &- first != 1, position == first || text[first] == Ascii.zero { return badNumber(first) }
    if text[position] == Ascii.point {
      let fraction = position &+ 1
      position = endOfDigits(fraction)
      if position == fraction { return badDigit(fraction) }
    }
    // A letter e, of either case.
    if text[position] | 0x20 == 0x65 { return endOfExponent(position &+ 1) }
    return position
  }

  /// The position of the first byte that is no digit.
  @inline(__always)
  func endOfDigits(_ start: Int) -> Int {
    var position = start
    while true {
      let digits = text.word(at: position) ^ 0x3030_3030_3030_3030
      // Of a digit's byte 0...9 is left; 0x76 more and its highest bit is still 0. A carry into the next byte comes only
      // from a byte that is itself none, and the first of these is what is asked for.
      let others = (digits | (digits &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080
      if others != 0 { return position &+ others.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
  }

  @inline(never)
  private mutating func endOfExponent(_ start: Int) -> Int {
    var position = start
    if text[position] == Ascii.plus || text[position] == Ascii.minus { position += 1 }
    let end = endOfDigits(position)
    return end == position ? badDigit(position) : end
  }

  @inline(never)
  private mutating func badNumber(_ first: Int) -> Int {
    guard text[first] == Ascii.zero else { return badDigit(first) }
    fault = LineFault(wrong: .leadingZero, position: first)
    return -1
  }

  @inline(never)
  private mutating func badDigit(_ position: Int) -> Int {
    fault = LineFault(wrong: .expected(.digit, found: found(position)), position: position)
    return -1
  }

  /// Rejects a value that is none of `true`, `false` and `null`, at the first byte that differs.
  @inline(never)
  mutating func rejectWord(at start: Int) -> Outcome {
    let words: [(StaticString, LineFault.Expectation)] = [("true", .true), ("false", .false), ("null", .null)]
    for (word, expectation) in words where unsafe word.utf8Start[0] == text[start] {
      var place = 0
      while place < word.utf8CodeUnitCount, unsafe word.utf8Start[place] == text[start + place] { place += 1 }
      return reject(.expected(expectation, found: found(start + place)), start + place)
    }
    return reject(.expected(.value, found: found(start)), start)
  }
}
