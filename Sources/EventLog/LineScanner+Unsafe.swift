import FunnelModel

/// Checks lines against RFC 8259 and UTF-8 as a whole, and notes where the values lie that a plan asks for.
///
/// A region of whole lines is scanned in two stages: the special bytes of a stretch are listed many bytes at a time, then
/// the grammar is walked from one special byte to the next. The second stage never looks at the bytes within a string that
/// needs no decoding, and its loads do not wait for one another, because places come from the list. Nothing recurses, and
/// nothing is allocated per line.
///
/// `cursor` always stands at the first listed place that is not before the byte that is looked at. Where the list is used
/// up it shows the region's last byte, a line end; so a place that is not what was expected leads to a slow step, which
/// lists the next stretch and looks again.
struct LineScanner: ~Copyable {
  /// What a line holds.
  enum Outcome {
    /// A JSON object, whose values stand in the slots.
    case object
    /// Spaces, tabs and CRs alone.
    case blank
    /// What `fault` says.
    case rejected
  }

  /// How deep objects and arrays may be nested, the line's own included.
  static let greatestDepth = 1_024

  /// A container that is not closed yet.
  struct Container {
    /// Its node in the field tree.
    var node: UInt32
    /// Where its next member is foretold.
    var link: UInt32
    /// The index of its next element, where its elements are counted.
    var element: UInt32
    /// What closes it.
    var closer: UInt8
  }

  let tables: FieldTables
  let maxLineBytes: Int
  /// What the line holds at each node, valid where `scan` is the slot's; slot 0 takes what nobody asks for.
  let slots: Cells<FieldSlot>
  let stack: Cells<Container>
  /// Room for a key whose escapes are decoded.
  let decodedKey: Cells<UInt8>
  let known = KnownMembers()

  var text: BytePointer
  var special: SpecialBytes
  var cursor = 0
  /// The region's last byte, a line end.
  var lastByte = 0
  /// Where the first block begins that may hold a byte above 127 and is not checked yet; `Int.max`: nowhere.
  var firstHigh = Int.max
  var highCursor = 0

  /// The number of the line's scan.
  private(set) var scan: UInt32 = 0
  /// Where the line begins.
  var lineStart = 0
  /// Where the line's object begins.
  private(set) var rootStart = 0
  /// Where the next line begins.
  var nextLine = 0
  /// What is wrong with the last line that was rejected.
  var fault = LineFault(wrong: .notAnObject, position: 0)

  /// A scanner for a plan.
  init(tables: FieldTables, maxLineBytes: Int, listCapacity: Int, way: SpecialBytes.Way) {
    self.tables = tables
    self.maxLineBytes = maxLineBytes
    slots = Cells(zeroed: tables.nodes.count)
    stack = Cells(zeroed: LineScanner.greatestDepth + 1)
    decodedKey = Cells(zeroed: 6 * tables.longestKey + TextBuffer.padding)
    special = SpecialBytes(capacity: listCapacity, way: way)
    text = unsafe BytePointer(UnsafeMutableRawPointer(slots.base))
  }

  deinit {
    slots.release()
    stack.release()
    decodedKey.release()
    known.release()
  }

  /// Turns to another region, which ends with a line end.
  mutating func turn(to region: Range<Int>, of buffer: TextBuffer) {
    text = buffer.text
    lastByte = region.upperBound - 1
    firstHigh = .max
    listStretch(from: region.lowerBound)
  }

  /// Scans the line that begins at `start`, which is the region's beginning or the last scan's `nextLine`.
  mutating func line(at start: Int) -> Outcome {
    lineStart = start
    scan &+= 1
    if scan == 0 { forgetScans() }
    if text[start] == Ascii.openBrace { return container(at: start) }
    return oddBeginning(at: start)
  }

  /// A line that does not begin with its object.
  private mutating func oddBeginning(at start: Int) -> Outcome {
    let begin = skipBlanks(start)
    switch text[begin] {
    case Ascii.openBrace, Ascii.openBracket: return container(at: begin)
    case Ascii.lineFeed:
      endLine(begin)
      return .blank
    default: return scalarRoot(at: begin)
    }
  }

  /// A line whose root is a string, a number or a word: checked whole, and no object.
  private mutating func scalarRoot(at begin: Int) -> Outcome {
    let byte = text[begin]
    let word = text.half(at: begin)
    if byte == Ascii.quote {
      let close = endOfString(begin)
      return close < 0 ? rejectLine() : endRoot(close + 1, begin: begin)
    }
    if Ascii.isDigit(byte) || byte == Ascii.minus {
      let end = endOfNumber(begin)
      return end < 0 ? rejectLine() : endRoot(end, begin: begin)
    }
    if word == 0x6575_7274 || word == 0x6C6C_756E { return endRoot(begin + 4, begin: begin) }
    if word == 0x736C_6166, text[begin + 4] == 0x65 { return endRoot(begin + 5, begin: begin) }
    return rejectWord(at: begin)
  }

  /// The line after its root.
  mutating func endRoot(_ end: Int, begin: Int) -> Outcome {
    var position = end
    if text[position] != Ascii.lineFeed {
      position = skipBlanks(position)
      guard text[position] == Ascii.lineFeed else {
        return reject(.expected(.lineEnd, found: text[position]), position)
      }
    }
    if position - lineStart > maxLineBytes, contentEnd(position) - lineStart > maxLineBytes {
      return reject(.notAnObject, begin)
    }
    if firstHigh <= position {
      if let wrong = firstNonUTF8(from: max(lineStart, firstHigh), to: position) { return reject(.notUTF8, wrong) }
      passHighBlocks(through: position)
    }
    if text[begin] != Ascii.openBrace { return reject(.notAnObject, begin) }
    rootStart = begin
    endLine(position)
    return .object
  }

  private mutating func forgetScans() {
    for node in 0..<slots.count { slots[node] = .empty }
    scan = 1
  }
}
