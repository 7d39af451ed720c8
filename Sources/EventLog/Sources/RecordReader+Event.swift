import FunnelModel

/// How an event, or a link of ids, is made of what the walker found.
extension RecordReader {
  /// What the walked record is, or nil where it has no event's name and links no ids.
  func event(at begin: Int) -> Verdict? {
    view = walker.view
    for condition in plan.identity where holds(condition) {
      takeLinks()
      return .identity
    }
    let textsBefore = arena.count
    guard let name = eventName() else { return nil }
    guard let user = user() else {
      arena.cut(to: textsBefore)
      return .rejected(LineFault(wrong: .missing(.missingUser), position: begin))
    }
    let moment: Int64
    switch self.moment() {
    case .success(let found):
      moment = found.time
      if found.hasNoZone { noZone += 1 }
    case .failure(let fault):
      arena.cut(to: textsBefore)
      return .rejected(LineFault(wrong: fault.wrong, position: fault.position ?? begin))
    }

    var record = EventRecord(time: moment, user: user.id, event: name)
    record.anonymous = user.anonymous
    record.isAnonymous = user.isAnonymous
    if !user.isAnonymous, !user.anonymous.isAbsent { bothIDs += 1 }
    record.step = copy(firstText(plan.step))
    (record.variant, record.isOfExperiment) = variant(at: moment)
    if let session = firstText(plan.session), !isEqual(session, literals[plan.noSession]) {
      record.session = copy(session)
    }
    record.id = eventID()
    if let slot = firstPresent(plan.duration) { record.duration = duration(slot) }
    if let slot = firstPresent(plan.skipped) { record.isSkipped = isTrue(slot) }
    records.append(record)
    for value in plan.values { values.append(self.value(value.places, isText: value.isText)) }
    return .event
  }

  private func eventName() -> TextSlice? {
    for naming in plan.namings where holds(naming.condition) {
      guard let slot = firstText(naming.places) else { continue }
      if naming.before == 0, naming.after == 0 { return copy(slot) }
      return join([copy(literals[naming.before]), copy(slot), copy(literals[naming.after])])
    }
    // A record's own kind is no name of an event where it holds one in a place of another kind.
    return firstText(plan.event).map(copy)
  }

  // MARK: Ids

  private func user() -> (id: TextSlice, anonymous: TextSlice, isAnonymous: Bool)? {
    var known = firstID(plan.user)
    var anonymous = firstID(plan.anonymous).map(copy) ?? .absent
    if let slot = known, begins(slot, literals[plan.anonymousBeginning]) {
      if anonymous.isAbsent { anonymous = rest(slot, behind: literals[plan.anonymousBeginning].length) }
      known = nil
    } else if let slot = known, let condition = plan.anonymousWhen, holds(condition) {
      anonymous = copy(slot)
      known = nil
    }
    guard let known else {
      return anonymous.isAbsent ? nil : (anonymous, anonymous, true)
    }
    let id = copy(known)
    if isSame(id, anonymous) { return (id, id, true) }
    // Native events name a device as their user where nothing else does, by the order of their places.
    return (id, anonymous, false)
  }

  private func takeLinks() {
    let time: Int64 = if case .success(let found) = moment() { found.time } else { .min }
    if let user = user(), !user.isAnonymous {
      if !user.anonymous.isAbsent {
        links.append(
          IdentityLink(time: time, kind: .identify, first: user.id, .known, second: user.anonymous, .anonymous))
      } else if !plan.links.contains(where: { holds($0.condition) }) {
        // Without a device, and links of its own, it still says that this is a user who signed in.
        links.append(IdentityLink(time: time, kind: .identify, first: user.id, .known, second: user.id, .known))
      }
    }
    for link in plan.links where holds(link.condition) {
      guard let first = firstID(link.first), let second = firstID(link.second) else { continue }
      let (firstText, firstKind) = id(first, link.firstNaming)
      let (text, kind) = id(second, link.secondNaming)
      guard !isSame(firstText, text) else { continue }
      links.append(IdentityLink(time: time, kind: link.kind, first: firstText, firstKind, second: text, kind))
    }
  }

  private func id(_ slot: FieldSlot, _ kind: IdentityKind) -> (TextSlice, IdentityKind) {
    begins(slot, literals[plan.anonymousBeginning])
      ? (rest(slot, behind: literals[plan.anonymousBeginning].length), .anonymous) : (copy(slot), kind)
  }

