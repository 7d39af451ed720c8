public import FunnelModel

/// An event as section 2 reads it from its line: each field once, absent where the log has none.
public struct PlainEvent: Hashable, Sendable {
  /// Microseconds since 1970 UTC.
  public var time: Int64
  /// The identity that events are grouped by.
  public var user: ByteText
  /// The device that it also names; the same as `user` where it is under that alone.
  public var anonymous: ByteText?
  /// Whether `user` is a device, since no known user stands on it.
  public var isAnonymous = false
  /// The event's name.
  public var name: ByteText
  /// The step it is about.
  public var step: ByteText?
  /// The arm of the A/B test.
  public var variant: ByteText?
  /// The session's id.
  public var session: ByteText?
  /// The event's own id.
  public var id: ByteText?
  /// The reported duration in microseconds.
  public var duration: Int64?
  /// Whether `skipped` is true.
  public var isSkipped = false
  /// What stands at the fields that the plan asks for; a field that is missing here has no value.
  public var values: [FieldReference: MatchValue] = [:]

  /// An event with nothing but what every event has.
  public init(time: Int64, user: ByteText, name: ByteText) {
    self.time = time
    self.user = user
    self.name = name
  }

  /// A field's text (section 7): "the string, the number's own text, `true` or `false`; an empty string is none".
  public func text(of field: FieldReference) -> ByteText? {
    if field == .variant { return variant }
    switch values[field] {
    case .text(let text): return text.isEmpty ? nil : text
    case .truth(let truth): return truth ? "true" : "false"
    case nil: return nil
    }
  }

  /// Whether the event fits a match (section 8): its name is one of the match's, and "all paths must hold".
  public func fits(_ match: EventMatch) -> Bool {
    match.events.contains(name)
      && match.conditions.allSatisfy { condition in
        values[.path(condition.path)].map { condition.values.contains($0) } ?? false
      }
  }
}
