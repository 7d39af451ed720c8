import FunnelModel

/// Lays a log's records out one a line, each found by its own braces, and has a worker read them.
///
/// Between records stand blanks, line ends, record separators, commas, byte order marks (of logs put together), and the
/// brackets of arrays. An array's element that is no object is a record of its own. What else stands there is one too, to the
/// line's end, to the next object, or, within an array, to the next element. A record that was cut off ends where it cannot
/// go on, as `BraceSplitter` says, so that it takes no other with it.
struct RecordCutter {
  private var source: StreamSource
  private let worker: ReadingWorker
  private let course: ReadingCourseKeeper
  private let limits: ReadingLimits
  private let maxLineBytes: Int

  private var input: TextBuffer
  private var output: TextBuffer
  private var written = 0
  private var anchors = RecordAnchors()
  private var splitter = BraceSplitter()
  /// What is being laid out.
  private enum State {
    case between
    /// An object, or an array's element that is an array or a string.
    case value
    /// Something else.
    case other
  }
  private var state = State.between
  /// Where the record begins in the output.
  private var recordStart = 0
  /// How many bytes of the record were left out, since it is too long.
  private var leftOut = 0
  /// How long the record was before the last line end within it.
  private var lengthAtBreak = 0
  private var isInArray = false
  /// Whether an array's element may come: the array or a comma stands before.
  private var mayBeElement = false
  /// How many bytes of a byte order mark stand between records so far.
  private var marked = 0
  /// How many bytes could open an object, of what is none.
  private var opening = 0
  /// Lines of the log so far, and where this one begins.
  private var lines = 0
  private var lineStart = 0
  /// A byte order mark.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The offset of the byte that is looked at.
  private var offset = 0
  private var counted = 0

  /// A cutter of a log's bytes.
  init(
    source: StreamSource, worker: ReadingWorker, course: ReadingCourseKeeper, limits: ReadingLimits, maxLineBytes: Int
  ) {
    self.source = source
    self.worker = worker
    self.course = course
    self.limits = limits
    self.maxLineBytes = maxLineBytes
    input = TextBuffer(capacity: max(limits.bufferBytes, 1))
    output = TextBuffer(capacity: max(limits.bufferBytes, 16))
  }