  private func firstID(_ places: RecordPlan.Places) -> FieldSlot? {
    if plan.isNative { return firstText(places) }
    for place in places.first..<places.end {
      guard let slot = view[candidates[place].node], slot.isText, !isEmptyID(slot) else { continue }
      return slot
    }
    return nil
  }

  @inline(__always)
  private func isEmptyID(_ slot: FieldSlot) -> Bool {
    // Those that stand for none are words, or rows of zeros; few ids are as short, and of these few begin alike.
    let length = slot.length
    if length > PlaceholderID.longestWord, view.text.word(at: Int(slot.start)) != SourceRules.zeros { return false }
    return isEmptyWord(slot)
  }

  @inline(never)
  private func isEmptyWord(_ slot: FieldSlot) -> Bool {
    let text = view.text
    let start = Int(slot.start)
    return PlaceholderID.holds(count: Int(slot.length)) { text[start &+ $0] }
  }

  private func eventID() -> TextSlice {
    guard !plan.idParts.isEmpty else { return copy(firstText(plan.id)) }
    var parts: [TextSlice] = []
    for part in plan.idParts {
      guard let slot = firstText(part) else { continue }
      if !parts.isEmpty { parts.append(arena.copy([Ascii.slash])) }
      parts.append(copy(slot))
    }
    return parts.isEmpty ? .absent : join(parts)
  }

  // MARK: Variant

  /// The variant at the places that the plan names: of the experiment that was chosen, or the event's own.
  func plainVariant() -> TextSlice {
    for place in plan.variants {
      if plan.experiment != 0, !place.gate.isEmpty, !names(place.gate, literals[plan.experiment]) { continue }
      for candidate in place.places.first..<place.places.end {
        guard let slot = view[candidates[candidate].node] else { continue }
        if place.isPair {
          let text = pairVariant(slot)
          if !text.isAbsent { return text }
        } else if slot.isText || !plan.isNative && (slot.kind == .yes || slot.kind == .no) {
          return copy(slot)
        }
      }
    }
    return .absent
  }

  /// Whether a text stands at one of some places.
  private func names(_ places: RecordPlan.Places, _ text: RecordRows.Literal) -> Bool {
    for place in places.first..<places.end {
      if let slot = view[candidates[place].node], isEqual(slot, text) { return true }
    }
    return false
  }

  /// The arm of a text such as `experiment:arm`.
  private func pairVariant(_ slot: FieldSlot) -> TextSlice {
    guard slot.kind == .plain || slot.kind == .escaped else { return .absent }
    let text = view.text
    guard let colon = slot.range.first(where: { text[$0] == Ascii.colon }) else { return .absent }
    if plan.experiment != 0 {
      let name = FieldSlot(0, slot.kind, start: Int(slot.start), length: colon - Int(slot.start))
      guard isEqual(name, literals[plan.experiment]) else { return .absent }
    }
    return rest(slot, behind: colon - Int(slot.start) + 1)
  }

  // MARK: Other fields

  private func duration(_ slot: FieldSlot) -> Int64 {
    switch slot.kind {
    case .escaped:
      let buffer = TextBuffer(capacity: slot.range.count)
      buffer.takeOver(slot.range, of: view.text)
      let length = EscapedText.decodeInPlace(buffer.text, 0..<slot.range.count)
      if let microseconds = DurationText.microseconds(buffer.text, 0..<length) { return microseconds }
    case .plain, .number:
      if let microseconds = DurationText.microseconds(view.text, slot.range) { return microseconds }
    default: break
    }
    badDuration += 1
    return -1
  }

  private func isTrue(_ slot: FieldSlot) -> Bool {
    switch slot.kind {
    case .yes: true
    case .number: slot.length == 1 && view.text[Int(slot.start)] == 0x31
    case .plain, .escaped: isEqual(slot, literals[plan.one]) || isEqual(slot, literals[plan.truth])
    default: false
    }
  }

