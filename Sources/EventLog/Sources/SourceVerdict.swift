import FunnelModel

/// What a log's first objects say of whose events they are.
struct SourceVerdict {
  /// How many elements are looked at of a record that holds several events.
  private static let elementsLookedAt = 100

  /// How many objects were looked at.
  private(set) var objects = 0
  /// Whether an event lies within another record.
  private(set) var isWrapped = false
  /// Whether an object is a container's line, which its runtime may have split.
  private(set) var isInParts = false
  /// Whether an object is a row of Elasticsearch's bulk interface.
  private(set) var isBulk = false
  /// Whether an object has a text that could be an event's name.
  private(set) var hasName = false
  private var votes: [(format: SourceFormat, count: Int)] = []
  /// What containers' streams hold of lines that are told in parts.
  private var parts: [[ByteText]: [UInt8]] = [:]

  /// The source that most objects speak for; of equals the one that spoke first.
  var format: SourceFormat? {
    let most = votes.map(\.count).max()
    return votes.first { $0.count == most }?.format
  }

  /// Whether anything spoke for a source.
  var tells: Bool { hasName || !votes.isEmpty }

  /// Looks at the next object.
  mutating func take(_ object: JSONValue) {
    objects += 1
    if BulkAction.isOne(object) {
      isBulk = true
      return
    }
    hasName = hasName || ["event", "name"].contains { Self.isName($0, object) }
    if Self.holds(SourceRules.splitText, object) {
      isInParts = isInParts || (SourceRules.splitTags + ["stream"]).contains { Self.holds($0, object) }
    }
    if let line = join(object) {
      guard let whole = try? JSONValue(reading: line), let (format, _) = Self.source(of: whole, depth: 1) else {
        return
      }
      isWrapped = true
      vote(format)
    } else if let (format, isWrapped) = Self.source(of: object, depth: 0) {
      self.isWrapped = self.isWrapped || isWrapped
      vote(format)
    }
  }

  private mutating func vote(_ format: SourceFormat) {
    if let place = votes.firstIndex(where: { $0.format == format }) {
      votes[place].count += 1
    } else {
      votes.append((format, 1))
    }
  }

  /// The whole line where an object is the last part of one, nothing yet where it is another part; nil where it is none.
  private mutating func join(_ object: JSONValue) -> [UInt8]? {
    guard case .string(let text)? = Self.value(SourceRules.splitText, object)?.content else { return nil }
    let tag = SourceRules.splitTags.lazy.compactMap { Self.text($0, object) }.first
    let isPart = tag.map { $0 == "P" } ?? (Self.text("stream", object) != nil && text.bytes.last != Ascii.lineFeed)
    let stream = SourceRules.splitStreams.map { Self.text($0, object) ?? "" }
    let before = parts.removeValue(forKey: stream)
    if before == nil, !isPart { return nil }
    let line = (before ?? []) + text.bytes
    var begun = SplitLines.Part(place: RecordPlace(part: LogPart(log: 0, part: 0), lines: 0, column: 0, text: []))
    if isPart, begun.add(line) == .goesOn {
      parts[stream] = line
      return []
    }
    return before == nil ? nil : line
  }

  private static func source(of object: JSONValue, depth: Int) -> (SourceFormat, isWrapped: Bool)? {
    for rules in SourceRules.table where rules.evidence.contains(where: { holds($0, object) }) {
      return (rules.format, depth > 0)
    }
    guard depth < RecordReader.deepest else { return nil }
    for path in SourceRules.openings {
      guard let value = value(path, object) else { continue }
      var inner: [JSONValue] = []
      switch value.content {
      case .string(let text):
        if opensObject(text) {
          if let object = try? JSONValue(reading: text.bytes) { inner = [object] }
        } else if let decoded = Base64Text.object(text.bytes), let object = try? JSONValue(reading: decoded) {
          inner = [object]
        }
      case .object: inner = [value]
      case .array(let elements): inner = Array(elements.prefix(elementsLookedAt))
      default: break
      }
      for object in inner {
        if case .object = object.content, let found = source(of: object, depth: depth + 1) { return (found.0, true) }
      }
    }
    return nil
  }

  private static func holds(_ evidence: SourceRules.Evidence, _ object: JSONValue) -> Bool {
    guard evidence.all.allSatisfy({ holds($0, object) }), !evidence.none.contains(where: { holds($0, object) }),
      evidence.any.isEmpty || evidence.any.contains(where: { holds($0, object) }),
      evidence.names.allSatisfy({ isName($0, object) })
    else { return false }
    guard let condition = evidence.condition else { return true }
    guard case .string(let text) = value(condition.path, object)?.content else { return false }
    return condition.values.contains { ByteText($0) == text }
  }

  /// Whether anything but null stands at a path.
  private static func holds(_ path: String, _ object: JSONValue) -> Bool {
    guard let value = value(path, object) else { return false }
    return value.content != .null
  }

  private static func value(_ path: String, _ object: JSONValue) -> JSONValue? {
    path.split(separator: ".").reduce(Optional(object)) { value, key in value.flatMap { $0[ByteText(key)] } }
  }

  /// Whether a text stands at a path that can be an event's name: what opens an object holds an event.
  private static func isName(_ path: String, _ object: JSONValue) -> Bool {
    guard let text = text(path, object) else { return false }
    return !text.isEmpty && !opensObject(text)
  }

  private static func text(_ path: String, _ object: JSONValue) -> ByteText? {
    switch value(path, object)?.content {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  private static func opensObject(_ text: ByteText) -> Bool {
    text.bytes.first { !Ascii.isBlank($0) } == Ascii.openBrace
  }
}
