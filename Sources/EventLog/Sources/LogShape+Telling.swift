import FunnelModel

extension LogShape {
  /// How many bytes are looked at, and how many where these hold no whole record.
  static let sampleBytes = 64 << 10
  static let greatestSampleBytes = 4 << 20
  /// How many objects are looked at, and how many where these tell nothing: what an app says as it starts is no event.
  private static let objectsLookedAt = 20
  private static let greatestObjectsLookedAt = 2_000
  /// How many fields a failure names.
  private static let fieldsNamed = 12

  /// What the beginning of a log tells, or nil where more of it is wanted; `isWhole`: there is no more.
  static func tell(
    _ sample: [UInt8], of file: String, isWhole: Bool, plan: ReadingPlan
  ) throws(LogFailure) -> LogShape? {
    // A look at a log that is compressed itself does not come here.
    if let compression = Compression(sample) { throw .packedTwice(file: file, program: compression.program) }
    if sample.dropFirst(257).starts(with: Array("ustar".utf8)) { throw .tarArchive(file: file) }
    var shape = LogShape()
    if plan.format == nil || plan.format == .snowplow, hasColumns(sample) {
      shape.format = .snowplow
      shape.framing = .columns
      shape.isPlain = false
      return shape
    }
    shape.framing = framing(sample)
    let sampler = RecordSampler(sample, framing: shape.framing, isWhole: isWhole)
    let isLast = isWhole || sample.count >= greatestSampleBytes
    var objects = sampler.objects(objectsLookedAt)
    if objects.isEmpty, !isLast { return nil }
    var verdict = SourceVerdict(objects)
    if !objects.isEmpty, verdict.format == nil, !verdict.hasName {
      objects = sampler.objects(greatestObjectsLookedAt)
      verdict = SourceVerdict(objects)
      if verdict.format == nil, !verdict.hasName, !isLast { return nil }
    }
    if let format = plan.format {
      shape.format = format
      shape.isPlain = format == .native && !verdict.isWrapped
    } else if let format = verdict.format {
      shape.format = format
      shape.isPlain = format == .native && !verdict.isWrapped
    } else if !objects.isEmpty, plan.fields[.event] == nil, !verdict.hasName {
      var fields: [String] = []
      for case .object(let members) in objects.map(\.content) {
        for member in members where fields.count < fieldsNamed && !fields.contains(member.key.string) {
          fields.append(member.key.string)
        }
      }
      throw .unknownSource(file: file, fields: fields)
    }
    if shape.framing == .braces || plan.hasChoices { shape.isPlain = false }
    if shape.format == .mixpanel { shape.localSeconds = LocalTimes.seconds(of: objects) }
    shape.isInParts = verdict.isInParts && !shape.isPlain
    return shape
  }

  /// Whether the first line that is not blank has the columns of an enriched event, which newer ones may be added to.
  private static func hasColumns(_ sample: [UInt8]) -> Bool {
    let lines = sample.split(separator: Ascii.lineFeed, maxSplits: 20)
    guard let line = lines.first(where: { !$0.allSatisfy(Ascii.isBlank) }) else { return false }
    let tabs = line.count { $0 == Ascii.tab }
    return (SourceRules.columns.count - 1...SourceRules.columns.count + 20).contains(tabs)
  }

  /// How records are told apart, by the first of them.
  static func framing(_ sample: [UInt8]) -> Framing {
    var splitter = BraceSplitter()
    var position = sample.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func skipBlanks(lineEnds: Bool) {
      while position < sample.count, Ascii.isBlank(sample[position]) || lineEnds && sample[position] == Ascii.lineFeed {
        position += 1
      }
    }
    skipBlanks(lineEnds: true)
    guard position < sample.count else { return .lines }
    switch sample[position] {
    case BraceSplitter.recordSeparator: return .braces
    case Ascii.openBracket:
      position += 1
      skipBlanks(lineEnds: true)
      return position < sample.count && sample[position] == Ascii.openBrace ? .braces : .lines
    case Ascii.openBrace: break
    default: return .lines
    }
    while position < sample.count {
      let step = splitter.step(sample[position])
      position += 1
      switch step {
      case .goesOn: break
      case .ends:
        if splitter.passedBreaks > 0 { return .braces }
        skipBlanks(lineEnds: false)
        guard position < sample.count else { return .lines }
        return sample[position] == Ascii.openBrace || sample[position] == Ascii.comma ? .braces : .lines
      case .broken: return .lines
      }
    }
    // A line that was cut off behind a colon goes on with the next object; a whole one goes on more than once.
    return splitter.passedBreaks > 1 ? .braces : .lines
  }
}

extension ReadingPlan {
  /// Whether a path chooses elements of an array, which the reader of plain lines does not know.
  var hasChoices: Bool {
    EventField.allCases.contains { places[$0].contains(where: \.hasChoice) }
      || fields.values.contains { $0.contains(where: \.hasChoice) }
      || values.contains { if case .path(let path) = $0 { path.hasChoice } else { false } }
  }
}
