/// A field that every source has, by the name that `source.fields` uses for it.
public enum EventField: String, CaseIterable, Sendable {
  /// The event's name.
  case event
  /// The identity that events are grouped by.
  case user
  /// When it happened.
  case time
  /// The step it is about.
  case step
  /// How long the step took, as reported.
  case duration
  /// Whether the step was skipped.
  case skipped
  /// The arm of the A/B test.
  case variant
  /// The session's id.
  case session
  /// The event's own id.
  case id
  /// The version of the onboarding.
  case version
  /// The device, installation or visitor.
  case anonymous
  /// The kind of system that it ran on.
  case platform
  /// When the client made it, by a clock that nobody corrected.
  case created
  /// When the client sent it, by that clock.
  case sent
  /// When the server received it.
  case received
}

/// Where each field of an event is looked for: paths from the root, the first that holds something usable counts.
public struct FieldPlaces: Hashable, Sendable {
  private var paths: [EventField: [FieldPath]]

  /// The places of funnel's own logging (section 2).
  public static let native: FieldPlaces = {
    func top(_ names: [ByteText]) -> [FieldPath] { names.map { FieldPath(components: [$0]) } }
    func nested(_ name: ByteText) -> [FieldPath] {
      [[name], ["properties", name], ["params", name]].map(FieldPath.init(components:))
    }
    return FieldPlaces(paths: [
      .event: top(["event", "name"]),
      .user: top(["user_id", "anonymous_id", "device_id"]),
      .time: top(["timestamp", "ts", "time"]),
      .step: nested("step_id"),
      .duration: nested("duration_seconds"),
      .skipped: nested("skipped"),
      .variant: nested("variant"),
      .session: top(["session_id"]),
      .id: top(["event_id", "insert_id"]),
      .version: top(["onboarding_version"]),
      .anonymous: top(["anonymous_id"]),
      .platform: top(["platform"]),
    ])
  }()

  /// No places.
  public init() {
    paths = [:]
  }

  private init(paths: [EventField: [FieldPath]]) {
    self.paths = paths
  }

  /// The places of a field in the order they are tried.
  public subscript(field: EventField) -> [FieldPath] {
    get { paths[field] ?? [] }
    set { paths[field] = newValue }
  }
}
