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
struct LineScanner {
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
    var node: UInt32
    var isArray: Bool
    var element: Int
  }

  let tables: FieldTables
  let maxLineBytes: Int
  /// What the line holds at each node, valid where `scan` is the slot's; slot 0 takes what nobody asks for.
  let slots: Cells<FieldSlot>
  let stack: Cells<Container>
  /// Masks of a key's first bytes by its length.
  let heads: Cells<UInt64>

  private(set) var text: BytePointer
  private(set) var special: SpecialBytes
  var cursor = 0
  /// The region's last byte, a line end.
  private(set) var lastByte = 0
  /// Where the first block begins that may hold a byte above 127 and is not checked yet; `Int.max`: nowhere.
  var firstHigh = Int.max
  private var highCursor = 0

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

  /// A scanner for a plan, whose memory lives until it is released.
  init(tables: FieldTables, maxLineBytes: Int, listCapacity: Int, way: SpecialBytes.Way) {
    self.tables = tables
    self.maxLineBytes = maxLineBytes
    slots = Cells(zeroed: tables.nodes.count)
    stack = Cells(zeroed: LineScanner.greatestDepth + 1)
    heads = Cells((0...8).map { $0 == 8 ? .max : (1 << (8 * UInt64($0))) - 1 })
    special = SpecialBytes(capacity: listCapacity, way: way)
    text = unsafe BytePointer(UnsafeMutableRawPointer(slots.base))
  }

  func release() {
    slots.release()
    stack.release()
    heads.release()
    special.release()
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

  /// Scans a container that is the line's root, and the rest of the line.
  private mutating func container(at begin: Int) -> Outcome {
    let text = self.text
    let positions = special.positions
    var node = text[begin] == Ascii.openBrace ? FieldTree.root : 0
    var isArray = text[begin] == Ascii.openBracket
    var closer = text[begin] &+ 2
    var element = 0
    var depth = 1
    var cursor = self.cursor
    var position = begin + 1
    if text[position] <= Ascii.space {
      self.cursor = cursor
      position = skipBlanks(position)
      cursor = self.cursor
    }
    if text[position] == closer {
      self.cursor = cursor
      return endRoot(position + 1, begin: begin)
    }

    members: while true {
      var child = 0
      if isArray {
        if node != 0 { child = elementNode(node, element) }
      } else {
        if text[position] == Ascii.space { position &+= 1 }
        if Int(positions[cursor]) != position || text[position] != Ascii.quote {
          self.cursor = cursor
          position = skipBlanks(position)
          cursor = self.cursor
          guard text[position] == Ascii.quote else { return reject(.expected(.key, found: text[position]), position) }
          self.cursor = cursor
          stepToListed(position)
          cursor = self.cursor
        }
        var close = Int(positions[cursor &+ 1])
        if text[close] == Ascii.quote {
          cursor &+= 2
          if node != 0 { child = keyNode(node, position &+ 1, close &- position &- 1) }
        } else {
          cursor &+= 1
          self.cursor = cursor
          close = endOfString()
          cursor = self.cursor
          if close < 0 { return rejectLine() }
          if node != 0 { child = escapedKeyNode(node, position &+ 1, close) }
        }
        position = close &+ 1
        if text[position] != Ascii.colon {
          self.cursor = cursor
          position = skipBlanks(position)
          cursor = self.cursor
          guard text[position] == Ascii.colon else { return reject(.expected(.colon, found: text[position]), position) }
        }
        position &+= 1
      }

      var byte = text[position]
      if byte <= Ascii.space {
        if byte == Ascii.space { position &+= 1 }
        byte = text[position]
        if byte <= Ascii.space {
          self.cursor = cursor
          position = skipBlanks(position)
          cursor = self.cursor
          byte = text[position]
        }
      }
      if byte == Ascii.quote {
        if Int(positions[cursor]) != position {
          self.cursor = cursor
          stepToListed(position)
          cursor = self.cursor
        }
        var kind = FieldSlot.Kind.plain
        var close = Int(positions[cursor &+ 1])
        if text[close] == Ascii.quote {
          cursor &+= 2
        } else {
          cursor &+= 1
          kind = text[close] == Ascii.backslash ? .escaped : .plain
          self.cursor = cursor
          close = endOfString()
          cursor = self.cursor
          if close < 0 { return rejectLine() }
          // The list may have been used up within the string: then only a look tells whether it has escapes.
          if kind == .plain, hasEscape(position &+ 1, close) { kind = .escaped }
        }
        note(child, kind, position &+ 1, close &- position &- 1)
        position = close &+ 1
      } else if Ascii.isDigit(byte) || byte == Ascii.minus {
        let end = endOfNumber(position)
        if end < 0 { return rejectLine() }
        note(child, .number, position, end &- position)
        position = end
      } else if byte == Ascii.openBrace || byte == Ascii.openBracket {
        guard depth < LineScanner.greatestDepth else { return reject(.tooDeep, position) }
        note(child, byte == Ascii.openBrace ? .object : .array, position, 0)
        position &+= 1
        if text[position] <= Ascii.space {
          self.cursor = cursor
          position = skipBlanks(position)
          cursor = self.cursor
        }
        if text[position] == byte &+ 2 {
          position &+= 1
        } else {
          stack[depth] = Container(node: UInt32(truncatingIfNeeded: node), isArray: isArray, element: element)
          depth &+= 1
          node = child
          isArray = byte == Ascii.openBracket
          closer = byte &+ 2
          element = 0
          continue members
        }
      } else {
        // Four letters at once; what is neither of the three words is told by the slow step.
        let word = text.half(at: position)
        if word == 0x6575_7274 {
          note(child, .yes, position, 0)
          position &+= 4
        } else if word == 0x6C6C_756E {
          note(child, .null, position, 0)
          position &+= 4
        } else if word == 0x736C_6166, text[position &+ 4] == 0x65 {
          note(child, .no, position, 0)
          position &+= 5
        } else {
          return rejectWord(at: position)
        }
      }

      while true {
        byte = text[position]
        if byte == Ascii.comma {
          position &+= 1
          // A count of the line's elements, far from overflow.
          element &+= 1
          continue members
        }
        if byte == closer {
          position &+= 1
          depth &-= 1
          if depth == 0 {
            self.cursor = cursor
            return endRoot(position, begin: begin)
          }
          let outer = stack[depth]
          node = Int(outer.node)
          isArray = outer.isArray
          closer = isArray ? Ascii.closeBracket : Ascii.closeBrace
          element = outer.element
          continue
        }
        guard Ascii.isBlank(byte) else {
          return reject(.expected(isArray ? .commaOrBracket : .commaOrBrace, found: byte), position)
        }
        self.cursor = cursor
        position = skipBlanks(position)
        cursor = self.cursor
      }
    }
  }

  /// A line whose root is a string, a number or a word: checked whole, and no object.
  private mutating func scalarRoot(at begin: Int) -> Outcome {
    let byte = text[begin]
    let word = text.half(at: begin)
    if byte == Ascii.quote {
      stepToListed(begin)
      cursor += 1
      let close = endOfString()
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
  private mutating func endRoot(_ end: Int, begin: Int) -> Outcome {
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

  /// Notes a value; the slot of node 0 takes what nobody asks for, which costs less than to ask.
  @inline(__always)
  private func note(_ node: Int, _ kind: FieldSlot.Kind, _ start: Int, _ length: Int) {
    slots[node] = FieldSlot(
      scan: scan, kind: kind, start: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: length))
  }

  private mutating func forgetScans() {
    for node in 0..<slots.count { slots[node] = .empty }
    scan = 1
  }
}

// MARK: Lists

extension LineScanner {
  /// Lists special bytes from a place on.
  private mutating func listStretch(from start: Int) {
    let passedHigh = special.list(text, from: start, to: lastByte + 1, closing: lastByte)
    cursor = 0
    highCursor = 0
    firstHigh = min(firstHigh, passedHigh, special.highCount > 0 ? Int(special.highBlocks[0]) : .max)
  }

  /// Makes sure that the cursor stands at a special byte, where the list may be used up.
  @inline(never)
  mutating func stepToListed(_ position: Int) {
    if Int(special.positions[cursor]) != position { listStretch(from: special.stop) }
  }

  /// Whether the cursor stands where the list is used up and more follows.
  var isListUsedUp: Bool {
    Int(special.positions[cursor]) == lastByte && special.stop <= lastByte
  }

  /// Goes on with the next stretch.
  mutating func listNextStretch() {
    listStretch(from: special.stop)
  }

  /// The first byte from a position on that is no blank; of the blanks, tabs and CRs are listed.
  @inline(never)
  mutating func skipBlanks(_ start: Int) -> Int {
    var position = start
    while true {
      switch text[position] {
      case Ascii.space: break
      case Ascii.tab, Ascii.carriageReturn:
        stepToListed(position)
        cursor += 1
      default: return position
      }
      position += 1
    }
  }

  /// Leaves a line by its line end.
  @inline(__always)
  private mutating func endLine(_ lineEnd: Int) {
    if Int(special.positions[cursor]) != lineEnd { stepToListed(lineEnd) }
    cursor &+= 1
    nextLine = lineEnd &+ 1
  }

  /// Leaves a line that was not scanned to its end.
  mutating func leaveLine(_ lineEnd: Int) {
    passHighBlocks(through: lineEnd)
    nextLine = lineEnd + 1
    if lineEnd == lastByte { return }
    if special.stop <= lineEnd { return listStretch(from: lineEnd + 1) }
    while Int(special.positions[cursor]) <= lineEnd { cursor += 1 }
  }

  /// Puts away the high blocks that no later line has a share in.
  mutating func passHighBlocks(through lineEnd: Int) {
    while highCursor < special.highCount, Int(special.highBlocks[highCursor]) + 64 <= lineEnd + 1 { highCursor += 1 }
    firstHigh = highCursor < special.highCount ? Int(special.highBlocks[highCursor]) : .max
  }
}

// MARK: Keys

extension LineScanner {
  /// The node that a key without escapes leads to, 0 where nobody asks for it.
  @inline(__always)
  private func keyNode(_ node: Int, _ start: Int, _ length: Int) -> Int {
    let row = tables.nodes[node]
    let head = text.word(at: start) & heads[min(length, 8)]
    var place = Int(
      tables.buckets[Int(row.firstBucket) &+ FieldTables.bucket(head: head, length: length, shift: Int(row.shift))])
    while place != 0 {
      let key = tables.keys[place]
      if key.head == head, Int(key.length) == length, length <= 8 || hasRest(key, start) { return enter(Int(key.node)) }
      place = Int(key.next)
    }
    return 0
  }

  /// Whether the bytes of a key behind its first eight are those of another.
  @inline(__always)
  private func hasRest(_ key: FieldTables.Key, _ start: Int) -> Bool {
    var left = Int(key.length) &- 8
    var position = start &+ 8
    var place = Int(key.rest)
    while left > 0 {
      if text[position] != tables.keyBytes[place] { return false }
      position &+= 1
      place &+= 1
      left &-= 1
    }
    return true
  }

  /// The node that a key with escapes leads to; what cannot be as short as a key that is asked for is not decoded.
  @inline(never)
  private func escapedKeyNode(_ node: Int, _ start: Int, _ end: Int) -> Int {
    guard end - start <= 6 * tables.longestKey else { return 0 }
    var decoded: [UInt8] = []
    EscapedText.decode(text, start..<end) { decoded.append($0) }
    let row = tables.nodes[node]
    let head = decoded.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var place = Int(
      tables.buckets[
        Int(row.firstBucket) + FieldTables.bucket(head: head, length: decoded.count, shift: Int(row.shift))])
    while place != 0 {
      let key = tables.keys[place]
      if key.head == head, Int(key.length) == decoded.count,
        decoded.indices.dropFirst(8).allSatisfy({ decoded[$0] == tables.keyBytes[Int(key.rest) + $0 - 8] })
      {
        return enter(Int(key.node))
      }
      place = Int(key.next)
    }
    return 0
  }

  /// The node of an array's element, 0 where nobody asks for it.
  private func elementNode(_ node: Int, _ index: Int) -> Int {
    let row = tables.nodes[node]
    for place in Int(row.firstElement)..<Int(row.endElement) where tables.elements[place].index == index {
      return enter(tables.elements[place].node)
    }
    return 0
  }

  /// Makes void what an earlier value of the same key held.
  @inline(__always)
  private func enter(_ node: Int) -> Int {
    var below = node &+ 1
    let end = Int(tables.nodes[node].end)
    while below < end {
      slots[below] = .empty
      below &+= 1
    }
    return node
  }
}
