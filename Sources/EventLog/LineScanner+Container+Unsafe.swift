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
    let known = self.known
    let stack = self.stack
    let mark = FieldSlot.mark(scan)
    var cursor = self.cursor
    var position = begin &+ 1
    var depth = 1
    /// The open container's node, 0 where nothing below it is asked for.
    var node = text[begin] == Ascii.openBrace ? UInt32(FieldTree.root) : 0
    /// Where the next member is foretold.
    var link = KnownMembers.toFirst
    var closer = text[begin] &+ 2
    var element: UInt32 = 0

    if text[position] <= Ascii.space {
      self.cursor = cursor
      position = skipBlanks(position)
      cursor = self.cursor
    }
    if text[position] == closer {
      self.cursor = cursor
      return endRoot(position &+ 1, begin: begin)
    }

    values: while true {
      value: do {
        /// The value's node, 0 where nobody asks for it.
        var child: UInt32 = 0
        if closer == Ascii.closeBracket {
          if node != 0 {
            child = elementNode(node, element)
            element &+= 1
          }
        } else {
          members: while true {
            let keyEnd = positions[cursor &+ 1] &- UInt32(truncatingIfNeeded: position)
            var place = known[link: link]
            if !known.isMember(place, text, position, keyEnd: keyEnd, parent: node) {
              guard let found = known.place(text, position, keyEnd: keyEnd, parent: node) else {
                self.cursor = cursor
                let begun = beginMember(at: position, below: node)
                cursor = self.cursor
                if begun.position < 0 { return .rejected }
                position = begun.position
                child = begun.child
                known[link: link] = begun.place
                link = begun.place
                break members
              }
              known[link: link] = found
              place = found
            }
            link = place
            let member = unsafe known[place]
            child = unsafe member.pointee.child
            position &+= unsafe Int(member.pointee.length)
            if unsafe member.pointee.isText {
              let close = Int(positions[cursor &+ 3])
              if text[close] == Ascii.quote {
                slots[Int(child)] = FieldSlot(mark, .plain, start: position, length: close &- position)
                cursor &+= 4
                position = close &+ 1
                if text[position] != Ascii.comma { break value }
                position &+= 1
                continue members
              }
              position &-= 1
            }
            cursor &+= 2
            // Only a key that stands twice has left anything below.
            if unsafe member.pointee.hasBelow, slots[Int(child)].isOf(mark) { makeVoid(below: Int(child)) }
            break members
          }
        }

        var byte = text[position]
        if byte <= Ascii.space {
          self.cursor = cursor
          position = skipBlanks(position)
          cursor = self.cursor
          byte = text[position]
        }
        // The slot of node 0 takes what nobody asks for, which costs less than to ask.
        if byte == Ascii.quote {
          var close = Int(positions[cursor &+ 1])
          if text[close] == Ascii.quote {
            cursor &+= 2
            slots[Int(child)] = FieldSlot(mark, .plain, start: position &+ 1, length: close &- position &- 1)
          } else {
            self.cursor = cursor
            close = endOfString(position)
            cursor = self.cursor
            if close < 0 { return rejectLine() }
            // The list may have been used up within the string: then only a look tells whether it has escapes.
            let kind = hasEscape(text, position &+ 1, close) ? FieldSlot.Kind.escaped : .plain
            slots[Int(child)] = FieldSlot(mark, kind, start: position &+ 1, length: close &- position &- 1)
          }
          position = close &+ 1
        } else if Ascii.isDigit(byte) || byte == Ascii.minus {
          // Most are digits, some of them behind a dot, and the next value or the end follows.
          var end = endOfDigits(position)
          let isLong = end &- position > 1
          if text[end] == Ascii.point, Ascii.isDigit(text[end &+ 1]) { end = endOfDigits(end &+ 1) }
          if text[end] != Ascii.comma && text[end] != closer || isLong && byte == Ascii.zero {
            end = endOfNumber(position)
            if end < 0 { return rejectLine() }
          }
          slots[Int(child)] = FieldSlot(mark, .number, start: position, length: end &- position)
          position = end
        } else if byte == Ascii.openBrace || byte == Ascii.openBracket {
          guard depth < LineScanner.greatestDepth else { return reject(.tooDeep, position) }
          slots[Int(child)] = FieldSlot(mark, byte == Ascii.openBrace ? .object : .array, start: position, length: 0)
          position &+= 1
          if text[position] <= Ascii.space {
            self.cursor = cursor
            position = skipBlanks(position)
            cursor = self.cursor
          }
          if text[position] == byte &+ 2 {
            position &+= 1
          } else {
            stack[depth] = Container(node: node, link: link, element: element, closer: closer)
            depth &+= 1
            node = child
            if byte == Ascii.openBrace { link |= KnownMembers.toFirst }
            closer = byte &+ 2
            element = 0
            continue values
          }
        } else {
          // Four letters at once; what is none of the three words is told by the slow step.
          let word = text.half(at: position)
          if word == 0x6575_7274 {
            slots[Int(child)] = FieldSlot(mark, .yes, start: position, length: 4)
            position &+= 4
          } else if word == 0x6C6C_756E {
            slots[Int(child)] = FieldSlot(mark, .null, start: position, length: 0)
            position &+= 4
          } else if word == 0x736C_6166, text[position &+ 4] == 0x65 {
            slots[Int(child)] = FieldSlot(mark, .no, start: position, length: 5)
            position &+= 5
          } else {
            return rejectWord(at: position)
          }
        }
      }

      while true {
        let byte = text[position]
        if byte == Ascii.comma {
          position &+= 1
          continue values
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
          link = outer.link
          element = outer.element
          closer = outer.closer
          continue
        }
        guard Ascii.isBlank(byte) else {
          return reject(
            .expected(closer == Ascii.closeBracket ? .commaOrBracket : .commaOrBrace, found: byte), position)
        }
        self.cursor = cursor
        position = skipBlanks(position)
        cursor = self.cursor
      }
    }
  }

  /// Steps over a member's key and the colon, from behind the comma or brace before it on: where the value begins, its
  /// node, and the place of the member where it is remembered; the position is -1 where the line was rejected.
  @inline(never)
  private mutating func beginMember(at start: Int, below node: UInt32) -> (position: Int, child: UInt32, place: UInt32)
  {
    let text = self.text
    let begin = cursor
    let open = skipBlanks(start)
    guard text[open] == Ascii.quote else { return refused(.key, at: open) }
    var child: UInt32 = 0
    var hasBelow = false
    let keyCursor = cursor
    var close = Int(special.positions[cursor &+ 1])
    let isPlain = text[close] == Ascii.quote
    if isPlain {
      cursor &+= 2
      if node != 0 {
        let wanted = tables.wanted
        let key = wanted.keys[wanted.key(text, open &+ 1, close &- open &- 1, below: tables.nodes[Int(node)])]
        child = key.node
        hasBelow = key.hasBelow
        if hasBelow { makeVoid(below: Int(child)) }
      }
    } else {
      close = endOfString(open)
      if close < 0 { return refused() }
      if node != 0 { child = UInt32(escapedKeyNode(Int(node), open &+ 1, close)) }
    }
    let listed = cursor
    let colon = skipBlanks(close &+ 1)
    guard text[colon] == Ascii.colon else { return refused(.colon, at: colon) }
    let end = skipBlanks(colon &+ 1)
    // What is remembered holds no special bytes but the key's quotes.
    guard isPlain, keyCursor == begin, cursor == listed else { return (end, child, 0) }
    let place = known.remember(
      text, start, keyEnd: UInt32(truncatingIfNeeded: close &- start), end: end, parent: node, child: child,
      hasBelow: hasBelow)
    return (end, child, place)
  }

  /// Rejects the line for what was not found at a position.
  private mutating func refused(
    _ expectation: LineFault.Expectation, at position: Int
  ) -> (position: Int, child: UInt32, place: UInt32) {
    fault = LineFault(wrong: .expected(expectation, found: text[position]), position: position)
    return refused()
  }

  /// Rejects the line for what `fault` says.
  private mutating func refused() -> (position: Int, child: UInt32, place: UInt32) {
    _ = rejectLine()
    return (-1, 0, 0)
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
  private mutating func elementNode(_ node: UInt32, _ index: UInt32) -> UInt32 {
    let row = tables.nodes[Int(node)]
    for place in Int(row.firstElement)..<Int(row.endElement) where tables.elements[place].index == Int(index) {
      return UInt32(tables.elements[place].node)
    }
    return 0
  }

  /// Makes void what an earlier value of the same key held.
  @inline(never)
  private mutating func makeVoid(below node: Int) {
    for below in node + 1..<Int(tables.nodes[node].end) { slots[below] = .empty }
  }
}
