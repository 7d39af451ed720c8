import FunnelModel

/// Reads regions of whole lines: one worker's scanner, the events it finds, and its counts.
///
/// Sound because the slots that it reads were filled by the scan of the very line, in a buffer that stays as it is until
/// the batch is handed over.
@safe
struct LineReader {
  /// How many events are handed over at once.
  static let batchCapacity = 512

  private(set) var scanner: LineScanner
  private let tables: FieldTables
  private let latestTime: Int64
  private var time: TimeText
  private let receiver: any EventReceiver

  private let event: FieldTables.PlaceRange
  private let user: FieldTables.PlaceRange
  private let timePlaces: FieldTables.PlaceRange
  private let step: FieldTables.PlaceRange
  private let duration: FieldTables.PlaceRange
  private let skipped: FieldTables.PlaceRange
  private let variant: FieldTables.PlaceRange
  private let session: FieldTables.PlaceRange
  private let id: FieldTables.PlaceRange
  private let anonymous: FieldTables.PlaceRange

  private let records: Cells<EventRecord>
  private let values: Cells<EventValue>
  private let valuesPerEvent: Int
  private var recordCount = 0

  private(set) var rejects: RejectKeeper
  private(set) var blank = 0
  private(set) var noZone = 0
  private(set) var badDuration = 0
  private(set) var bothIDs = 0
  /// The part that is read.
  private var part = LogPart(log: 0, part: 0)
  /// Lines of the part so far.
  private(set) var lines = 0

  /// A reader of one worker, whose memory lives until it is released.
  init(plan: ReadingPlan, tables: FieldTables, limits: ReadingLimits, receiver: any EventReceiver) {
    scanner = LineScanner(
      tables: tables, maxLineBytes: limits.maxLineBytes(of: plan), listCapacity: limits.listCapacity, way: limits.way)
    self.tables = tables
    latestTime = plan.latestTime.microseconds
    time = TimeText(zone: plan.assumedZone)
    self.receiver = receiver
    event = tables.range(of: .event)
    user = tables.range(of: .user)
    timePlaces = tables.range(of: .time)
    step = tables.range(of: .step)
    duration = tables.range(of: .duration)
    skipped = tables.range(of: .skipped)
    variant = tables.range(of: .variant)
    session = tables.range(of: .session)
    id = tables.range(of: .id)
    anonymous = tables.range(of: .anonymous)
    records = Cells(zeroed: LineReader.batchCapacity)
    valuesPerEvent = tables.values.count
    values = Cells(zeroed: LineReader.batchCapacity * valuesPerEvent)
    rejects = RejectKeeper(plan: plan)
  }

  func release() {
    scanner.release()
    records.release()
    values.release()
  }

  /// Begins another part.
  mutating func begin(_ part: LogPart) {
    self.part = part
    lines = 0
  }

  /// Reads a region of whole lines, the last byte of which is a line end.
  mutating func read(_ region: Range<Int>, of buffer: TextBuffer) -> ReadingCourse {
    scanner.turn(to: region, of: buffer)
    var start = region.lowerBound
    while start < region.upperBound {
      switch scanner.line(at: start) {
      case .object:
        if !resolve() { keepReject() }
        if recordCount == LineReader.batchCapacity, handOver() == .stop { return .stop }
      case .blank: blank &+= 1
      case .rejected: keepReject()
      }
      start = scanner.nextLine
      // Lines are counted in a word that no log can fill.
      lines &+= 1
    }
    return recordCount > 0 ? handOver() : .goOn
  }

  /// Counts a line that was too long to be held, of which a buffer holds the beginning.
  mutating func readOverlong(_ line: OverlongLine) {
    if line.isBlank {
      blank += 1
    } else {
      let limit = scanner.maxLineBytes
      let fault = LineFault(wrong: .tooLong(limit: limit), position: limit)
      rejects.add(fault, part: part, linesBefore: lines, line: 0..<line.held, of: line.buffer.text)
    }
    lines += 1
  }

  private mutating func handOver() -> ReadingCourse {
    let batch = unsafe EventBatch(
      bytes: UnsafeRawBufferPointer(start: scanner.text.base, count: scanner.lastByte + 1),
      records: UnsafeBufferPointer(start: records.base, count: recordCount),
      values: UnsafeBufferPointer(start: values.base, count: recordCount * valuesPerEvent),
      valuesPerEvent: valuesPerEvent)
    recordCount = 0
    return receiver.receive(batch)
  }

  @inline(never)
  private mutating func keepReject() {
    let start = scanner.lineStart
    rejects.add(
      scanner.fault, part: part, linesBefore: lines, line: start..<scanner.contentEnd(scanner.nextLine - 1),
      of: scanner.text)
  }

