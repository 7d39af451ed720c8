import FunnelModel

/// How all members of an object and all elements of an array are looked at, whatever their keys.
///
/// Sound because it walks what was checked, as the walker does.
extension RecordWalker {
  /// Calls back with each key of the object at a position, and its value.
  mutating func members(_ begin: Int, _ body: (_ key: FieldSlot, _ value: FieldSlot) -> Void) {
    var position = skipBlanks(begin &+ 1)
    while text[position] != Ascii.closeBrace {
      let (key, close) = slot(at: position)
      let (value, end) = slot(at: skipBlanks(skipBlanks(close) &+ 1))
      body(key, value)
      position = skipBlanks(end)
      if text[position] == Ascii.comma { position = skipBlanks(position &+ 1) }
    }
  }

  /// Calls back with each element of the array at a position.
  mutating func elements(_ begin: Int, _ body: (FieldSlot) -> Void) {
    var position = skipBlanks(begin &+ 1)
    while text[position] != Ascii.closeBracket {
      let (element, end) = slot(at: position)
      body(element)
      position = skipBlanks(end)
      if text[position] == Ascii.comma { position = skipBlanks(position &+ 1) }
    }
  }

  /// The value that begins at a position, and the position behind it.
  private mutating func slot(at position: Int) -> (slot: FieldSlot, end: Int) {
    let end = endOfValue(position)
    switch text[position] {
    case Ascii.quote:
      return (FieldSlot(mark, hasEscapes ? .escaped : .plain, start: position &+ 1, length: end &- position &- 2), end)
    case Ascii.openBrace: return (FieldSlot(mark, .object, start: position, length: 0), end)
    case Ascii.openBracket: return (FieldSlot(mark, .array, start: position, length: 0), end)
    case 0x74: return (FieldSlot(mark, .yes, start: position, length: 4), end)
    case 0x66: return (FieldSlot(mark, .no, start: position, length: 5), end)
    case 0x6E: return (FieldSlot(mark, .null, start: position, length: 0), end)
    default: return (FieldSlot(mark, .number, start: position, length: end &- position), end)
    }
  }
}
