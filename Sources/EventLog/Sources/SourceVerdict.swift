import FunnelModel

/// What a log's first objects say of whose events they are.
struct SourceVerdict {
  /// The source that most objects speak for; of equals the one that spoke first.
  private(set) var format: SourceFormat?
  /// Whether an event lies within another record.
  private(set) var isWrapped = false
  /// Whether an object is a container's line, which its runtime may have split.
  private(set) var isInParts = false
  /// Whether an object has anything that could be an event's name.
  private(set) var hasName = false

  /// The verdict on some objects.
  init(_ objects: [JSONValue]) {
    var votes: [(format: SourceFormat, count: Int)] = []
    for object in objects {
      hasName = hasName || Self.holds("event", object) || Self.holds("name", object)
      if Self.holds(SourceRules.splitText, object) {
        isInParts = isInParts || (SourceRules.splitTags + ["stream"]).contains { Self.holds($0, object) }
      }
      guard let (format, isWrapped) = Self.source(of: object, depth: 0) else { continue }
      self.isWrapped = self.isWrapped || isWrapped
      if let place = votes.firstIndex(where: { $0.format == format }) {
        votes[place].count += 1
      } else {
        votes.append((format, 1))
      }
    }
    let most = votes.map(\.count).max()
    format = votes.first { $0.count == most }?.format
  }

  private static func source(of object: JSONValue, depth: Int) -> (SourceFormat, isWrapped: Bool)? {
    for rules in SourceRules.table where rules.evidence.contains(where: { holds($0, object) }) {
      return (rules.format, depth > 0)
    }
    guard depth < RecordReader.deepest else { return nil }
    for path in SourceRules.openings {
      guard let value = value(path, object) else { continue }
      var inner: JSONValue?
      switch value.content {
      case .string(let text):
        if text.bytes.first(where: { !Ascii.isBlank($0) }) == Ascii.openBrace {
          inner = try? JSONValue(reading: text.bytes)
        } else if let decoded = Base64Text.object(text.bytes) {
          inner = try? JSONValue(reading: decoded)
        }
      case .object: inner = value
      case .array(let elements): inner = elements.first
      default: break
      }
      if let inner, case .object = inner.content, let found = source(of: inner, depth: depth + 1) {
        return (found.0, true)
      }
    }
    return nil
  }

  private static func holds(_ evidence: SourceRules.Evidence, _ object: JSONValue) -> Bool {
    guard evidence.all.allSatisfy({ holds($0, object) }), !evidence.none.contains(where: { holds($0, object) }),
      evidence.any.isEmpty || evidence.any.contains(where: { holds($0, object) })
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
}
