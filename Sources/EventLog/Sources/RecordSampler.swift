import FunnelModel

/// Takes the first objects of a log's beginning.
struct RecordSampler {
  private let sample: [UInt8]
  private let framing: LogShape.Framing
  private let isWhole: Bool

  /// A sampler of a log's beginning; the last line of one that is not whole is left out.
  init(_ sample: [UInt8], framing: LogShape.Framing, isWhole: Bool) {
    self.sample = sample.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(sample.dropFirst(3)) : sample
    self.framing = framing
    self.isWhole = isWhole
  }

  /// The first objects that can be read, at most so many.
  func objects(_ count: Int) -> [JSONValue] {
    var objects: [JSONValue] = []
    for text in framing == .lines ? lines(10 * count) : records(count) where objects.count < count {
      guard let value = try? JSONValue(reading: text), case .object = value.content else { continue }
      objects.append(value)
    }
    return objects
  }

  private func lines(_ count: Int) -> [[UInt8]] {
    var lines = sample.split(separator: Ascii.lineFeed, maxSplits: count, omittingEmptySubsequences: false)
    if lines.count > count || !isWhole { lines.removeLast() }
    return lines.map { Array($0) }
  }

  private func records(_ count: Int) -> [[UInt8]] {
    var records: [[UInt8]] = []
    var splitter = BraceSplitter()
    var begin: Int?
    for (position, byte) in sample.enumerated() where records.count < count {
      if begin == nil {
        guard byte == Ascii.openBrace else { continue }
        begin = position
        splitter.reset()
      }
      switch splitter.step(byte) {
      case .goesOn: break
      case .ends:
        records.append(Array(sample[(begin ?? position)...position]))
        begin = nil
      case .broken: begin = nil
      }
    }
    return records
  }
}
