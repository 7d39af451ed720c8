/// A field that a breakdown, a filter or a match names: `variant`, `version`, or a path from the event's root.
public enum FieldReference: Hashable, Sendable {
  /// The arm of the A/B test, from the places of `variant`.
  case variant
  /// The version of the onboarding, from the places of `version`.
  case version
  /// A path from the event's root.
  case path(FieldPath)

  /// The field that a user names by this word, or nil where it is not one.
  public init?(_ word: String) {
    switch word {
    case "variant": self = .variant
    case "version": self = .version
    default:
      guard let path = try? FieldPath(asked: word) else { return nil }
      self = .path(path)
    }
  }

  /// The word that names it, which is also its column's name.
  public var name: String {
    switch self {
    case .variant: "variant"
    case .version: "version"
    case .path(let path): path.dotted
    }
  }
}
