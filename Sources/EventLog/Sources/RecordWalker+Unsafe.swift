import FunnelModel

/// Walks records that were found to be JSON, and notes where the values lie that a tree asks for.
///
/// Sound because a record was checked before and so closes everything that it opens; what nobody asks for is passed over in a
/// loop, so it recurses no deeper than a path is long.
@safe
struct RecordWalker {
  let tree: RecordTree
  let slots: Cells<RecordSlot>
  var text: BytePointer
  private(set) var walk: UInt32 = 0
  /// Whether the string that was passed last has escapes.
  private var hasEscapes = false

  /// A walker by a tree, whose memory lives until it is released.
  init(tree: RecordTree) {
    self.tree = tree
    slots = Cells(zeroed: tree.nodes.count)
    text = unsafe BytePointer(UnsafeMutableRawPointer(slots.base))
  }

  func release() {
    slots.release()
  }

  /// Forgets what earlier records held.
  mutating func begin() {
    walk &+= 1
    if walk == 0 {
      for node in 0..<slots.count { slots[node] = .empty }
      walk = 1
    }
  }

  /// What stands at a node, or nil.
  @inline(__always)
  subscript(node: Int) -> RecordSlot? {
    let slot = slots[node]
    return slot.walk == walk ? slot : nil
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
      let child = hasEscapes ? escapedChild(node, position &+ 1, close) : self.child(node, position &+ 1, close)
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
      let isAsked = row.endChoice > row.firstChoice || row.endElement > row.firstElement
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
    var index = 0
    var position = skipBlanks(begin &+ 1)
    while text[position] != Ascii.closeBracket {
      var end = -1
      for place in Int(row.firstElement)..<Int(row.endElement) where tree.elements[place].index == index {
        enter(tree.elements[place].node)
        end = value(position, tree.elements[place].node)
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

  /// Walks the element of an array for each choice that it answers; returns the position behind it.
  private mutating func choose(_ begin: Int, _ row: RecordTree.Node) -> Int {
    var end = -1
    var member = 0..<0
    var found: RecordSlot?
    for place in Int(row.firstChoice)..<Int(row.endChoice) {
      let choice = tree.choices[place]
      if end < 0 || !isSame(choice.member, member) {
        member = choice.member
        (found, end) = self.member(member, of: begin)
      }
      guard let found, answers(choice, found) else { continue }
      // Of the elements that a beginning stands for the first counts: none is named more than another.
      if choice.isBeginning, self[choice.node] != nil { continue }
      enter(choice.node)
      note(choice.node, .object, begin, 0)
      _ = object(begin, choice.node)
    }
    return end
  }

  /// The value of a key of an object, and the position behind the object.
  private mutating func member(_ key: Range<Int>, of begin: Int) -> (RecordSlot?, Int) {
    var found: RecordSlot?
    var position = skipBlanks(begin &+ 1)
    while text[position] != Ascii.closeBrace {
      let start = position &+ 1
      let close = endOfString(position)
      position = skipBlanks(close &+ 1)
      position = skipBlanks(position &+ 1)
      let isIt =
        close &- start == key.count && key.indices.allSatisfy { tree.bytes[$0] == text[start &+ $0 &- key.lowerBound] }
      let valueStart = position
      position = endOfValue(position)
      if isIt {
        let isString = text[valueStart] == Ascii.quote
        let kind: RecordSlot.Kind = isString ? hasEscapes ? .escaped : .plain : .number
        let quote = isString ? 1 : 0
        found = RecordSlot(
          walk: walk, kind: kind, start: UInt32(truncatingIfNeeded: valueStart + quote),
          length: UInt32(truncatingIfNeeded: position - valueStart - 2 * quote))
      }
      position = skipBlanks(position)
      if text[position] == Ascii.comma { position = skipBlanks(position &+ 1) }
    }
    return (found, position &+ 1)
  }

  private func isSame(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    first.count == second.count
      && first.allSatisfy { tree.bytes[$0] == tree.bytes[second.lowerBound + $0 - first.lowerBound] }
  }

  private func answers(_ choice: RecordTree.Choice, _ slot: RecordSlot) -> Bool {
    if slot.kind == .escaped {
      var decoded: [UInt8] = []
      EscapedText.decode(text, slot.range) { decoded.append($0) }
      guard choice.isBeginning ? decoded.count >= choice.value.count : decoded.count == choice.value.count else {
        return false
      }
      return choice.value.allSatisfy { tree.bytes[$0] == decoded[$0 - choice.value.lowerBound] }
    }
    let count = Int(slot.length)
    guard choice.isBeginning ? count >= choice.value.count : count == choice.value.count else { return false }
    let start = Int(slot.start)
    var place = choice.value.lowerBound
    while place < choice.value.upperBound {
      if tree.bytes[place] != text[start &+ place &- choice.value.lowerBound] { return false }
      place &+= 1
    }
    return true
  }

  @inline(__always)
  private func note(_ node: Int, _ kind: RecordSlot.Kind, _ start: Int, _ length: Int) {
    slots[node] = RecordSlot(
      walk: walk, kind: kind, start: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: length))
  }
}

// MARK: Keys

extension RecordWalker {
  /// The child that a key without escapes leads to, 0 where nobody asks for it.
  @inline(__always)
  private func child(_ node: Int, _ start: Int, _ end: Int) -> Int {
    let row = tree.nodes[node]
    let length = end &- start
    let word = text.word(at: start)
    let head = length >= 8 ? word : word & ((1 &<< (8 &* UInt64(truncatingIfNeeded: length))) &- 1)
    var place = Int(tree.buckets[Int(row.firstBucket) &+ RecordTree.hash(head, length) & Int(row.mask)])
    while place != 0 {
      let key = tree.keys[place]
      if key.head == head, Int(key.length) == length, hasRest(key, start) { return Int(key.node) }
      place = Int(key.next)
    }
    return row.endBeginning > row.firstBeginning ? childByBeginning(row, start, end) : 0
  }

  private func hasRest(_ key: RecordTree.Key, _ start: Int) -> Bool {
    var place = 8
    while place < Int(key.length) {
      if tree.bytes[Int(key.first) &+ place] != text[start &+ place] { return false }
      place &+= 1
    }
    return true
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
    var decoded: [UInt8] = []
    EscapedText.decode(text, start..<end) { decoded.append($0) }
    let row = tree.nodes[node]
    let head = RecordTree.head(decoded)
    var place = Int(tree.buckets[Int(row.firstBucket) + RecordTree.hash(head, decoded.count) & Int(row.mask)])
    while place != 0 {
      let key = tree.keys[place]
      let first = Int(key.first)
      if Int(key.length) == decoded.count, decoded.indices.allSatisfy({ decoded[$0] == tree.bytes[first + $0] }) {
        return Int(key.node)
      }
      place = Int(key.next)
    }
    return 0
  }
}

// MARK: Passing over

extension RecordWalker {
  /// The position of the quote that closes the string whose quote stands at a position.
  @inline(__always)
  private mutating func endOfString(_ quote: Int) -> Int {
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
  private func skipBlanks(_ start: Int) -> Int {
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
