import FunnelModel

/// Lays a log's records out one a line, each found by its own braces, and has a worker read them.
///
/// Between records stand blanks, line ends, record separators, and the commas and brackets of arrays. What else stands there
/// is a record of its own up to the line's end, and rejected. A record that does not go on behind a line end ends there, so
/// that one that was cut off takes no other with it.
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
    case object
    /// Something that is no object.
    case other
  }
  private var state = State.between
  /// Where the record begins in the output.
  private var recordStart = 0
  /// How many bytes of the record were left out, since it is too long.
  private var leftOut = 0
  /// Where the last line end within the record was written.
  private var lastBreak: Int?
  private var isInArray = false
  /// Lines of the log so far, and where this one begins.
  private var lines = 0
  private var lineStart = 0
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
    input = TextBuffer(capacity: max(limits.bufferBytes, 16))
    output = TextBuffer(capacity: max(limits.bufferBytes, 16))
  }

  /// Cuts the whole log.
  mutating func cut() throws(LogFailure) {
    var isFirst = true
    while !course.isStopped {
      let count = try source.read(into: input, at: 0, count: input.capacity, offset: offset)
      if count == 0 { break }
      var place = 0
      if isFirst, count >= 3, input.text[0] == 0xEF, input.text[1] == 0xBB, input.text[2] == 0xBF {
        place = 3
        offset = 3
        lineStart = 3
      }
      isFirst = false
      while place < count {
        take(input.text[place])
        place += 1
        offset += 1
      }
      if written >= limits.bufferBytes / 2 { flush() }
    }
    if state != .between { endRecord() }
    flush()
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .between: takeBetween(byte)
    case .object: takeWithin(byte)
    case .other:
      let endsElement = isInArray && (byte == Ascii.comma || byte == Ascii.closeBracket)
      if byte == Ascii.lineFeed || byte == BraceSplitter.recordSeparator || endsElement {
        endRecord()
        takeBetween(byte)
      } else {
        write(byte)
      }
    }
  }

  private mutating func takeBetween(_ byte: UInt8) {
    switch byte {
    case Ascii.lineFeed: passLineEnd()
    case Ascii.space, Ascii.tab, Ascii.carriageReturn, BraceSplitter.recordSeparator: break
    case Ascii.openBracket where !isInArray: isInArray = true
    case Ascii.comma where isInArray: break
    case Ascii.closeBracket where isInArray: isInArray = false
    case Ascii.openBrace:
      beginRecord(.object)
      takeWithin(byte)
    default:
      beginRecord(.other)
      write(byte)
    }
  }

  private mutating func takeWithin(_ byte: UInt8) {
    switch splitter.step(byte) {
    case .goesOn:
      if byte == Ascii.lineFeed {
        lastBreak = written
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
    case .broken:
      // What was cut off at a line end ends there.
      if !splitter.endsInString, leftOut == 0, let lastBreak { written = lastBreak }
      endRecord()
      takeBetween(byte)
    }
  }

  private mutating func beginRecord(_ kind: State) {
    state = kind
    recordStart = written
    leftOut = 0
    lastBreak = nil
    splitter.reset()
    anchors.anchors.append(
      RecordAnchors.Anchor(position: written, lines: lines, origin: written - (offset - lineStart)))
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
      lastBreak = lastBreak.map { $0 - end }
    } else {
      anchors.anchors.removeAll(keepingCapacity: true)
    }
    recordStart -= state == .between ? recordStart : end
    written = rest
  }
}
