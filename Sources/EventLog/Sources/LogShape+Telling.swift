import FunnelModel

extension LogShape {
  /// How many bytes are looked at, and how many where these tell nothing: what an app says as it starts is no event.
  static let sampleBytes = 64 << 10
  static let greatestSampleBytes = 4 << 20
  /// How many objects are looked at from the first on that tells anything.
  private static let objectsLookedAt = 20
  /// How many fields a failure names.
  private static let fieldsNamed = 12

  /// How many bytes are looked at where so many told nothing: up to what a line may have, if no object was whole so far.
  static func moreBytes(than count: Int, plan: ReadingPlan) -> Int {
    let longest = ReadingLimits().maxLineBytes(of: plan) + sampleBytes
    return count < greatestSampleBytes ? 4 * count : max(longest, count)
  }

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
    var sampler = RecordSampler(sample, framing: shape.framing, isWhole: isWhole)
    var verdict = SourceVerdict()
    var objects: [JSONValue] = []
    // A name of an event's own place tells enough where a person said it.
    var toldAt = plan.fields[.event] == nil ? Int.max : 0
    while verdict.objects < objectsLookedAt || verdict.objects - toldAt < objectsLookedAt - 1,
      let object = sampler.next()
    {
      verdict.take(object)
      if verdict.tells, toldAt == .max { toldAt = verdict.objects }
      if toldAt < .max || objects.count < objectsLookedAt { objects.append(object) }
    }
    let isLast =
      isWhole
      || sample.count >= (objects.isEmpty ? moreBytes(than: greatestSampleBytes, plan: plan) : greatestSampleBytes)
    if objects.isEmpty || toldAt == .max, !isLast { return nil }
    if plan.format == nil, objects.isEmpty {
      guard isWhole else { throw .noObject(file: file, bytes: sample.count) }
      shape.isTold = false
    } else if plan.format == nil, toldAt == .max {
      throw .unknownSource(file: file, fields: fields(of: objects))
    }
    shape.format = plan.format ?? verdict.format ?? .native
    shape.isWrapped = verdict.isWrapped
    shape.isBulk = verdict.isBulk
    shape.isPlain =
      shape.format == .native && shape.framing == .lines && !shape.isWrapped && !shape.isBulk && !plan.hasChoices
    if shape.format == .mixpanel { shape.localSeconds = LocalTimes.seconds(of: objects) }
    shape.isInParts = verdict.isInParts && !shape.isPlain
    return shape
  }

  /// The first fields that some objects have.
  private static func fields(of objects: [JSONValue]) -> [String] {
    var fields: [String] = []
    for case .object(let members) in objects.map(\.content) {
      for member in members where fields.count < fieldsNamed && !fields.contains(member.key.string) {
        fields.append(member.key.string)
      }
    }
    return fields
  }

  /// Whether the first line that is not blank has the columns of an enriched event, which newer ones may be added to.
  private static func hasColumns(_ sample: [UInt8]) -> Bool {
    let lines = sample.split(separator: Ascii.lineFeed, maxSplits: 20)
    guard let line = lines.first(where: { !$0.allSatisfy(Ascii.isBlank) }) else { return false }
    let tabs = line.count { $0 == Ascii.tab }
    return (SourceRules.columns.count - 1...SourceRules.columns.count + 20).contains(tabs)
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
