/// Whose events a log holds.
public enum SourceFormat: String, CaseIterable, Sendable {
  /// funnel's own logging (section 2).
  case native
  /// Firebase and GA4: the BigQuery export.
  case firebase
  /// Mixpanel: raw export and pipelines.
  case mixpanel
  /// Amplitude: export.
  case amplitude
  /// Segment, RudderStack and Jitsu.
  case segment
  /// PostHog: batch export.
  case posthog
  /// Snowplow: enriched events as JSON.
  case snowplow
  /// Countly: drill events.
  case countly
  /// Amazon Pinpoint: app events.
  case pinpoint
  /// OpenTelemetry: log records in OTLP's JSON.
  case otlp
  /// CloudEvents 1.0 in JSON.
  case cloudevents
  /// Matomo: visits with their actions.
  case matomo
}

/// What a definition says of the log.
public struct SourceSettings: Hashable, Sendable {
  /// Whose events it holds; nil where nothing is said.
  public var format: SourceFormat?
  /// Paths that replace all places of a field.
  public var fields: [EventField: [FieldPath]] = [:]

  /// Nothing said.
  public init() {}

  /// Puts what is said in the place of the format's own places.
  public func apply(to places: inout FieldPlaces) {
    for (field, paths) in fields { places[field] = paths }
  }
}
