import FunnelModel

/// The values of one line that was accepted as JSON, by the nodes of the field tree.
///
/// Sound because the slots were filled by the scan of the very line, whose text stays where it is.
struct LineValues {
  let slots: Cells<FieldSlot>
  let text: BytePointer
  /// The mark of the line's slots.
  let mark: UInt64
  /// The nodes of all fields' places.
  let places: Cells<UInt32>

  /// The node of the first of some places that holds text, or 0.
  @inline(__always)
  func firstText(_ range: FieldTables.PlaceRange) -> Int {
    var place = range.first
    while place < range.end {
      let node = Int(places[place])
      if slots[node].isText(of: mark) { return node }
      place &+= 1
    }
    return 0
  }

  /// The node of the first of some places that holds anything but null, or 0.
  @inline(__always)
  func firstPresent(_ range: FieldTables.PlaceRange) -> Int {
    var place = range.first
    while place < range.end {
      let node = Int(places[place])
      if slots[node].isPresent(of: mark) { return node }
      place &+= 1
    }
    return 0
  }

  /// The text at a node, its escapes decoded where it stands; absent for node 0.
  @inline(__always)
  func slice(_ node: Int) -> TextSlice {
    if node == 0 { return .absent }
    if slots[node].kind == .escaped { decode(node) }
    let slot = slots[node]
    return TextSlice(offset: slot.start, length: slot.length)
  }

  /// The value of the text at a node, none for node 0.
  func textValue(_ node: Int) -> EventValue {
    node == 0 ? .none : EventValue(kind: .text, text: slice(node))
  }

  /// The value at a node.
  func value(_ node: Int) -> EventValue {
    guard slots[node].isOf(mark) else { return .none }
    switch slots[node].kind {
    case .plain, .escaped, .number: return textValue(node)
    case .yes: return EventValue(kind: .yes)
    case .no: return EventValue(kind: .no)
    case .null, .object, .array: return .none
    }
  }

  /// The microseconds of the duration at a node, -1 where it is none.
  func duration(_ node: Int) -> Int64 {
    switch slots[node].kind {
    case .escaped:
      decode(node)
      return duration(node)
    case .plain, .number: return DurationText.microseconds(text, slots[node].range) ?? -1
    case .null, .yes, .no, .object, .array: return -1
    }
  }

  /// Whether the value at a node is one of the four that mean true.
  func isTrue(_ node: Int) -> Bool {
    let slot = slots[node]
    switch slot.kind {
    case .yes: return true
    case .escaped:
      decode(node)
      return isTrue(node)
    case .plain, .number:
      if slot.length == 1 { return text[Int(slot.start)] == 0x31 }
      // No number has four bytes that spell true.
      return slot.length == 4 && text.half(at: Int(slot.start)) == 0x6575_7274
    case .null, .no, .object, .array: return false
    }
  }

  /// Decodes the text at a node where it stands; once, since other fields may ask for the same node.
  @inline(never)
  private func decode(_ node: Int) {
    let slot = slots[node]
    let length = EscapedText.decodeInPlace(text, slot.range)
    slots[node] = FieldSlot(mark, .plain, start: Int(slot.start), length: length)
  }
}
