/// What a record holds at the nodes of its tree.
struct RecordView {
  /// The text that the record stands in.
  let text: BytePointer
  let slots: Cells<FieldSlot>
  /// The mark of the record's slots.
  let mark: UInt64

  /// What stands at a node, or nil.
  @inline(__always)
  subscript(node: Int) -> FieldSlot? {
    let slot = slots[node]
    return slot.isOf(mark) ? slot : nil
  }
}
