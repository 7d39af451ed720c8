import FunnelModel

/// Reads regions of whole lines: one worker's scanner, the events it finds, and its counts.
///
/// Sound because the slots that it reads were filled by the scan of the very line, in a buffer that stays as it is until
/// the batch is handed over.
@safe
struct LineReader: ~Copyable {
  /// How many events are handed over at once.
  static let batchCapacity = 512

  private var scanner: LineScanner
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

  /// A reader of one worker.
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

  deinit {
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
    let line = scanner.lineStart..<scanner.contentEnd(scanner.nextLine - 1)
    rejects.add(scanner.fault, part: part, linesBefore: lines, line: line, of: scanner.text)
  }

  /// Makes an event of the line's slots, or says no with the scanner's fault set.
  private mutating func resolve() -> Bool {
    let line = LineValues(
      slots: scanner.slots, text: scanner.text, mark: FieldSlot.mark(scanner.scan), places: tables.places)
    let eventNode = line.firstText(event)
    guard eventNode != 0 else { return fail(.missing(.missingEvent)) }
    let userNode = line.firstText(user)
    guard userNode != 0 else { return fail(.missing(.missingUser)) }
    let timeNode = line.firstPresent(timePlaces)
    guard timeNode != 0 else { return fail(.missing(.missingTime)) }
    let timeSlot = line.slots[timeNode]
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
    var record = EventRecord(time: moment, user: line.slice(userNode), event: line.slice(eventNode))
    record.step = line.slice(line.firstText(step))
    record.variant = line.slice(line.firstText(variant))
    record.session = line.slice(line.firstText(session))
    record.id = line.slice(line.firstText(id))
    let anonymousNode = line.firstText(anonymous)
    if anonymousNode != 0 {
      record.anonymous = line.slice(anonymousNode)
      record.isAnonymous = anonymousNode == userNode
      if !record.isAnonymous { bothIDs &+= 1 }
    }
    let durationNode = line.firstPresent(duration)
    if durationNode != 0 {
      record.duration = line.duration(durationNode)
      if record.duration < 0 { badDuration += 1 }
    }
    let skippedNode = line.firstPresent(skipped)
    if skippedNode != 0 { record.isSkipped = line.isTrue(skippedNode) }
    records[recordCount] = record
    if valuesPerEvent > 0 { resolveValues(line) }
    recordCount &+= 1
    return true
  }

  private func resolveValues(_ line: LineValues) {
    var place = recordCount &* valuesPerEvent
    for source in tables.values {
      switch source {
      case .text(let range): values[place] = line.textValue(line.firstText(range))
      case .node(let node): values[place] = line.value(node)
      }
      place &+= 1
    }
  }

  @inline(__always)
  private mutating func timeReading(_ slot: FieldSlot) -> TimeText.Reading {
    switch slot.kind {
    case .plain: return time.string(scanner.text, Int(slot.start), Int(slot.length))
    case .number: return time.number(scanner.text, slot.range)
    case .escaped: return escapedTimeReading(slot)
    default: return .fault(.kind)
    }
  }

  /// A time with escapes is decoded elsewhere: the line may still be rejected, and is then shown as it is.
  @inline(never)
  private mutating func escapedTimeReading(_ slot: FieldSlot) -> TimeText.Reading {
    let buffer = TextBuffer(capacity: Int(slot.length))
    buffer.takeOver(slot.range, of: scanner.text)
    let length = EscapedText.decodeInPlace(buffer.text, 0..<Int(slot.length))
    return time.string(buffer.text, 0, length)
  }

  /// Refuses the line for what is wrong at a position, or at its root's.
  private mutating func fail(_ wrong: LineFault.Wrong, at position: Int? = nil) -> Bool {
    scanner.fault = LineFault(wrong: wrong, position: position ?? scanner.rootStart)
    return false
  }
}
