import FunnelModel

/// When an event happened, as its source's rules say.
extension RecordReader {
  struct MomentFault: Error {
    var wrong: LineFault.Wrong
    var position: Int?
  }

  func moment() -> Result<(time: Int64, hasNoZone: Bool), MomentFault> {
    let result = clientTime()
    let found: (time: Int64, hasNoZone: Bool, position: Int)
    switch result {
    case .success(let value): found = value
    case .failure(let fault): return .failure(fault)
    }
    if found.time > latestTime { return .failure(MomentFault(wrong: .futureTime, position: found.position)) }
    if !plan.received.isEmpty, let slot = firstTime(plan.received), let received = readTime(slot, of: view.text),
      found.time > received.time + 3_600_000_000
    {
      clockAhead += 1
    }
    return .success((found.time, found.hasNoZone))
  }

  private func clientTime() -> Result<(time: Int64, hasNoZone: Bool, position: Int), MomentFault> {
    if let slot = firstTime(plan.time) { return read(slot, of: view.text) }
    if let slot = firstTime(plan.created) {
      let result = read(slot, of: view.text)
      guard case .success(let created) = result, clock == .corrected,
        let sent = firstTime(plan.sent).flatMap({ readTime($0, of: view.text) }),
        let received = firstTime(plan.received).flatMap({ readTime($0, of: view.text) })
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
  private func firstTime(_ places: RecordPlan.Places) -> FieldSlot? {
    for place in places.first..<places.end {
      let candidate = candidates[place]
      guard let slot = view[candidate.node], slot.kind != .null else { continue }
      if candidate.isTyped, slot.isContainer { continue }
      if !plan.isNative, slot.kind != .number || slot.length == 1 {
        if slot.length == 0, !slot.isContainer { continue }
        if slot.length == 1, view.text[Int(slot.start)] == Ascii.zero { continue }
      }
      return slot
    }
    return nil
  }

  private func readTime(_ slot: FieldSlot, of text: BytePointer) -> (time: Int64, hasNoZone: Bool, position: Int)? {
    if case .success(let found) = read(slot, of: text) { found } else { nil }
  }

  private func read(
    _ slot: FieldSlot, of text: BytePointer
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
}
