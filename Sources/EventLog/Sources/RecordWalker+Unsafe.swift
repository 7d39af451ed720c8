import FunnelModel

/// Walks records that were found to be JSON, and notes where the values lie that a tree asks for.
///
/// What keys and indices lead to the scanner has noted before, so that a whole record is walked only where it stands within
/// another. Sound because a record was checked before and so closes everything that it opens; what nobody asks for is passed
/// over in a loop, so it recurses no deeper than a path is long.
@safe
struct RecordWalker {
  let tree: RecordTree
  let tables: FieldTables
  private let ownSlots: Cells<FieldSlot>
  /// Walks of its own so far, by which its slots are marked.
  private var walks: UInt32 = 0
  private(set) var text: BytePointer
  /// What was found, by the scanner or by the walker.
  private var slots: Cells<FieldSlot>
  private(set) var mark: UInt64 = FieldSlot.mark(1)
  /// Whether the string that was passed last has escapes.
  private(set) var hasEscapes = false

  /// A walker by a tree, whose memory lives until it is released.
  init(tree: RecordTree) {
    self.tree = tree
    tables = tree.tables
    ownSlots = Cells(zeroed: tree.nodes.count)
    slots = ownSlots
    text = unsafe BytePointer(UnsafeMutableRawPointer(ownSlots.base))
  }

  func release() {
    ownSlots.release()
  }

  /// Takes over what the scanner found in the record at a position, and looks for what it did not.
  @inline(__always)
  mutating func take(_ begin: Int, of checker: RecordChecker, _ text: BytePointer) {
    self.text = text
    slots = checker.slots
    mark = checker.mark
    if !tree.looked.isEmpty { look(begin) }
  }

  /// Walks the record at a position, and forgets what others held.
  mutating func walk(_ begin: Int, of text: BytePointer) {
    self.text = text
    slots = ownSlots
    walks &+= 1
    if walks == 0 {
      for node in 0..<slots.count { slots[node] = .empty }
      walks = 1
    }
    mark = FieldSlot.mark(walks)
    _ = object(begin, RecordTree.root)
  }

  /// Turns to some text whose walk goes on.
  mutating func turn(to text: BytePointer) {
    self.text = text
  }

  /// What was found, by its nodes.
  @inline(__always)
  var view: RecordView { RecordView(text: text, slots: slots, mark: mark) }

  /// What stands at a node, or nil.
  @inline(__always)
  subscript(node: Int) -> FieldSlot? {
    let slot = slots[node]
    return slot.isOf(mark) ? slot : nil
  }

  private mutating func look(_ begin: Int) {
    for node in tree.looked {
      let row = tree.nodes[node]
      if node == RecordTree.root {
        beginnings(begin, node)
      } else if let slot = self[node] {
        switch slot.kind {
        case .array where row.endChoice > row.firstChoice: _ = choices(Int(slot.start), row)
        case .object where row.endBeginning > row.firstBeginning: beginnings(Int(slot.start), node)
        default: break
        }
      }
    }
  }

  /// Makes void what was found below a node and at it.
  @inline(__always)
  func enter(_ node: Int) {
    for below in node..<Int(tree.nodes[node].end) { slots[below] = .empty }
  }

  /// Walks an object whose members are the children of a node; returns the position behind it.
  mutating func object(_ begin: Int, _ node: Int) -> Int {
    var position = skipBlanks(begin &+ 1)
    while text[position] != Ascii.closeBrace {
      let close = endOfString(position)
      let child = self.child(node, position &+ 1, close)
      position = skipBlanks(close &+ 1)
      position = skipBlanks(position &+ 1)
      if child == 0 {
        position = endOfValue(position)
      } else {
        enter(child)
        position = value(position, child)
      }
      position = skipBlanks(position)
      if text[position] == Ascii.comma { position = skipBlanks(position &+ 1) }
    }
    return position &+ 1
  }

  /// Calls back with the position of each element of an array and returns the position behind the array; the callback returns
  /// the position behind the element.
  static func elements(_ begin: Int, of text: BytePointer, _ element: (Int) -> Int) -> Int {
    var position = skipBlanks(text, begin + 1)
    while text[position] != Ascii.closeBracket {
      position = skipBlanks(text, element(position))
      if text[position] == Ascii.comma { position = skipBlanks(text, position + 1) }
    }
    return position + 1
  }

  private mutating func value(_ position: Int, _ node: Int) -> Int {
    let row = tree.nodes[node]
    switch text[position] {
    case Ascii.quote:
      let close = endOfString(position)
      note(node, hasEscapes ? .escaped : .plain, position &+ 1, close &- position &- 1)
      return close &+ 1
    case Ascii.openBrace:
      note(node, .object, position, 0)
      return Int(row.end) > node &+ 1 ? object(position, node) : endOfValue(position)
    case Ascii.openBracket:
      note(node, .array, position, 0)
      let isAsked = row.endChoice > row.firstChoice || tables.nodes[node].hasElements
      return isAsked ? array(position, node) : endOfValue(position)
    case 0x74:
      note(node, .yes, position, 4)
      return position &+ 4
    case 0x66:
      note(node, .no, position, 5)
      return position &+ 5
    case 0x6E:
      note(node, .null, position, 0)
      return position &+ 4
    default:
      let end = endOfNumber(position)
      note(node, .number, position, end &- position)
      return end
    }
  }