  /// Makes an event of the line's slots, or says no with the scanner's fault set.
  private mutating func resolve() -> Bool {
    let eventNode = firstText(event)
    guard eventNode != 0 else { return fail(.missing(.missingEvent)) }
    let userNode = firstText(user)
    guard userNode != 0 else { return fail(.missing(.missingUser)) }
    let timeNode = firstPresent(timePlaces)
    guard timeNode != 0 else { return fail(.missing(.missingTime)) }
    let timeSlot = scanner.slots[timeNode]
    let moment: Int64
    switch timeReading(timeSlot) {
    case .time(let microseconds):
      moment = microseconds
      if moment > latestTime { return fail(.futureTime, at: timeSlot.valueStart) }
    case .timeWithoutZone(let microseconds):
      moment = microseconds
      if moment > latestTime { return fail(.futureTime, at: timeSlot.valueStart) }
      noZone += 1
    case .fault(let fault): return fail(.badTime(fault), at: timeSlot.valueStart)
    }

    // From here on the line is an event, and its text may be changed.
    var record = EventRecord(time: moment, user: slice(userNode), event: slice(eventNode))
    record.step = slice(firstText(step))
    record.variant = slice(firstText(variant))
    record.session = slice(firstText(session))
    record.id = slice(firstText(id))
    let anonymousNode = firstText(anonymous)
    if anonymousNode != 0 {
      record.anonymous = slice(anonymousNode)
      record.isAnonymous = anonymousNode == userNode
      if !record.isAnonymous { bothIDs &+= 1 }
    }
    let durationNode = firstPresent(duration)
    if durationNode != 0 { record.duration = durationValue(durationNode) }
    let skippedNode = firstPresent(skipped)
    if skippedNode != 0 { record.isSkipped = isTrue(skippedNode) }
    records[recordCount] = record
    if valuesPerEvent > 0 { resolveValues() }
    recordCount &+= 1
    return true
  }

  private func resolveValues() {
    var place = recordCount &* valuesPerEvent
    for source in tables.values {
      switch source {
      case .text(let range):
        let node = firstText(range)
        values[place] = node == 0 ? .none : EventValue(kind: .text, text: slice(node))
      case .node(let node): values[place] = value(node)
      }
      place &+= 1
    }
  }

  private func value(_ node: Int) -> EventValue {
    let slot = scanner.slots[node]
    guard slot.scan == scanner.scan else { return .none }
    switch slot.kind {
    case .plain, .escaped, .number: return EventValue(kind: .text, text: slice(node))
    case .yes: return EventValue(kind: .yes)
    case .no: return EventValue(kind: .no)
    case .null, .object, .array: return .none
    }
  }

  /// The node of the first of some places that holds text, or 0.
  @inline(__always)
  private func firstText(_ range: FieldTables.PlaceRange) -> Int {
    var place = range.first
    while place < range.end {
      let node = Int(tables.places[place])
      let slot = scanner.slots[node]
      if slot.scan == scanner.scan, slot.isText { return node }
      place &+= 1
    }
    return 0
  }

  /// The node of the first of some places that holds anything but null, or 0.
  @inline(__always)
  private func firstPresent(_ range: FieldTables.PlaceRange) -> Int {
    var place = range.first
    while place < range.end {
      let node = Int(tables.places[place])
      let slot = scanner.slots[node]
      if slot.scan == scanner.scan, slot.kind != .null { return node }
      place &+= 1
    }
    return 0
  }

  /// The text at a node, its escapes decoded where it stands; absent for node 0.
  @inline(__always)
  private func slice(_ node: Int) -> TextSlice {
    if node == 0 { return .absent }
    let slot = scanner.slots[node]
    if slot.kind == .escaped { decode(node) }
    return TextSlice(offset: slot.start, length: scanner.slots[node].length)
  }

  /// Decodes the text at a node where it stands; once, since other fields may ask for the same node.
  @inline(never)
  private func decode(_ node: Int) {
    var slot = scanner.slots[node]
    slot.length = UInt32(EscapedText.decodeInPlace(scanner.text, range(slot)))
    slot.kind = .plain
    scanner.slots[node] = slot
  }

  private func range(_ slot: FieldSlot) -> Range<Int> {
    Int(slot.start)..<Int(slot.start) + Int(slot.length)
  }

  @inline(__always)
  private mutating func timeReading(_ slot: FieldSlot) -> TimeText.Reading {
    switch slot.kind {
    case .plain: return time.string(scanner.text, Int(slot.start), Int(slot.length))
    case .number: return time.number(scanner.text, range(slot))
    case .escaped: return escapedTimeReading(slot)
    default: return .fault(.kind)
    }
  }

  /// A time with escapes is decoded elsewhere: the line may still be rejected, and is then shown as it is.
  @inline(never)
  private mutating func escapedTimeReading(_ slot: FieldSlot) -> TimeText.Reading {
    let buffer = TextBuffer(capacity: Int(slot.length))
    buffer.takeOver(range(slot), of: scanner.text)
    let length = EscapedText.decodeInPlace(buffer.text, 0..<Int(slot.length))
    return time.string(buffer.text, 0, length)
  }

  private mutating func durationValue(_ node: Int) -> Int64 {
    let slot = scanner.slots[node]
    switch slot.kind {
    case .escaped:
      decode(node)
      return durationValue(node)
    case .plain, .number:
      if let microseconds = DurationText.microseconds(scanner.text, range(slot)) { return microseconds }
    default: break
    }
    badDuration += 1
    return -1
  }

  private func isTrue(_ node: Int) -> Bool {
    let slot = scanner.slots[node]
    switch slot.kind {
    case .yes: return true
    case .escaped:
      decode(node)
      return isTrue(node)
    case .plain, .number:
      let text = scanner.text
      let start = Int(slot.start)
      if slot.length == 1 { return text[start] == 0x31 }
      return slot.kind == .plain && slot.length == 4 && text.half(at: start) == 0x6575_7274
    default: return false
    }
  }

  /// Refuses the line for what is wrong at a position, or at its root's.
  private mutating func fail(_ wrong: LineFault.Wrong, at position: Int? = nil) -> Bool {
    scanner.fault = LineFault(wrong: wrong, position: position ?? scanner.rootStart)
    return false
  }
}
