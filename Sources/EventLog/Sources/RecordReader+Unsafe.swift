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
    /// It is a part of a line whose rest is still to come.
    case held
  }

  /// A text that another record's string holds.
  struct Level {
    /// How the string holds it.
    enum Form {
      case text
      case base64
      /// As the last of several parts.
      case joined
    }

    var buffer: TextBuffer
    /// The string's content in the text that it stands in.
    var string: Range<Int>
    /// Where the decoded string begins in the buffer, and where it ends.
    var decoded: Range<Int>
    var form = Form.text
    /// Whether the text is the record that the string stands in, the string replaced by what it holds.
    var isEmbedded = false
    /// Where that record begins in its own text.
    var recordStart = 0
  }

  /// How deep events may lie within records of log shippers.
  static let deepest = 4

  let plan: RecordPlan
  private let limits: ReadingLimits
  let maxLineBytes: Int
  private let valuesPerEvent: Int
  let latestTime: Int64
  let clock: ClockRule
  let receiver: any EventReceiver
  let surveyor: Surveyor?
  private var checkers: [RecordChecker] = []
  var walker: RecordWalker
  /// What the record holds of which an event is made.
  var view: RecordView
  let candidates: Cells<RecordRows.Candidate>
  let literals: Cells<RecordRows.Literal>
  var time: TimeText
  var utcTime = TimeText(zone: .utc)
  let arena = RecordArena()
  var records: [EventRecord] = []
  var values: [EventValue] = []
  var links: [IdentityLink] = []
  /// The lines that are told in parts.
  var split = SplitLines()
  /// Whether the log may have such, and is read by this reader alone, from its beginning to its end.
  private(set) var isInParts = false
  /// Whether the log's events lie within records of a log shipper.
  private(set) var isWrapped = false
  /// Whether rows that say what to do with others are none of the log's records.
  private(set) var isBulk = false
  /// Whether records end where their braces say, so that one that has no end may hold others.
  private var hasFrames = false
  /// The texts within texts that are being read.
  var levels: [Level] = []
  /// When a log shipper took the record, by a text and what stands in it.
  var shipperTime: (text: BytePointer, slot: FieldSlot)?
  private var anchors: RecordAnchors?

  var rejects: RejectKeeper
  private(set) var blank = 0
  var noZone = 0
  var badDuration = 0
  var bothIDs = 0
  var clockAhead = 0
  var identity = 0
  var experiments = ExperimentsMet()
  var chosenArms = 0
  /// Records that are no whole JSON where records end by their braces, and all their bytes.
  private(set) var passedRecords = 0
  private(set) var passedBytes = 0
  private var part = LogPart(log: 0, part: 0)
  /// Lines of the part so far, by which places are told.
  private(set) var lines = 0
  /// Records of all parts so far.
  var recordCount = 0
  private var record = 0..<0
  private(set) var outermostText: BytePointer

  /// A reader of one worker.
  init(
    plan: ReadingPlan, records: RecordPlan, limits: ReadingLimits, receiver: any EventReceiver,
    surveyor: Surveyor? = nil
  ) {
    self.plan = records
    self.limits = limits
    maxLineBytes = limits.maxLineBytes(of: plan)
    valuesPerEvent = records.values.count
    latestTime = plan.latestTime.microseconds
    clock = plan.clock
    self.receiver = receiver
    self.surveyor = surveyor
    walker = RecordWalker(tree: records.tree)
    view = walker.view
    candidates = records.rows.candidates
    literals = records.rows.literals
    time = TimeText(zone: plan.assumedZone)
    rejects = RejectKeeper(plan: plan)
    outermostText = walker.text
    self.records.reserveCapacity(LineReader.batchCapacity)
    values.reserveCapacity(LineReader.batchCapacity * valuesPerEvent)
  }

  deinit {
    walker.release()
  }

  /// Begins another part, which is the whole log where its lines may be told in parts.
  func begin(_ part: LogPart, shape: LogShape) {
    self.part = part
    isInParts = shape.isInParts
    isWrapped = shape.isWrapped
    isBulk = shape.isBulk
    hasFrames = shape.framing == .braces
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
        if checker.fault.reason != .notObject { pass(record.count) }
      case .object:
        walker.take(checker.rootStart, of: checker, buffer.text)
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
      pass(line.bytes)
    }
    lines += 1
    recordCount += 1
  }

  private func pass(_ bytes: Int) {
    guard hasFrames else { return }
    passedRecords += 1
    passedBytes += bytes
  }

  /// Where a position of the text that is being read stands, kept beyond its record.
  func place(of position: Int) -> RecordPlace {
    let fault = outermost(LineFault(wrong: .unfinishedLine, position: position))
    let place = anchors?.place(of: fault.position) ?? (lines: lines, origin: record.lowerBound)
    return RecordPlace(
      part: part, lines: place.lines, column: fault.position - place.origin, text: record.map { outermostText[$0] })
  }

  /// Counts a rejected record, by a fault in the outermost text.
  func reject(_ fault: LineFault) {
    let place = anchors?.place(of: fault.position) ?? (lines: lines, origin: record.lowerBound)
    rejects.add(
      fault, part: part, linesBefore: place.lines, line: record, columnOrigin: place.origin, of: outermostText)
  }

  func checker(_ depth: Int) -> RecordChecker {
    while checkers.count <= depth {
      // Only the outermost reads long regions.
      let capacity = checkers.isEmpty ? limits.listCapacity : min(limits.listCapacity, 1_024)
      checkers.append(
        RecordChecker(
          tables: plan.tree.tables, maxLineBytes: maxLineBytes, listCapacity: capacity, way: limits.way))
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
              bytes: arena.bytes, records: records, values: values, valuesPerEvent: valuesPerEvent, links: links,
              mayLink: !plan.links.isEmpty))
        }
      }
    }
  }
}
