/// What a rejected line holds, with a caret under the place that is wrong.
struct RejectedLine {
  /// The columns of a terminal that are used.
  private static let width = 100
  /// How many of them are kept for what follows the place.
  private static let trail = 30

  private let bytes: [UInt8]
  private let offset: Int

  /// A line and the column of what is wrong in it, in bytes from 1; the line may be cut short.
  init(_ bytes: [UInt8], column: Int) {
    self.bytes = bytes
    offset = max(0, column - 1)
  }

  /// Two lines: the text around the place, harmless to a terminal, and the caret; one where the place was cut off.
  var shown: String {
    let isFarIn = offset <= bytes.count && offset > Self.width - Self.trail
    let start = isFarIn ? characterStart(offset - Self.width + Self.trail) : 0
    let place = min(offset, bytes.count)
    let before = (start > 0 ? "..." : "") + ShownText.escaped(bytes: Array(bytes[start..<place]))
    let column = before.unicodeScalars.count
    var line = before + ShownText.escaped(bytes: Array(bytes[place...].prefix(4 * Self.width)))
    let limit = max(Self.width, column + Self.trail)
    if line.unicodeScalars.count > limit {
      line = String(String.UnicodeScalarView(line.unicodeScalars.prefix(limit))) + "..."
    }
    let caret = String(repeating: " ", count: column) + "^"
    return "  \(line)\n" + (offset <= bytes.count ? "  \(caret)\n" : "")
  }

  /// The offset, or the beginning of the character that it lies in.
  private func characterStart(_ offset: Int) -> Int {
    var start = offset
    while start > 0, offset - start < 3, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}