  private mutating func array(_ begin: Int, _ node: Int) -> Int {
    let row = tree.nodes[node]
    let keys = tables.nodes[node]
    if !keys.hasElements { return choices(begin, row) }
    var index = 0
    var position = skipBlanks(begin &+ 1)
    while text[position] != Ascii.closeBracket {
      var end = -1
      for place in Int(keys.firstElement)..<Int(keys.endElement) where tables.elements[place].index == index {
        enter(tables.elements[place].node)
        end = value(position, tables.elements[place].node)
      }
      if row.endChoice > row.firstChoice, text[position] == Ascii.openBrace {
        end = choose(position, row)
      } else if end < 0 {
        end = endOfValue(position)
      }
      position = skipBlanks(end)
      if text[position] == Ascii.comma { position = skipBlanks(position &+ 1) }
      index &+= 1
    }
    return position &+ 1
  }

  @inline(__always)
  func note(_ node: Int, _ kind: FieldSlot.Kind, _ start: Int, _ length: Int) {
    slots[node] = FieldSlot(mark, kind, start: start, length: length)
  }
}

// MARK: Keys

extension RecordWalker {
  /// The child that a key leads to, 0 where nobody asks for it.
  @inline(__always)
  private func child(_ node: Int, _ start: Int, _ end: Int) -> Int {
    if hasEscapes { return escapedChild(node, start, end) }
    let wanted = tables.wanted
    let place = wanted.key(text, start, end &- start, below: tables.nodes[node])
    if place != 0 { return Int(wanted.keys[place].node) }
    let row = tree.nodes[node]
    return row.endBeginning > row.firstBeginning ? childByBeginning(row, start, end) : 0
  }

  /// Walks the members of an object whose keys begin as a node asks for.
  private mutating func beginnings(_ begin: Int, _ node: Int) {
    let row = tree.nodes[node]
    let keys = tables.nodes[node]
    var position = skipBlanks(begin &+ 1)
    while text[position] != Ascii.closeBrace {
      let close = endOfString(position)
      let isKey = hasEscapes || tables.wanted.key(text, position &+ 1, close &- position &- 1, below: keys) != 0
      let child = isKey ? 0 : childByBeginning(row, position &+ 1, close)
      position = skipBlanks(skipBlanks(close &+ 1) &+ 1)
      if child == 0 {
        position = endOfValue(position)
      } else {
        enter(child)
        position = value(position, child)
      }
      position = skipBlanks(position)
      if text[position] == Ascii.comma { position = skipBlanks(position &+ 1) }
    }
  }

  /// The child of a beginning of a key whose value is not null.
  private func childByBeginning(_ row: RecordTree.Node, _ start: Int, _ end: Int) -> Int {
    for place in Int(row.firstBeginning)..<Int(row.endBeginning) {
      let (bytes, node) = tree.beginnings[place]
      guard end - start >= bytes.count, bytes.allSatisfy({ tree.bytes[$0] == text[start + $0 - bytes.lowerBound] })
      else { continue }
      let value = skipBlanks(skipBlanks(end + 1) + 1)
      return text[value] == 0x6E ? 0 : node
    }
    return 0
  }

  /// The child that a key with escapes leads to.
  @inline(never)
  private func escapedChild(_ node: Int, _ start: Int, _ end: Int) -> Int {
    let key = TextBuffer(capacity: end - start)
    var length = 0
    EscapedText.decode(text, start..<end) { byte in
      key.text[length] = byte
      length += 1
    }
    return Int(tables.wanted.keys[tables.wanted.key(key.text, 0, length, below: tables.nodes[node])].node)
  }
}

// MARK: Passing over

extension RecordWalker {
  /// The position of the quote that closes the string whose quote stands at a position.
  @inline(__always)
  mutating func endOfString(_ quote: Int) -> Int {
    hasEscapes = false
    var position = quote &+ 1
    while true {
      let word = text.word(at: position)
      let stop =
        RecordWalker.zeroBytes(word ^ 0x2222_2222_2222_2222) | RecordWalker.zeroBytes(word ^ 0x5C5C_5C5C_5C5C_5C5C)
      if stop == 0 {
        position &+= 8
        continue
      }
      position &+= stop.trailingZeroBitCount &>> 3
      if text[position] == Ascii.quote { return position }
      hasEscapes = true
      position &+= 2
    }
  }

  /// The highest bit of the lowest byte that is 0 is set, and perhaps bits of bytes above it.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// The position behind the value that begins at a position.
  @inline(__always)
  mutating func endOfValue(_ begin: Int) -> Int {
    switch text[begin] {
    case Ascii.quote: return endOfString(begin) &+ 1
    case Ascii.openBrace, Ascii.openBracket: return endOfContainer(begin)
    case 0x74, 0x6E: return begin &+ 4
    case 0x66: return begin &+ 5
    default: return endOfNumber(begin)
    }
  }

  private mutating func endOfContainer(_ begin: Int) -> Int {
    var position = begin
    var depth = 0
    while true {
      switch text[position] {
      case Ascii.quote: position = endOfString(position)
      case Ascii.openBrace, Ascii.openBracket: depth &+= 1
      case Ascii.closeBrace, Ascii.closeBracket:
        depth &-= 1
        if depth == 0 { return position &+ 1 }
      default: break
      }
      position &+= 1
    }
  }

  private func endOfNumber(_ begin: Int) -> Int {
    var position = begin
    while true {
      switch text[position] {
      case Ascii.zero...Ascii.zero + 9, Ascii.minus, Ascii.plus, Ascii.point, 0x65, 0x45: position &+= 1
      default: return position
      }
    }
  }

  @inline(__always)
  func skipBlanks(_ start: Int) -> Int {
    RecordWalker.skipBlanks(text, start)
  }

  /// The position of the first byte that is no blank; a line feed is none.
  @inline(__always)
  static func skipBlanks(_ text: BytePointer, _ start: Int) -> Int {
    var position = start
    while Ascii.isBlank(text[position]) { position &+= 1 }
    return position
  }
}