  private func value(_ places: RecordPlan.Places, isText: Bool) -> EventValue {
    if places.isEmpty, isText { return EventValue(kind: .text, text: records.last?.variant ?? .absent) }
    for place in places.first..<places.end {
      guard let slot = view[candidates[place].node] else { continue }
      switch slot.kind {
      case .plain, .escaped, .number:
        if isText, slot.length == 0 { continue }
        return EventValue(kind: .text, text: copy(slot))
      case .yes where !isText: return EventValue(kind: .yes)
      case .no where !isText: return EventValue(kind: .no)
      default: continue
      }
    }
    return .none
  }
}

// MARK: Texts

extension RecordReader {
  /// The first of some places that holds text.
  @inline(__always)
  func firstText(_ places: RecordPlan.Places) -> FieldSlot? {
    for place in places.first..<places.end {
      if let slot = view[candidates[place].node], slot.isText { return slot }
    }
    return nil
  }

  /// The first of some places that holds anything but null.
  func firstPresent(_ places: RecordPlan.Places) -> FieldSlot? {
    for place in places.first..<places.end {
      let candidate = candidates[place]
      guard let slot = view[candidate.node], slot.kind != .null else { continue }
      if slot.isContainer, candidate.isTyped { continue }
      return slot
    }
    return nil
  }

  /// Whether a demand holds of the walked record.
  private func holds(_ condition: RecordPlan.Condition) -> Bool {
    guard let slot = firstPresent(condition.places) else { return false }
    if condition.values.isEmpty { return true }
    for value in condition.values.first..<condition.values.end where isEqual(slot, literals[value]) { return true }
    return false
  }

  private func copy(_ slot: FieldSlot?) -> TextSlice {
    guard let slot else { return .absent }
    return slot.kind == .escaped ? arena.decode(view.text, slot.range) : arena.copy(view.text, slot.range)
  }

  func copy(_ slot: FieldSlot) -> TextSlice { copy(Optional(slot)) }

  private func copy(_ literal: RecordRows.Literal) -> TextSlice {
    arena.copy(plan.rows.bytes.bytes, literal.first..<literal.first + literal.length)
  }

  /// The text of a slot behind its first bytes, which have no escapes.
  func rest(_ slot: FieldSlot, behind count: Int) -> TextSlice {
    let range = Int(slot.start) + count..<slot.range.upperBound
    return slot.kind == .escaped ? arena.decode(view.text, range) : arena.copy(view.text, range)
  }

  /// Neighbouring texts of the arena as one.
  private func join(_ slices: [TextSlice]) -> TextSlice {
    TextSlice(offset: slices[0].offset, length: slices.reduce(0) { $0 + $1.length })
  }

  /// Whether a slot's text begins with some text that is not empty.
  private func begins(_ slot: FieldSlot, _ beginning: RecordRows.Literal) -> Bool {
    beginning.length > 0 && Int(slot.length) >= beginning.length && isSame(slot, beginning)
  }

  private func isSame(_ first: TextSlice, _ second: TextSlice) -> Bool {
    guard first.length == second.length else { return false }
    let text = arena.text
    return (0..<Int(first.length)).allSatisfy { text[Int(first.offset) + $0] == text[Int(second.offset) + $0] }
  }

  /// Whether the text of a slot, its escapes decoded, is another; `true` and `false` have the text of their words.
  @inline(__always)
  private func isEqual(_ slot: FieldSlot, _ literal: RecordRows.Literal) -> Bool {
    if slot.kind == .escaped { return isEqualDecoded(slot, literal) }
    return Int(slot.length) == literal.length && !slot.isContainer && isSame(slot, literal)
  }

  /// Whether a slot's first bytes are those of a text.
  @inline(__always)
  private func isSame(_ slot: FieldSlot, _ literal: RecordRows.Literal) -> Bool {
    let start = Int(slot.start)
    if (view.text.word(at: start) ^ literal.head) & WantedKeys.mask(literal.length) != 0 { return false }
    var place = 8
    while place < literal.length {
      if view.text[start &+ place] != plan.rows.bytes[literal.first &+ place] { return false }
      place &+= 1
    }
    return true
  }

  @inline(never)
  private func isEqualDecoded(_ slot: FieldSlot, _ literal: RecordRows.Literal) -> Bool {
    var decoded: [UInt8] = []
    EscapedText.decode(view.text, slot.range) { decoded.append($0) }
    return decoded.count == literal.length
      && decoded.indices.allSatisfy { decoded[$0] == plan.rows.bytes[literal.first + $0] }
  }
}
