import FunnelModel

/// Lays lines of columns out as records, so that they are checked and read as any other.
///
/// A line of Snowplow's enriched events has 131 columns with a tab between each two and no header; a column that holds an
/// object holds it as JSON. What has too few columns is left as it is, and then is no record. Every line stays one line.
final class ColumnLayout {
  /// A line with fewer columns is none of an enriched event: it cannot even say when it was received.
  static let fewest = 12

  private var output = TextBuffer(capacity: 128 << 10)
  private var written = 0
  private var anchors = RecordAnchors()

  /// The records of a region of whole lines, which are good until the next; `lines` of the part stand before it.
  func layOut(
    _ region: Range<Int>, of buffer: TextBuffer, lines: Int
  ) -> (region: Range<Int>, buffer: TextBuffer, anchors: RecordAnchors) {
    written = 0
    anchors.anchors.removeAll(keepingCapacity: true)
    var lines = lines
    var start = region.lowerBound
    while start < region.upperBound {
      let end = buffer.firstLineEnd(in: start..<region.upperBound) ?? region.upperBound
      // A byte has six of an escape at most; all names together are some 2,000 bytes.
      let needed = written + 6 * (end - start) + 8_192
      if needed > output.capacity { output.grow(to: 2 * needed, keeping: written) }
      line(start..<end, of: buffer.text, lines: lines)
      write(Ascii.lineFeed)
      lines += 1
      start = end + 1
    }
    return (0..<written, output, anchors)
  }

  private func line(_ line: Range<Int>, of text: BytePointer, lines: Int) {
    var bounds = [line.lowerBound]
    for position in line where text[position] == Ascii.tab { bounds.append(position + 1) }
    let isBlank = line.allSatisfy { Ascii.isBlank(text[$0]) }
    let isRecord = bounds.count >= ColumnLayout.fewest && !isBlank
    if isRecord { write(Ascii.openBrace) }
    anchor(line.lowerBound, in: line, lines: lines)
    guard isRecord else {
      for position in line { write(text[position]) }
      return
    }
    var end = line.upperBound
    if text[end - 1] == Ascii.carriageReturn, end > line.lowerBound { end -= 1 }
    bounds.append(end + 1)
    var isFirst = true
    for (place, name) in SourceRules.columns.enumerated() where place + 1 < bounds.count {
      let column = bounds[place]..<bounds[place + 1] - 1
      if column.isEmpty { continue }
      if !isFirst { write(Ascii.comma) }
      isFirst = false
      write(Ascii.quote)
      for byte in name.utf8 { write(byte) }
      write(Ascii.quote)
      write(Ascii.colon)
      value(column, isObject: text[column.lowerBound] == Ascii.openBrace && name.hasSuffixOfObject, of: text) {
        position in
        anchor(position, in: line, lines: lines)
      }
    }
    write(Ascii.closeBrace)
  }

  /// Writes a column; what is written from a position on stands in the log as it is, where `mark` says so.
  private func value(_ column: Range<Int>, isObject: Bool, of text: BytePointer, mark: (Int) -> Void) {
    if !isObject { write(Ascii.quote) }
    mark(column.lowerBound)
    for position in column {
      let byte = text[position]
      if isObject {
        write(byte)
      } else if byte == Ascii.quote || byte == Ascii.backslash {
        write(Ascii.backslash)
        mark(position)
        write(byte)
      } else if byte < Ascii.space {
        for escape in "\\u00".utf8 { write(escape) }
        write(HexDigits.lower(byte >> 4))
        write(HexDigits.lower(byte & 0xF))
        mark(position + 1)
      } else {
        write(byte)
      }
    }
    if !isObject { write(Ascii.quote) }
  }

  private func anchor(_ position: Int, in line: Range<Int>, lines: Int) {
    anchors.anchors.append(
      RecordAnchors.Anchor(position: written, lines: lines, origin: written - (position - line.lowerBound)))
  }

  private func write(_ byte: UInt8) {
    output.text[written] = byte
    written += 1
  }
}

extension String {
  /// Whether it is the name of a column that holds an object.
  fileprivate var hasSuffixOfObject: Bool { self == "unstruct_event" || hasSuffix("contexts") }
}
