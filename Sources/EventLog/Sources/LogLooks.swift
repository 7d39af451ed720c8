import FunnelModel

/// What a look at each log's first bytes tells of how it is to be read.
struct LogLooks: Sendable {
  /// How a log's bytes are had.
  enum Way: Sendable {
    /// By several workers at any offset.
    case spans
    /// From its beginning to its end.
    case wholes
  }

  /// How each log is to be read, so far as it is told yet.
  private(set) var shapes: [LogShape] = []
  /// How each log is compressed.
  private(set) var compressions: [Compression?] = []
  /// Whether a log's shape is told only while it is read, since its bytes can be had only once.
  private(set) var isOpen: [Bool] = []
  private var ways: [Way] = []

  /// Looks at some logs.
  init(_ logs: [OpenLog], plan: ReadingPlan, limits: ReadingLimits) throws(LogFailure) {
    for log in logs {
      var shape = LogShape()
      shape.format = plan.format ?? .native
      shape.isPlain = shape.format == .native && !plan.hasChoices
      var compression: Compression?
      var isOpen = plan.looksFirst
      if plan.looksFirst, case .file(let begin, let end) = log.kind {
        let source = FileSource(descriptor: log.descriptor, name: log.name)
        var wanted = LogShape.sampleBytes
        isOpen = false
        while true {
          let count = min(wanted, end - begin)
          let buffer = TextBuffer(capacity: count)
          let held = try source.read(into: buffer, at: 0, count: count, offset: begin)
          let sample = buffer.bytes(0..<held)
          compression = Compression(sample)
          if compression != nil {
            isOpen = true
            break
          }
          let isWhole = held < count || count == end - begin
          if let told = try LogShape.tell(sample, of: log.name, isWhole: isWhole, plan: plan) {
            shape = told
            break
          }
          wanted = LogShape.moreBytes(than: wanted, plan: plan)
        }
      }
      shapes.append(shape)
      compressions.append(compression)
      self.isOpen.append(isOpen)
      let isFile = if case .file = log.kind { true } else { false }
      ways.append(isFile && compression == nil && shape.framing != .braces && !shape.isInParts ? .spans : .wholes)
    }
  }

  /// How a log's bytes are had.
  func way(of place: Int) -> Way { ways[place] }

  /// The logs from one on that are read in the same way; streams stand alone.
  func run(from place: Int) -> Range<Int> {
    var end = place + 1
    while end < ways.count, ways[end] == ways[place] { end += 1 }
    return place..<end
  }
}
