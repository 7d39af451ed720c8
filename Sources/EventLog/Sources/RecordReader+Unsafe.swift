import FunnelModel

/// Reads regions of whole records of one source: checks each, walks it for what the plan asks for, and makes events of it.
///
/// It is the way of all logs but plain native ones: those of other systems, those within a log shipper's records, and those
/// whose plan names elements of arrays. Sound because the walker only ever walks what was checked.
@safe
final class RecordReader {
  /// What became of a record.
  enum Verdict {
    case event
    case identity
    case rejected(LineFault)
    /// It holds several records, which are counted.
    case exploded
    /// It is no event, and nothing in it is.
    case notEvent
  }

  /// A text that another record's string holds.
  struct Level {
    var buffer: TextBuffer
    /// The string's content in the text that it stands in.
    var string: Range<Int>
    /// Where the decoded string begins in the buffer, and where it ends.
    var decoded: Range<Int>
    /// Whether the text is the record that the string stands in, the string replaced by what it holds.
    var isEmbedded = false
    /// Where that record begins in its own text.
    var recordStart = 0
  }

  /// How deep events may lie within records of log shippers.
  static let deepest = 4

  let plan: RecordPlan
  private let limits: ReadingLimits
  private let maxLineBytes: Int
  private let valuesPerEvent: Int
  let latestTime: Int64
  let clock: ClockRule
  let receiver: any EventReceiver
  private let surveyor: Surveyor?
  private let checkTables: FieldTables
  private var checkers: [RecordChecker] = []
  var walker: RecordWalker
  var time: TimeText
  var utcTime = TimeText(zone: .utc)
  var arena = RecordArena()
  var records: [EventRecord] = []
  var values: [EventValue] = []
  var links: [IdentityLink] = []
  /// The texts within texts that are being read.
  private var levels: [Level] = []
  /// When a log shipper took the record, by a text and what stands in it.
  private(set) var shipperTime: (text: BytePointer, slot: RecordSlot)?
  private var anchors: RecordAnchors?

  private(set) var rejects: RejectKeeper
  private(set) var blank = 0
  var noZone = 0
  var badDuration = 0
  var bothIDs = 0
  var clockAhead = 0
  private(set) var identity = 0
  private var part = LogPart(log: 0, part: 0)
  /// Lines of the part so far, by which places are told.
  private(set) var lines = 0
  /// Records of all parts so far.
  private(set) var recordCount = 0
  private var record = 0..<0
  private var outermostText: BytePointer

  /// A reader of one worker.
  init(
    plan: ReadingPlan, records: RecordPlan, limits: ReadingLimits, receiver: any EventReceiver,
    surveyor: Surveyor? = nil
  ) {
    self.plan = records
    self.limits = limits
    maxLineBytes = limits.maxLineBytes(of: plan)
    var nothing = ReadingPlan()
    nothing.places = FieldPlaces()
    checkTables = FieldTables(plan: nothing)
    valuesPerEvent = records.values.count
    latestTime = plan.latestTime.microseconds
    clock = plan.clock
    self.receiver = receiver
    self.surveyor = surveyor
    walker = RecordWalker(tree: records.tree)
    time = TimeText(zone: plan.assumedZone)
    rejects = RejectKeeper(plan: plan)
    outermostText = walker.text
    self.records.reserveCapacity(LineReader.batchCapacity)
    values.reserveCapacity(LineReader.batchCapacity * valuesPerEvent)
  }

  deinit {
    walker.release()
  }

  /// Begins another part.
  func begin(_ part: LogPart) {
    self.part = part
    lines = 0
  }

  /// Reads a region of whole records, each with a line end; `anchors` say where they stand where records are not lines.
  func read(_ region: Range<Int>, of buffer: TextBuffer, anchors: RecordAnchors? = nil) -> ReadingCourse {
    self.anchors = anchors
    outermostText = buffer.text
    let checker = checker(0)
    checker.turn(to: region, of: buffer)
    var start = region.lowerBound
    while start < region.upperBound {
      let outcome = checker.line(at: start)
      record = start..<checker.contentEnd
      shipperTime = nil
      switch outcome {
      case .blank:
        blank += 1
        recordCount += 1
      case .rejected:
        recordCount += 1
        reject(checker.fault)
      case .object:
        count(read(at: checker.rootStart, of: buffer.text, isFresh: true), at: checker.rootStart)
      }
      start = checker.nextLine
      lines += 1
      if isFull, handOver() == .stop { return .stop }
    }
    return handOver()
  }

  /// Counts a record that was too long to be held, of which a buffer holds the beginning.
  func readOverlong(_ line: OverlongLine, anchors: RecordAnchors? = nil) {
    self.anchors = anchors
    if line.isBlank {
      blank += 1
    } else {
      record = 0..<line.held
      outermostText = line.buffer.text
      let fault = LineFault(wrong: .tooLong(limit: maxLineBytes), position: min(maxLineBytes, line.held))
      reject(fault)
    }
    lines += 1
    recordCount += 1
  }

