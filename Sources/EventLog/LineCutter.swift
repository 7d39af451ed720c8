import FunnelModel

/// Where a log's bytes come from.
protocol ByteSource {
  /// Reads up to so many bytes at an offset of the log into a buffer, and returns how many; 0 at the log's end.
  mutating func read(into buffer: TextBuffer, at place: Int, count: Int, offset: Int) throws(LogFailure) -> Int
}

/// What takes the lines that a cutter cuts.
protocol LineTarget {
  /// Takes a region of whole lines; `bytes` of it are the log's own.
  ///
  /// Returns the buffer to go on with, at whose beginning the `rest` now stands, or nil to stop.
  mutating func take(_ region: Range<Int>, bytes: Int, of buffer: TextBuffer, rest: Range<Int>) -> TextBuffer?
  /// Takes a line that is longer than a line may be.
  mutating func take(_ line: OverlongLine) -> ReadingCourse
  /// Whether the cutter is to wait until it is asked to go on.
  var pauses: Bool { get }
}

extension LineTarget {
  var pauses: Bool { false }
}

/// A line that was not held as a whole.
struct OverlongLine {
  /// Whether it has spaces, tabs and CRs alone, and so is only blank.
  var isBlank: Bool
  /// All its bytes in the log, its line end included.
  var bytes: Int
  /// Holds its beginning.
  var buffer: TextBuffer
  /// How much of it the buffer holds.
  var held: Int
}

/// Cuts a log, or a span of one, into regions of whole lines.
///
/// The log's last line needs no line end; a CR that the log ends with is none, and so one of its bytes. A line belongs to
/// the span that it begins in, at the log's beginning or behind a line feed, and is followed beyond the span's end; so spans
/// need not know of each other. A line without an end in sight is looked through once: by its own span, and by the others as
/// far as each reaches.
struct LineCutter<Source: ByteSource, Target: LineTarget> {
  private var source: Source
  var target: Target
  private let maxLineBytes: Int
  private var limit: Int
  private var buffer: TextBuffer
  /// The offset in the log of the buffer's first byte.
  private var bufferOffset: Int
  /// How many bytes the buffer holds.
  private var filled = 0
  /// How many of these are known to hold no line end.
  private var searched = 0
  /// Whether the target had it wait, and `cut` goes on.
  private(set) var isPaused = false

  /// A cutter of the lines that begin at `begin` or later and before `limit`.
  init(source: Source, target: Target, buffer: TextBuffer, begin: Int, limit: Int, maxLineBytes: Int) {
    self.source = source
    self.target = target
    self.buffer = buffer
    bufferOffset = begin
    self.limit = limit
    self.maxLineBytes = maxLineBytes
  }

  /// Cuts a log from its beginning, a byte order mark left out.
  mutating func cutFromBeginning() throws(LogFailure) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var isEnded = false
    while filled < mark.count, !isEnded { isEnded = try !fill() }
    if filled >= mark.count, mark.indices.allSatisfy({ buffer.text[$0] == mark[$0] }) {
      guard let same = target.take(0..<0, bytes: mark.count, of: buffer, rest: mark.count..<filled) else { return }
      moveOn(to: same, by: mark.count)
      // The first line is the first span's, however short that is.
      limit = max(limit, bufferOffset + 1)
    }
    try cut()
  }

  /// Cuts a span that does not begin with the log, from the first line that begins in it.
  mutating func cutFromWithin() throws(LogFailure) {
    bufferOffset -= 1
    while bufferOffset < limit {
      guard try fill() else { return }
      if let lineEnd = buffer.firstLineEnd(in: 0..<filled) {
        guard bufferOffset + lineEnd + 1 < limit else { return }
        buffer.takeOver(lineEnd + 1..<filled, of: buffer)
        moveOn(to: buffer, by: lineEnd + 1)
        return try cut()
      }
      bufferOffset += filled
      filled = 0
    }
  }

  /// Cuts on, to the end or to where the target has it wait.
  mutating func cut() throws(LogFailure) {
    isPaused = false
    while true {
      if target.pauses {
        isPaused = true
        return
      }
      // Lines that begin before this place are the span's.
      let bound = limit - bufferOffset
      if filled >= bound, let lineEnd = buffer.firstLineEnd(in: max(searched, bound - 1)..<max(filled, bound - 1)) {
        _ = target.take(0..<lineEnd + 1, bytes: lineEnd + 1, of: buffer, rest: 0..<0)
        return
      }
      if let lineEnd = buffer.lastLineEnd(in: searched..<max(searched, min(filled, bound - 1))) {
        let region = 0..<lineEnd + 1
        guard let next = target.take(region, bytes: region.count, of: buffer, rest: region.upperBound..<filled) else {
          return
        }
        moveOn(to: next, by: region.count)
        continue
      }
      searched = filled
      if filled == buffer.capacity, filled > maxLineBytes + 1 {
        guard try passOverlong(), bufferOffset < limit else { return }
      } else if try !fill() {
        if filled > 0 {
          // Behind a CR that is no line end stands a whole one, of which this CR is no part.
          let isAfterReturn = buffer.text[filled - 1] == Ascii.carriageReturn
          let lineEnd = isAfterReturn ? filled + 1 : filled
          buffer.text[filled] = Ascii.carriageReturn
          buffer.text[lineEnd] = Ascii.lineFeed
          _ = target.take(0..<lineEnd + 1, bytes: filled, of: buffer, rest: 0..<0)
        }
        return
      }
    }
  }

  /// Goes on in a buffer at whose beginning the bytes behind the first so many stand.
  private mutating func moveOn(to next: TextBuffer, by count: Int) {
    buffer = next
    bufferOffset += count
    filled -= count
    searched = 0
  }

  /// Reads more into the buffer, which grows if it is full; returns whether there was more.
  private mutating func fill() throws(LogFailure) -> Bool {
    if filled == buffer.capacity {
      // One byte more than a line and its CR may have shows that it is too long.
      buffer.grow(to: max(min(2 * filled, maxLineBytes + 2), filled + 1, 16), keeping: filled)
    }
    let room = buffer.capacity - filled
    let left = limit - bufferOffset - filled
    // Behind the span's end only the rest of its last line is wanted.
    let wanted = left > 0 ? left < room ? left + 1_024 : room : max(4_096, filled)
    let count = try source.read(into: buffer, at: filled, count: min(room, wanted), offset: bufferOffset + filled)
    filled += count
    return count > 0
  }

  /// Passes over a line of which the full buffer holds the beginning; returns whether there is more to read.
  private mutating func passOverlong() throws(LogFailure) -> Bool {
    var line = OverlongLine(isBlank: buffer.isBlank(0..<filled), bytes: filled, buffer: buffer, held: filled)
    buffer = TextBuffer(capacity: min(buffer.capacity, ReadingLimits.passingBytes))
    bufferOffset += filled
    filled = 0
    while try fill() {
      let lineEnd = buffer.firstLineEnd(in: 0..<filled)
      let end = lineEnd ?? filled
      if line.isBlank { line.isBlank = buffer.isBlank(0..<end) }
      if let lineEnd {
        line.bytes += lineEnd + 1
        guard target.take(line) == .goOn else { return false }
        buffer.takeOver(lineEnd + 1..<filled, of: buffer)
        moveOn(to: buffer, by: lineEnd + 1)
        return true
      }
      line.bytes += filled
      bufferOffset += filled
      filled = 0
    }
    _ = target.take(line)
    return false
  }
}
