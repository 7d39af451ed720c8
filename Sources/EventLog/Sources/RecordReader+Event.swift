import FunnelModel

/// How an event, or a link of ids, is made of what the walker found.
extension RecordReader {
  /// What the walked record is, or nil where it has no event's name and links no ids.
  func event(at begin: Int) -> Verdict? {
    if plan.identity.contains(where: holds) {
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
    record.variant = variant()
    if let session = firstText(plan.session), !isEqual(session, plan.noSession) { record.session = copy(session) }
    record.id = eventID()
    if let slot = firstPresent(plan.duration) { record.duration = duration(slot) }
    if let slot = firstPresent(plan.skipped) { record.isSkipped = isTrue(slot) }
    records.append(record)
    for value in plan.values { values.append(self.value(value.candidates, isText: value.isText)) }
    return .event
  }

  private func eventName() -> TextSlice? {
    for naming in plan.namings where holds(naming.condition) {
      guard let slot = firstText(naming.places) else { continue }
      if naming.before.isEmpty, naming.after.isEmpty { return copy(slot) }
      return join([arena.copy(naming.before), copy(slot), arena.copy(naming.after)])
    }
    // A record's own kind is no name of an event where it holds one in a place of another kind.
    return firstText(plan.event).map(copy)
  }

  // MARK: Ids

  private func user() -> (id: TextSlice, anonymous: TextSlice, isAnonymous: Bool)? {
    var known = firstID(plan.user)
    var anonymous = firstID(plan.anonymous).map(copy) ?? .absent
    if let slot = known, begins(slot, plan.anonymousBeginning) {
      if anonymous.isAbsent { anonymous = rest(slot, behind: plan.anonymousBeginning.count) }
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
    if let user = user(), !user.isAnonymous, !user.anonymous.isAbsent {
      links.append(
        IdentityLink(time: time, kind: .identify, first: user.id, .known, second: user.anonymous, .anonymous))
    }
    for link in plan.links where holds(link.condition) {
      guard let first = firstID(link.first), let second = firstID(link.second) else { continue }
      let firsts = names(first, link.firstNaming)
      for (text, kind) in names(second, link.secondNaming) {
        // Of two ids whose kinds nobody tells the like are joined, and the unlike by what is known of the other.
        for (firstText, firstKind) in firsts where !isSame(firstText, text) || firstKind != kind {
          links.append(IdentityLink(time: time, kind: link.kind, first: firstText, firstKind, second: text, kind))
        }
      }
    }
  }

  private func names(_ slot: RecordSlot, _ naming: SourceRules.Link.Naming) -> [(TextSlice, IdentityKind)] {
    if begins(slot, plan.anonymousBeginning) {
      return [(rest(slot, behind: plan.anonymousBeginning.count), .anonymous)]
    }
    let text = copy(slot)
    return switch naming {
    case .known: [(text, .known)]
    case .anonymous: [(text, .anonymous)]
    case .either: [(text, .known), (text, .anonymous)]
    }
  }

  private func firstID(_ candidates: [RecordPlan.Candidate]) -> RecordSlot? {
    if plan.isNative { return firstText(candidates) }
    for candidate in candidates {
      guard let slot = walker[candidate.node], slot.isText, !isEmptyID(slot) else { continue }
      return slot
    }
    return nil
  }

  private func isEmptyID(_ slot: RecordSlot) -> Bool {
    guard slot.length <= 36 else { return false }
    // Few ids begin like one of those, so few are looked up; the bit is that of lower case.
    guard "0antuf<-{".utf8.contains(walker.text[Int(slot.start)] | 0x20) else { return false }
    return SourceRules.emptyIDs.contains(
      String(decoding: slot.range.map { walker.text[$0] }, as: UTF8.self).lowercased())
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

  private func variant() -> TextSlice {
    for place in plan.variants {
      if let experiment = plan.experiment, !place.gate.isEmpty {
        guard place.gate.contains(where: { walker[$0.node].map { isEqual($0, experiment) } ?? false }) else { continue }
      }
      for candidate in place.places {
        guard let slot = walker[candidate.node] else { continue }
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

  /// The arm of a text such as `experiment:arm`.
  private func pairVariant(_ slot: RecordSlot) -> TextSlice {
    guard slot.kind == .plain || slot.kind == .escaped else { return .absent }
    guard let colon = slot.range.first(where: { walker.text[$0] == Ascii.colon }) else { return .absent }
    if let experiment = plan.experiment {
      var name = slot
      name.length = UInt32(colon - Int(slot.start))
      guard isEqual(name, experiment) else { return .absent }
    }
    return rest(slot, behind: colon - Int(slot.start) + 1)
  }

  // MARK: Times

  struct MomentFault: Error {
    var wrong: LineFault.Wrong
    var position: Int?
  }

  private func moment() -> Result<(time: Int64, hasNoZone: Bool), MomentFault> {
    let result = clientTime()
    let found: (time: Int64, hasNoZone: Bool, position: Int)
    switch result {
    case .success(let value): found = value
    case .failure(let fault): return .failure(fault)
    }
    if found.time > latestTime { return .failure(MomentFault(wrong: .futureTime, position: found.position)) }
    if !plan.received.isEmpty, let slot = firstTime(plan.received), let received = readTime(slot, of: walker.text),
      found.time > received.time + 3_600_000_000
    {
      clockAhead += 1
    }
    return .success((found.time, found.hasNoZone))
  }

  private func clientTime() -> Result<(time: Int64, hasNoZone: Bool, position: Int), MomentFault> {
    if let slot = firstTime(plan.time) { return read(slot, of: walker.text) }
    if let slot = firstTime(plan.created) {
      let result = read(slot, of: walker.text)
      guard case .success(let created) = result, clock == .corrected,
        let sent = firstTime(plan.sent).flatMap({ readTime($0, of: walker.text) }),
        let received = firstTime(plan.received).flatMap({ readTime($0, of: walker.text) })
      else { return result }
      let corrected = received.time - (sent.time - created.time)
      guard TimeText.believedMicroseconds.contains(corrected) else {
        return .failure(MomentFault(wrong: .badTime(.range), position: slot.valueStart))
      }
      return .success((corrected, created.hasNoZone, created.position))
    }
    if let (text, slot) = shipperTime { return read(slot, of: text) }
    return .failure(MomentFault(wrong: .missing(.missingTime), position: nil))
  }

  /// The first place that holds a time; of other systems' logs, where 0 and an empty text are none.
  private func firstTime(_ candidates: [RecordPlan.Candidate]) -> RecordSlot? {
    for candidate in candidates {
      guard let slot = walker[candidate.node], slot.kind != .null else { continue }
      if candidate.isTyped, slot.isContainer { continue }
      if !plan.isNative, slot.kind != .number || slot.length == 1 {
        if slot.length == 0, !slot.isContainer { continue }
        if slot.length == 1, walker.text[Int(slot.start)] == Ascii.zero { continue }
      }
      return slot
    }
    return nil
  }

  private func readTime(_ slot: RecordSlot, of text: BytePointer) -> (time: Int64, hasNoZone: Bool, position: Int)? {
    if case .success(let found) = read(slot, of: text) { found } else { nil }
  }

  private func read(
    _ slot: RecordSlot, of text: BytePointer
  ) -> Result<(time: Int64, hasNoZone: Bool, position: Int), MomentFault> {
    let reading: TimeText.Reading
    switch slot.kind {
    case .number: reading = time.number(text, slot.range)
    case .plain: reading = string(text, slot.range)
    case .escaped:
      let buffer = TextBuffer(capacity: slot.range.count)
      buffer.takeOver(slot.range, of: text)
      reading = string(buffer.text, 0..<EscapedText.decodeInPlace(buffer.text, 0..<slot.range.count))
    default: reading = .fault(.kind)
    }
    switch reading {
    case .time(let moment): return .success((moment, false, slot.valueStart))
    case .timeWithoutZone(let moment): return .success((moment, true, slot.valueStart))
    case .fault(let fault): return .failure(MomentFault(wrong: .badTime(fault), position: slot.valueStart))
    }
  }

  private func string(_ text: BytePointer, _ range: Range<Int>) -> TimeText.Reading {
    if plan.isNative { return time.string(text, range.lowerBound, range.count) }
    // BigQuery writes the zone out: ` UTC`.
    var length = range.count
    let isNamed = length > 4 && text.half(at: range.upperBound - 4) == 0x4354_5520
    if isNamed { length -= 4 }
    guard plan.isUTC || isNamed else { return time.string(text, range.lowerBound, length) }
    let reading = utcTime.string(text, range.lowerBound, length)
    if case .timeWithoutZone(let moment) = reading { return .time(moment) }
    return reading
  }

  // MARK: Other fields

  private func duration(_ slot: RecordSlot) -> Int64 {
    switch slot.kind {
    case .escaped:
      let buffer = TextBuffer(capacity: slot.range.count)
      buffer.takeOver(slot.range, of: walker.text)
      let length = EscapedText.decodeInPlace(buffer.text, 0..<slot.range.count)
      if let microseconds = DurationText.microseconds(buffer.text, 0..<length) { return microseconds }
    case .plain, .number:
      if let microseconds = DurationText.microseconds(walker.text, slot.range) { return microseconds }
    default: break
    }
    badDuration += 1
    return -1
  }

  private func isTrue(_ slot: RecordSlot) -> Bool {
    switch slot.kind {
    case .yes: true
    case .number: isEqual(slot, [0x31])
    case .plain, .escaped: isEqual(slot, [0x31]) || isEqual(slot, Array("true".utf8))
    default: false
    }
  }

  private func value(_ candidates: [RecordPlan.Candidate], isText: Bool) -> EventValue {
    if candidates.isEmpty, isText { return EventValue(kind: .text, text: records.last?.variant ?? .absent) }
    for candidate in candidates {
      guard let slot = walker[candidate.node] else { continue }
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
  func firstText(_ candidates: [RecordPlan.Candidate]) -> RecordSlot? {
    for candidate in candidates {
      if let slot = walker[candidate.node], slot.isText { return slot }
    }
    return nil
  }

  /// The first of some places that holds anything but null.
  func firstPresent(_ candidates: [RecordPlan.Candidate]) -> RecordSlot? {
    for candidate in candidates {
      guard let slot = walker[candidate.node], slot.kind != .null else { continue }
      if slot.isContainer, candidate.isTyped { continue }
      return slot
    }
    return nil
  }

  /// Whether a demand holds of the walked record.
  func holds(_ condition: RecordPlan.Condition) -> Bool {
    for candidate in condition.candidates {
      guard let slot = walker[candidate.node], slot.kind != .null else { continue }
      if slot.isContainer, candidate.isTyped { continue }
      return condition.values.isEmpty || condition.values.contains { isEqual(slot, $0) }
    }
    return false
  }

  private func copy(_ slot: RecordSlot?) -> TextSlice {
    guard let slot else { return .absent }
    return slot.kind == .escaped ? arena.decode(walker.text, slot.range) : arena.copy(walker.text, slot.range)
  }

  private func copy(_ slot: RecordSlot) -> TextSlice { copy(Optional(slot)) }

  /// The text of a slot behind its first bytes, which have no escapes.
  private func rest(_ slot: RecordSlot, behind count: Int) -> TextSlice {
    let range = Int(slot.start) + count..<slot.range.upperBound
    return slot.kind == .escaped ? arena.decode(walker.text, range) : arena.copy(walker.text, range)
  }

  /// Neighbouring texts of the arena as one.
  private func join(_ slices: [TextSlice]) -> TextSlice {
    TextSlice(offset: slices[0].offset, length: slices.reduce(0) { $0 + $1.length })
  }

  private func begins(_ slot: RecordSlot, _ beginning: [UInt8]) -> Bool {
    if beginning.isEmpty || Int(slot.length) < beginning.count { return false }
    return beginning.indices.allSatisfy { walker.text[Int(slot.start) + $0] == beginning[$0] }
  }

  private func isSame(_ first: TextSlice, _ second: TextSlice) -> Bool {
    guard first.length == second.length else { return false }
    let text = arena.buffer.text
    return (0..<Int(first.length)).allSatisfy { text[Int(first.offset) + $0] == text[Int(second.offset) + $0] }
  }

  /// Whether the text of a slot, its escapes decoded, is some bytes; `true` and `false` have the text of their words.
  private func isEqual(_ slot: RecordSlot, _ bytes: [UInt8]) -> Bool {
    if slot.kind == .escaped {
      var decoded: [UInt8] = []
      EscapedText.decode(walker.text, slot.range) { decoded.append($0) }
      return decoded == bytes
    }
    guard Int(slot.length) == bytes.count, !slot.isContainer else { return false }
    return bytes.indices.allSatisfy { walker.text[Int(slot.start) + $0] == bytes[$0] }
  }
}