  private func checker(_ depth: Int) -> RecordChecker {
    while checkers.count <= depth {
      // Only the outermost reads long regions.
      let capacity = checkers.isEmpty ? limits.listCapacity : min(limits.listCapacity, 1_024)
      checkers.append(
        RecordChecker(
          tables: checkTables, maxLineBytes: maxLineBytes, listCapacity: capacity, way: limits.way))
    }
    return checkers[depth]
  }

  private var isFull: Bool {
    records.count >= LineReader.batchCapacity || links.count >= LineReader.batchCapacity
      || arena.count >= RecordArena.fullBytes
  }

  private func handOver() -> ReadingCourse {
    if records.isEmpty, links.isEmpty { return .goOn }
    defer {
      records.removeAll(keepingCapacity: true)
      values.removeAll(keepingCapacity: true)
      links.removeAll(keepingCapacity: true)
      arena.empty()
    }
    return unsafe records.withUnsafeBufferPointer { records in
      unsafe values.withUnsafeBufferPointer { values in
        unsafe links.withUnsafeBufferPointer { links in
          unsafe receiver.receive(
            EventBatch(
              bytes: arena.bytes, records: records, values: values, valuesPerEvent: valuesPerEvent, links: links))
        }
      }
    }
  }
}

// MARK: Records within records

extension RecordReader {
  /// Reads the object at a position; a fresh one is walked first.
  private func read(at begin: Int, of text: BytePointer, isFresh: Bool) -> Verdict {
    walker.text = text
    if isFresh {
      walker.begin()
      _ = walker.object(begin, RecordTree.root)
      if plan.explodes != 0, let slot = walker[plan.explodes], slot.kind == .array {
        explode(plan.explodes, at: Int(slot.start), of: text)
        return .exploded
      }
      if levels.count < RecordReader.deepest, let node = plan.embedded.first(where: { holdsObject(at: $0) }) {
        return readEmbedded(node, record: begin)
      }
    }
    if let verdict = event(at: begin) {
      if case .rejected(let fault) = verdict { return .rejected(outermost(fault)) }
      if case .event = verdict, let surveyor { survey(begin, by: surveyor) }
      return verdict
    }
    return isFresh && levels.count < RecordReader.deepest ? open(begin, of: text) : .notEvent
  }

  /// Has the event that was found last taken down, with the record that begins at a position.
  private func survey(_ begin: Int, by surveyor: Surveyor) {
    guard let record = records.last else { return }
    func text(_ slice: TextSlice) -> ByteText {
      ByteText(bytes: arena.buffer.bytes(Int(slice.offset)..<Int(slice.offset + slice.length)))
    }
    let end = walker.endOfValue(begin)
    surveyor.take(
      (begin..<end).map { walker.text[$0] }, source: plan.format, name: text(record.event), user: text(record.user),
      time: Moment(microseconds: record.time))
  }

  /// Looks for an event within a record that is none.
  private func open(_ begin: Int, of text: BytePointer) -> Verdict {
    let outerTime = shipperTime
    var isWalked = true
    for node in plan.openings {
      if !isWalked {
        walker.text = text
        walker.begin()
        _ = walker.object(begin, RecordTree.root)
        isWalked = true
      }
      guard let slot = walker[node] else { continue }
      shipperTime = firstPresent(plan.shipperTimes).map { (text, $0) } ?? outerTime
      var verdict = Verdict.notEvent
      isWalked = slot.kind == .number || slot.kind == .null
      switch slot.kind {
      case .plain, .escaped:
        if holdsObject(at: node) { verdict = readString(slot, of: text) }
      case .object: verdict = read(at: Int(slot.start), of: text, isFresh: true)
      case .array:
        if text[RecordWalker.skipBlanks(text, Int(slot.start) + 1)] == Ascii.openBrace {
          _ = RecordWalker.elements(Int(slot.start), of: text) { element in
            walker.text = text
            let end = walker.endOfValue(element)
            if text[element] == Ascii.openBrace {
              count(read(at: element, of: text, isFresh: true), at: element)
            } else {
              count(.rejected(outermost(LineFault(wrong: .notAnObject, position: element))), at: element)
            }
            return end
          }
          verdict = .exploded
        }
      default: break
      }
      if case .notEvent = verdict { continue }
      shipperTime = outerTime
      return verdict
    }
    shipperTime = outerTime
    return .notEvent
  }

  /// Reads every element of an array as an event, whose node and all above it hold what stands around it.
  private func explode(_ node: Int, at begin: Int, of text: BytePointer) {
    let each = Int(plan.tree.nodes[node].each)
    _ = RecordWalker.elements(begin, of: text) { element in
      guard text[element] == Ascii.openBrace else {
        walker.text = text
        count(.rejected(outermost(LineFault(wrong: .notAnObject, position: element))), at: element)
        return walker.endOfValue(element)
      }
      walker.text = text
      walker.enter(each)
      let end = walker.object(element, each)
      let inner = (each..<Int(plan.tree.nodes[each].end)).first { plan.tree.nodes[$0].each != 0 }
      if let inner {
        if let slot = walker[inner], slot.kind == .array { explode(inner, at: Int(slot.start), of: text) }
      } else {
        count(read(at: element, of: text, isFresh: false), at: element)
      }
      return end
    }
  }

