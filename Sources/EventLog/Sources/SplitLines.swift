/// The parts of lines that a container's runtime has split, until the rest of them comes.
///
/// Docker writes what is longer than 16 KiB as several records, of which only the last ends in a line feed; containerd marks
/// all but the last with `P`. The parts of a container's stream follow one another, those of others may stand between.
struct SplitLines {
  /// A line so far.
  struct Part {
    var text: [UInt8]
    /// Where its last part stands, should the rest never come.
    var place: RecordPlace
  }

  private var parts: [(stream: [UInt8], part: Part)] = []

  /// Takes out what a stream holds so far.
  mutating func take(_ stream: [UInt8]) -> Part? {
    guard let place = parts.firstIndex(where: { $0.stream == stream }) else { return nil }
    return parts.remove(at: place).part
  }

  /// Keeps what a stream holds so far.
  mutating func keep(_ part: Part, of stream: [UInt8]) {
    parts.append((stream, part))
  }

  /// Takes out all that is left, in the order in which it was kept.
  mutating func takeAll() -> [Part] {
    defer { parts.removeAll() }
    return parts.map(\.part)
  }

  /// Whether an object that begins in a text does not end in it.
  static func isUnfinished(_ text: [UInt8]) -> Bool {
    guard let begin = text.firstIndex(where: { !Ascii.isBlank($0) }), text[begin] == Ascii.openBrace else {
      return false
    }
    var splitter = BraceSplitter()
    for byte in text[begin...] {
      switch splitter.step(byte) {
      case .goesOn: continue
      case .ends, .broken: return false
      }
    }
    return true
  }
}

/// Where a record stands, kept beyond it.
struct RecordPlace {
  var part: LogPart
  var lines: Int
  /// In bytes, from 0.
  var column: Int
  /// The record itself.
  var text: [UInt8]
}