  /// Cuts the whole log.
  mutating func cut() throws(LogFailure) {
    while !course.isStopped {
      let count = try source.read(into: input, at: 0, count: input.capacity, offset: offset)
      if count == 0 { break }
      for place in 0..<count {
        take(input.text[place])
        offset += 1
      }
      if written >= limits.bufferBytes / 2 { flush() }
    }
    if marked > 0 { beginOther() }
    if state != .between { endRecord() }
    flush()
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .between: takeBetween(byte)
    case .value: takeWithin(byte)
    case .other: takeOther(byte)
    }
  }

  private mutating func takeBetween(_ byte: UInt8) {
    if marked > 0 || byte == RecordCutter.mark[0] {
      guard byte == RecordCutter.mark[marked] else {
        beginOther()
        return take(byte)
      }
      marked += 1
      guard marked == RecordCutter.mark.count else { return }
      marked = 0
      // The log's own is no part of its first line.
      if offset < RecordCutter.mark.count { lineStart = offset + 1 }
      return
    }
    switch byte {
    case Ascii.lineFeed: passLineEnd()
    case Ascii.space, Ascii.tab, Ascii.carriageReturn, BraceSplitter.recordSeparator: break
    case Ascii.comma: mayBeElement = isInArray
    case Ascii.openBracket where !isInArray || !mayBeElement:
      isInArray = true
      mayBeElement = true
    case Ascii.closeBracket where isInArray:
      isInArray = false
      mayBeElement = false
    case Ascii.openBrace, Ascii.openBracket: beginValue(byte)
    case Ascii.quote where isInArray: beginValue(byte)
    default:
      beginOther()
      takeOther(byte)
    }
  }

  private mutating func takeWithin(_ byte: UInt8) {
    switch splitter.step(byte) {
    case .goesOn:
      if byte == Ascii.lineFeed {
        lengthAtBreak = written - recordStart + leftOut
        // A blank in place of the line end, which would end the record.
        write(Ascii.carriageReturn)
        passLineEnd()
        anchors.anchors.append(RecordAnchors.Anchor(position: written, lines: lines, origin: written))
      } else {
        write(byte)
      }
    case .ends:
      write(byte)
      endRecord()
    case .endsBefore:
      endRecord()
      takeBetween(byte)
    case .endsAtBreak:
      drop(written - recordStart + leftOut - lengthAtBreak)
      endRecord()
      takeBetween(byte)
    case .endsBeforeQuote(let opening):
      beginAgain(opening, behind: opening + 1)
      takeWithin(Ascii.quote)
      takeWithin(byte)
    }
  }

  /// Takes a byte of what is no value, or what ends it.
  private mutating func takeOther(_ byte: UInt8) {
    let endsElement = isInArray && (byte == Ascii.comma || byte == Ascii.closeBracket)
    if byte == Ascii.lineFeed || byte == BraceSplitter.recordSeparator || endsElement {
      endRecord()
      takeBetween(byte)
    } else if byte == Ascii.quote, opening > 0 {
      beginAgain(opening, behind: opening)
      takeWithin(byte)
    } else {
      opening = BraceSplitter.opening(opening, byte)
      write(byte)
    }
  }

  private mutating func beginValue(_ byte: UInt8) {
    begin(.value, behind: 0)
    takeWithin(byte)
  }

  private mutating func beginOther() {
    begin(.other, behind: marked)
    opening = 0
    for byte in RecordCutter.mark.prefix(marked) { write(byte) }
    marked = 0
  }

  /// Ends the record before the brace that opens an object, which stands so many bytes before this one, and takes that and
  /// the blanks behind it again.
  private mutating func beginAgain(_ opening: Int, behind count: Int) {
    drop(count)
    endRecord()
    begin(.value, behind: count)
    takeWithin(Ascii.openBrace)
    for _ in 1..<opening { takeWithin(Ascii.space) }
  }

  /// Begins a record so many bytes before the one that is looked at.
  private mutating func begin(_ kind: State, behind count: Int) {
    state = kind
    mayBeElement = false
    recordStart = written
    leftOut = 0
    lengthAtBreak = 0
    splitter.reset()
    anchors.anchors.append(
      RecordAnchors.Anchor(position: written, lines: lines, origin: written - (offset - count - lineStart)))
  }

  private mutating func passLineEnd() {
    lines += 1
    lineStart = offset + 1
  }

  private mutating func write(_ byte: UInt8) {
    // One byte more than a record may have shows that it is too long.
    if written - recordStart > maxLineBytes {
      leftOut += 1
      return
    }
    if written + 1 >= output.capacity { output.grow(to: 2 * output.capacity, keeping: written) }
    output.text[written] = byte
    written += 1
  }

  /// Takes the record's last bytes back.
  private mutating func drop(_ count: Int) {
    let unwritten = min(leftOut, count)
    leftOut -= unwritten
    written -= count - unwritten
  }

  private mutating func endRecord() {
    state = .between
    if leftOut > 0 {
      let length = written - recordStart
      let places = anchors.anchors.filter { $0.position >= recordStart }.map {
        RecordAnchors.Anchor(
          position: $0.position - recordStart, lines: $0.lines, origin: $0.origin - recordStart)
      }
      let buffer = TextBuffer(capacity: length)
      buffer.takeOver(recordStart..<written, of: output)
      let line = OverlongLine(isBlank: false, bytes: length + leftOut, buffer: buffer, held: length)
      written = recordStart
      flush()
      worker.readOverlong(line, anchors: RecordAnchors(anchors: places))
      leftOut = 0
      return
    }
    if written + 1 >= output.capacity { output.grow(to: 2 * output.capacity, keeping: written) }
    output.text[written] = Ascii.lineFeed
    written += 1
    if written >= limits.bufferBytes { flush() }
  }

  /// Has what is laid out read, up to a record that is not at its end.
  private mutating func flush() {
    let end = state == .between ? written : recordStart
    if end > 0, worker.read(0..<end, of: output, anchors: anchors) == .stop { course.stop() }
    course.count(offset - counted)
    counted = offset
    let rest = written - end
    if rest > 0 {
      output.takeOver(end..<written, of: output)
      anchors.anchors = anchors.anchors.filter { $0.position >= end }.map {
        RecordAnchors.Anchor(position: $0.position - end, lines: $0.lines, origin: $0.origin - end)
      }
    } else {
      anchors.anchors.removeAll(keepingCapacity: true)
    }
    recordStart -= state == .between ? recordStart : end
    written = rest
  }
}
