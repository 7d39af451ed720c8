import FunnelModel

/// How elements of arrays are chosen by what a member of theirs is.
///
/// Sound because it walks what was checked, as the walker does.
extension RecordWalker {
  /// Looks at each element of an array for the choices of a node; returns the position behind the array.
  mutating func choices(_ begin: Int, _ row: RecordTree.Node) -> Int {
    var position = skipBlanks(begin &+ 1)
    while text[position] != Ascii.closeBracket {
      position = skipBlanks(text[position] == Ascii.openBrace ? choose(position, row) : endOfValue(position))
      if text[position] == Ascii.comma { position = skipBlanks(position &+ 1) }
    }
    return position &+ 1
  }

  /// Walks the element of an array for each choice that it answers; returns the position behind it.
  mutating func choose(_ begin: Int, _ row: RecordTree.Node) -> Int {
    var end = -1
    var member = 0..<0
    var found: FieldSlot?
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
  private mutating func member(_ key: Range<Int>, of begin: Int) -> (FieldSlot?, Int) {
    var found: FieldSlot?
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
        let kind: FieldSlot.Kind = isString ? hasEscapes ? .escaped : .plain : .number
        let quote = isString ? 1 : 0
        found = FieldSlot(mark, kind, start: valueStart + quote, length: position - valueStart - 2 * quote)
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

  private func answers(_ choice: RecordTree.Choice, _ slot: FieldSlot) -> Bool {
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
    if (text.word(at: start) ^ choice.head) & WantedKeys.mask(choice.value.count) != 0 { return false }
    var place = choice.value.lowerBound &+ 8
    while place < choice.value.upperBound {
      if tree.bytes[place] != text[start &+ place &- choice.value.lowerBound] { return false }
      place &+= 1
    }
    return true
  }
}
