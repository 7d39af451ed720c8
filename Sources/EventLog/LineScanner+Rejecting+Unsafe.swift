#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How a line is left that is no event.
///
/// Sound because a region ends with a line end, so one is always found.
extension LineScanner {
  /// Rejects the line for what is wrong at a position, unless a reason that goes before holds.
  @inline(never)
  mutating func reject(_ wrong: LineFault.Wrong, _ position: Int) -> Outcome {
    fault = LineFault(wrong: wrong, position: position)
    return rejectLine()
  }

  /// Rejects the line for what `fault` says, unless a reason that goes before holds.
  @inline(never)
  mutating func rejectLine() -> Outcome {
    let lineEnd = endOfLine(from: fault.position)
    let end = contentEnd(lineEnd)
    // What is missing at the end is missing before a CR that is part of the line end.
    fault.position = min(fault.position, end)
    if end - lineStart > maxLineBytes {
      fault = LineFault(wrong: .tooLong(limit: maxLineBytes), position: lineStart + maxLineBytes)
    } else if let wrong = firstNonUTF8(from: lineStart, to: lineEnd) {
      fault = LineFault(wrong: .notUTF8, position: wrong)
    }
    leaveLine(lineEnd)
    return .rejected
  }

  /// Where a line's content ends that ends with the line feed at a place: a CR before it is part of the line end.
  mutating func contentEnd(_ lineFeed: Int) -> Int {
    lineFeed > lineStart && text[lineFeed - 1] == Ascii.carriageReturn ? lineFeed - 1 : lineFeed
  }

  private mutating func endOfLine(from position: Int) -> Int {
    let start = unsafe text.base + position
    guard let found = unsafe memchr(start, Int32(Ascii.lineFeed), lastByte + 1 - position) else { return lastByte }
    return unsafe position + (UnsafeRawPointer(found) - UnsafeRawPointer(start))
  }

  /// The first byte of a stretch that is no UTF-8, or nil.
  @inline(never)
  mutating func firstNonUTF8(from start: Int, to end: Int) -> Int? {
    UTF8Text.firstWrong(text, start..<end)
  }
}
