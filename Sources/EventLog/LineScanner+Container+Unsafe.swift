/// The scan of objects and arrays, the loop that all of a log's bytes go through.
///
/// Sound because the region ends with a line end, at which each step of the grammar stops, the list of special bytes is
/// closed by it, and the stack is guarded by the greatest depth. Positions and cursors stay below a gibibyte or so, which
/// is why their sums cannot overflow.
extension LineScanner {
  /// Scans a container that is the line's root, and the rest of the line.
  ///
  /// What changes all the time stands in variables of its own; the cursor is put back only before a slow step.
  mutating func container(at begin: Int) -> Outcome {
    let text = self.text
    let positions = special.positions
    let slots = self.slots
    let nodes = tables.nodes
    let wanted = tables.wanted
    let keys = wanted.keys
    let mark = FieldSlot.mark(scan)
    var cursor = self.cursor
    var position = begin &+ 1
    var depth = 1
    /// The open container's node, 0 where nothing below it is asked for.
    var node = text[begin] == Ascii.openBrace ? FieldTree.root : 0
    var table = nodes[node]
    var isArray = text[begin] == Ascii.openBracket
    var closer = text[begin] &+ 2
    var element = 0

    if text[position] <= Ascii.space {
      self.cursor = cursor
      position = skipBlanks(position)
      cursor = self.cursor
    }
    if text[position] == closer {
      self.cursor = cursor
      return endRoot(position &+ 1, begin: begin)
    }

    members: while true {
      /// The value's node, 0 where nobody asks for it.
      var child = 0
      if isArray {
        if node != 0 {
          child = elementNode(node, element)
          element &+= 1
        }
      } else {
        if text[position] == Ascii.space { position &+= 1 }
        if text[position] != Ascii.quote {
          self.cursor = cursor
          position = skipBlanks(position)
          cursor = self.cursor
          guard text[position] == Ascii.quote else { return reject(.expected(.key, found: text[position]), position) }
        }
        var close = Int(positions[cursor &+ 1])
        if text[close] == Ascii.quote {
          cursor &+= 2
          if node != 0 {
            let place = wanted.key(text, position &+ 1, close &- position &- 1, below: table)
            child = Int(keys[place].node)
            // Only a key that stands twice has left anything below.
            if keys[place].hasBelow, slots[child].isOf(mark) { makeVoid(below: child) }
          }
        } else {
          self.cursor = cursor
          close = endOfString(position)
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
        if text[position] <= Ascii.space {
          self.cursor = cursor
          position = skipBlanks(position)
          cursor = self.cursor
        }
        byte = text[position]
      }
      // The slot of node 0 takes what nobody asks for, which costs less than to ask.
      if byte == Ascii.quote {
        var close = Int(positions[cursor &+ 1])
        if text[close] == Ascii.quote {
          cursor &+= 2
          slots[child] = FieldSlot(mark, .plain, start: position &+ 1, length: close &- position &- 1)
        } else {
          self.cursor = cursor
          close = endOfString(position)
          cursor = self.cursor
          if close < 0 { return rejectLine() }
          // The list may have been used up within the string: then only a look tells whether it has escapes.
          let kind = hasEscape(text, position &+ 1, close) ? FieldSlot.Kind.escaped : .plain
          slots[child] = FieldSlot(mark, kind, start: position &+ 1, length: close &- position &- 1)
        }
        position = close &+ 1
      } else if Ascii.isDigit(byte) || byte == Ascii.minus {
        let end = endOfNumber(position)
        if end < 0 { return rejectLine() }
        slots[child] = FieldSlot(mark, .number, start: position, length: end &- position)
        position = end
      } else if byte == Ascii.openBrace || byte == Ascii.openBracket {
        guard depth < LineScanner.greatestDepth else { return reject(.tooDeep, position) }
        slots[child] = FieldSlot(mark, byte == Ascii.openBrace ? .object : .array, start: position, length: 0)
        position &+= 1
        if text[position] <= Ascii.space {
          self.cursor = cursor
          position = skipBlanks(position)
          cursor = self.cursor
        }
        if text[position] == byte &+ 2 {
          position &+= 1
        } else {
          stack[depth] = Container(node: node, isArray: isArray, element: element)
          depth &+= 1
          node = child
          if node != 0 { table = nodes[node] }
          isArray = byte == Ascii.openBracket
          closer = byte &+ 2
          element = 0
          continue members
        }
      } else {
        // Four letters at once; what is none of the three words is told by the slow step.
        let word = text.half(at: position)
        if word == 0x6575_7274 {
          slots[child] = FieldSlot(mark, .yes, start: position, length: 4)
          position &+= 4
        } else if word == 0x6C6C_756E {
          slots[child] = FieldSlot(mark, .null, start: position, length: 0)
          position &+= 4
        } else if word == 0x736C_6166, text[position &+ 4] == 0x65 {
          slots[child] = FieldSlot(mark, .no, start: position, length: 5)
          position &+= 5
        } else {
          return rejectWord(at: position)
        }
      }

      while true {
        byte = text[position]
        if byte == Ascii.comma {
          position &+= 1
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
          node = outer.node
          if node != 0 { table = nodes[node] }
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

  /// The node that a key with escapes leads to; what cannot be as short as a key that is asked for is not decoded.
  @inline(never)
  private mutating func escapedKeyNode(_ node: Int, _ start: Int, _ end: Int) -> Int {
    guard end - start <= 6 * tables.longestKey else { return 0 }
    let key = decodedKey
    var length = 0
    EscapedText.decode(text, start..<end) { byte in
      key[length] = byte
      length &+= 1
    }
    let place = tables.wanted.key(key.bytes, 0, length, below: tables.nodes[node])
    let child = Int(tables.wanted.keys[place].node)
    makeVoid(below: child)
    return child
  }

  /// The node of an array's element, 0 where nobody asks for it.
  private mutating func elementNode(_ node: Int, _ index: Int) -> Int {
    let row = tables.nodes[node]
    for place in Int(row.firstElement)..<Int(row.endElement) where tables.elements[place].index == index {
      return tables.elements[place].node
    }
    return 0
  }

  /// Makes void what an earlier value of the same key held.
  @inline(never)
  private mutating func makeVoid(below node: Int) {
    for below in node + 1..<Int(tables.nodes[node].end) { slots[below] = .empty }
  }
}