  /// Whether a string stands at a node whose first byte that is no blank opens an object.
  private func holdsObject(at node: Int) -> Bool {
    guard let slot = walker[node], slot.kind == .plain || slot.kind == .escaped else { return false }
    let start = RecordWalker.skipBlanks(walker.text, Int(slot.start))
    return walker.text[start] == Ascii.openBrace && start < slot.range.upperBound
  }

  /// Reads what a string holds like a line.
  private func readString(_ slot: RecordSlot, of text: BytePointer) -> Verdict {
    let buffer = TextBuffer(capacity: slot.range.count + 1)
    let end = decode(slot.range, of: text, into: buffer, at: 0)
    return read(Level(buffer: buffer, string: slot.range, decoded: 0..<end), length: end)
  }

  /// Reads a record in which a string is replaced by the object that it holds.
  private func readEmbedded(_ node: Int, record begin: Int) -> Verdict {
    let text = walker.text
    guard let string = walker[node]?.range else { return .notEvent }
    let recordEnd = walker.endOfValue(begin)
    let before = string.lowerBound - 1 - begin
    let buffer = TextBuffer(capacity: recordEnd - begin + 1)
    buffer.takeOver(begin..<string.lowerBound - 1, of: text)
    let decodedEnd = decode(string, of: text, into: buffer, at: before)
    var end = decodedEnd
    for position in string.upperBound + 1..<recordEnd {
      buffer.text[end] = text[position]
      end += 1
    }
    let level = Level(
      buffer: buffer, string: string, decoded: before..<decodedEnd, isEmbedded: true, recordStart: begin)
    return read(level, length: end)
  }

  private func decode(_ range: Range<Int>, of text: BytePointer, into buffer: TextBuffer, at start: Int) -> Int {
    var written = start
    EscapedText.decode(text, range) { byte in
      // A line feed would end the line; outside of strings CR is a blank too, and within strings as wrong.
      buffer.text[written] = byte == Ascii.lineFeed ? Ascii.carriageReturn : byte
      written += 1
    }
    return written
  }

  private func read(_ level: Level, length: Int) -> Verdict {
    level.buffer.text[length] = Ascii.lineFeed
    levels.append(level)
    defer { levels.removeLast() }
    let checker = checker(levels.count)
    checker.turn(to: 0..<length + 1, of: level.buffer)
    switch checker.line(at: 0) {
    case .blank: return .notEvent
    case .rejected: return .rejected(outermost(checker.fault))
    case .object: return read(at: checker.rootStart, of: level.buffer.text, isFresh: true)
    }
  }

  /// A fault whose place is that in the outermost text, of one in the text that is being read.
  func outermost(_ fault: LineFault) -> LineFault {
    var position = fault.position
    for (place, level) in levels.enumerated().reversed() {
      if position < level.decoded.lowerBound {
        position += level.recordStart
      } else if position >= level.decoded.upperBound, level.isEmbedded {
        position += level.string.upperBound + 1 - level.decoded.upperBound
      } else {
        let outer = place > 0 ? levels[place - 1].buffer.text : outermostText
        position = EscapedText.place(of: position - level.decoded.lowerBound, in: level.string, of: outer)
      }
    }
    return LineFault(wrong: fault.wrong, position: position)
  }

  /// Counts what became of a record that begins at a place of the text that is being read.
  private func count(_ verdict: Verdict, at begin: Int) {
    switch verdict {
    case .exploded: return
    case .event: break
    case .identity: identity += 1
    case .rejected(let fault): reject(fault)
    case .notEvent: reject(outermost(LineFault(wrong: .missing(.missingEvent), position: begin)))
    }
    recordCount += 1
  }

  /// Counts a rejected record, by a fault in the outermost text.
  private func reject(_ fault: LineFault) {
    let place = anchors?.place(of: fault.position) ?? (lines: lines, origin: record.lowerBound)
    rejects.add(
      fault, part: part, linesBefore: place.lines, line: record, columnOrigin: place.origin, of: outermostText)
  }
}

extension EscapedText {
  /// Where in a string of some text the byte stands that comes at a place of what the string stands for.
  static func place(of wanted: Int, in range: Range<Int>, of text: BytePointer) -> Int {
    var position = range.lowerBound
    var count = 0
    while position < range.upperBound {
      var length = 1
      if text[position] == Ascii.backslash {
        length = text[position + 1] == 0x75 ? 6 : 2
        // The escapes of a pair of surrogates stand for one scalar.
        if length == 6, (0xD800...0xDBFF).contains(HexDigits.codeUnit(text.half(at: position + 2)) ?? 0) {
          length = 12
        }
      }
      var bytes = 0
      decode(text, position..<position + length) { _ in bytes += 1 }
      if count + bytes > wanted { return position }
      count += bytes
      position += length
    }
    return position
  }
}
