/// Whose events a log holds.
public enum SourceFormat: String, CaseIterable, Sendable {
  /// funnel's own logging (section 2).
  case native
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
