/// Where records stand in their log that were laid out one a line in a buffer.
struct RecordAnchors: Sendable {
  /// A stretch of a buffer that stands in the log as it is.
  struct Anchor: Sendable {
    /// Where the stretch begins in the buffer.
    var position: Int
    /// How many lines of the log lie before its line.
    var lines: Int
    /// Where its line would begin in the buffer; negative where that lies before it.
    var origin: Int
  }

  /// In the order of positions.
  var anchors: [Anchor] = []

  /// The line of a place in the buffer, and where that line would begin.
  func place(of position: Int) -> (lines: Int, origin: Int)? {
    var low = 0
    var high = anchors.count
    while low < high {
      let middle = (low + high) / 2
      if anchors[middle].position <= position { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    return (anchors[low - 1].lines, anchors[low - 1].origin)
  }
}
