import FunnelModel

/// Takes the objects of a log's beginning, one after the other.
struct RecordSampler {
  private let sample: [UInt8]
  private let framing: LogShape.Framing
  private let isWhole: Bool
  private var position = 0
  private var splitter = BraceSplitter()

  /// A sampler of a log's beginning; the last line of one that is not whole is left out.
  init(_ sample: [UInt8], framing: LogShape.Framing, isWhole: Bool) {
    self.sample = sample
    self.framing = framing
    self.isWhole = isWhole
    if sample.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next object that can be read.
  mutating func next() -> JSONValue? {
    while let text = framing == .braces ? nextRecord() : nextLine() {
      if let value = try? JSONValue(reading: text), case .object = value.content { return value }
    }
    return nil
  }

  /// The next line that begins as an object does.
  private mutating func nextLine() -> [UInt8]? {
    while position < sample.count {
      let begin = position
      let end = sample[begin...].firstIndex(of: Ascii.lineFeed) ?? sample.count
      if end == sample.count, !isWhole { return nil }
      position = end + 1
      if sample[begin..<end].first(where: { !Ascii.isBlank($0) }) == Ascii.openBrace {
        return Array(sample[begin..<end])
      }
    }
    return nil
  }

  /// The next object by its braces.
  private mutating func nextRecord() -> [UInt8]? {
    while let begin = sample[min(position, sample.count)...].firstIndex(of: Ascii.openBrace) {
      splitter.reset()
      position = begin
      var step = BraceSplitter.Step.goesOn
      while position < sample.count {
        step = splitter.step(sample[position])
        if step != .goesOn { break }
        position += 1
      }
      switch step {
      case .ends:
        position += 1
        return Array(sample[begin..<position])
      case .endsBeforeQuote(let opening): position -= opening + 1
      // What is cut short by the sample's end tells nothing.
      case .goesOn: return nil
      case .endsBefore, .endsAtBreak: break
      }
    }
    return nil
  }
}
