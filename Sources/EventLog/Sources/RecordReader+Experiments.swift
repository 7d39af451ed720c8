import FunnelModel

/// The experiments that an event tells of, and their arms.
extension RecordReader {
  /// An arm as it stands in the record: a value, or the end of one.
  private struct Arm {
    var slot: FieldSlot
    /// How many of the value's first bytes are not the arm's.
    var skipped = 0
  }

  /// The variant of the event: of the experiment that was chosen; else what the event itself calls so, else the arm of an
  /// experiment, which counts only where the run knows no other.
  func variant(at time: Int64) -> (text: TextSlice, isOfExperiment: Bool) {
    if plan.experiments.isEmpty { return (plainVariant(), false) }
    var named: Arm?
    var other: Arm?
    for place in plan.experiments {
      switch place {
      case .named(let keys, let labels, let arms):
        guard let (arm, hasKey) = namedArm(keys, labels, arms, time) else { continue }
        if hasKey, named == nil { named = arm }
        if !hasKey, other == nil { other = arm }
      case .members(let node, let beginning, let arm): meetMembers(node, beginning, arm, time, &other)
      case .elements(let node, let key, let beginning, let arm): meetElements(node, key, beginning, arm, time, &other)
      case .pairs(let node): meetPairs(node, time, &other)
      }
    }
    if plan.experiment != 0 {
      let chosen = plainVariant()
      if !chosen.isAbsent { chosenArms += 1 }
      return (chosen, false)
    }
    if let named { return (copy(named), true) }
    let plain = plainVariant()
    if !plain.isAbsent { return (plain, false) }
    return other.map { (copy($0), true) } ?? (.absent, false)
  }

  private func copy(_ arm: Arm) -> TextSlice { arm.skipped == 0 ? copy(arm.slot) : rest(arm.slot, behind: arm.skipped) }

  private func namedArm(
    _ keys: RecordPlan.Places, _ labels: RecordPlan.Places, _ arms: RecordPlan.Places, _ time: Int64
  ) -> (arm: Arm, hasKey: Bool)? {
    guard let arm = firstArm(arms) else { return nil }
    guard let key = firstText(keys) else {
      experiments.note([], label: Array("(unnamed)".utf8), time: time)
      return (Arm(slot: arm), false)
    }
    experiments.note(bytes(key), label: bytes(firstText(labels) ?? key), time: time)
    return (Arm(slot: arm), true)
  }

  private func firstArm(_ places: RecordPlan.Places) -> FieldSlot? {
    for place in places.first..<places.end {
      if let slot = view[candidates[place].node], Self.isArm(slot) { return slot }
    }
    return nil
  }

  private static func isArm(_ slot: FieldSlot) -> Bool { slot.isText || slot.kind == .yes || slot.kind == .no }

  private func meetMembers(_ node: Int, _ beginning: [UInt8], _ path: [UInt8], _ time: Int64, _ first: inout Arm?) {
    guard let object = view[node], object.kind == .object else { return }
    var walker = self.walker
    let inner = walker
    walker.members(Int(object.start)) { key, value in
      guard isBeginning(beginning, of: key) else { return }
      let arm = path.isEmpty ? value : member(path, of: value, inner)
      guard let arm, Self.isArm(arm) else { return }
      meet(key, behind: beginning.count, time)
      if first == nil { first = Arm(slot: arm) }
    }
  }

  private func meetElements(
    _ node: Int, _ keyName: [UInt8], _ beginning: [UInt8], _ path: [[UInt8]], _ time: Int64, _ first: inout Arm?
  ) {
    guard let array = view[node], array.kind == .array else { return }
    var walker = self.walker
    let inner = walker
    walker.elements(Int(array.start)) { element in
      guard let key = member(keyName, of: element, inner), key.isText, isBeginning(beginning, of: key) else { return }
      var arm: FieldSlot? = element
      for name in path { arm = arm.flatMap { member(name, of: $0, inner) } }
      if let typed = arm, typed.kind == .object { arm = typedValue(of: typed, inner) }
      guard let arm, Self.isArm(arm) else { return }
      meet(key, behind: beginning.count, time)
      if first == nil { first = Arm(slot: arm) }
    }
  }

  private func meetPairs(_ node: Int, _ time: Int64, _ first: inout Arm?) {
    guard let array = view[node], array.kind == .array else { return }
    var walker = self.walker
    walker.elements(Int(array.start)) { element in
      guard element.kind == .plain || element.kind == .escaped else { return }
      let text = view.text
      guard let colon = element.range.first(where: { text[$0] == Ascii.colon }) else { return }
      let count = colon - Int(element.start)
      guard count + 1 < Int(element.length) else { return }
      let key = FieldSlot(0, element.kind, start: Int(element.start), length: count)
      meet(key, behind: 0, time)
      if first == nil { first = Arm(slot: element, skipped: count + 1) }
    }
  }

  /// Notes an experiment that the end of a text names.
  private func meet(_ key: FieldSlot, behind count: Int, _ time: Int64) {
    if key.kind != .escaped {
      let range = Int(key.start) + count..<Int(key.start) + Int(key.length)
      if experiments.noteAgain(view.text, range, time: time) { return }
    }
    let name = Array(bytes(key).dropFirst(count))
    experiments.note(name, label: name, time: time)
  }

  private func member(_ name: [UInt8], of object: FieldSlot, _ walker: RecordWalker) -> FieldSlot? {
    guard object.kind == .object else { return nil }
    var walker = walker
    var found: FieldSlot?
    walker.members(Int(object.start)) { key, value in
      if key.kind == .escaped ? bytes(key) == name : Int(key.length) == name.count && hasBeginning(name, key) {
        found = value
      }
    }
    return found
  }

  /// The one member of a typed value that holds text.
  private func typedValue(of object: FieldSlot, _ walker: RecordWalker) -> FieldSlot? {
    var walker = walker
    var found: FieldSlot?
    walker.members(Int(object.start)) { key, value in
      guard value.isText, found == nil else { return }
      let name = bytes(key)
      if SourceRules.typedMembers.contains(where: { $0.utf8.elementsEqual(name) }) { found = value }
    }
    return found
  }

  private func isBeginning(_ beginning: [UInt8], of key: FieldSlot) -> Bool {
    if key.kind == .escaped {
      let name = bytes(key)
      return name.count > beginning.count && name.starts(with: beginning)
    }
    return Int(key.length) > beginning.count && hasBeginning(beginning, key)
  }

  /// Whether a key without escapes, which is as long at least, begins so.
  private func hasBeginning(_ beginning: [UInt8], _ key: FieldSlot) -> Bool {
    let text = view.text
    var index = 0
    while index < beginning.count, beginning[index] == text[Int(key.start) + index] { index += 1 }
    return index == beginning.count
  }

  /// The bytes of a text, its escapes decoded.
  private func bytes(_ slot: FieldSlot) -> [UInt8] {
    let text = view.text
    guard slot.kind == .escaped else { return slot.range.map { text[$0] } }
    var decoded: [UInt8] = []
    EscapedText.decode(text, slot.range) { decoded.append($0) }
    return decoded
  }
}
