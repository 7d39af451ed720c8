/// Something in a definition file that is allowed but most likely not meant.
public struct DefinitionHint: Hashable, Sendable {
  /// What is odd.
  public enum Kind: Hashable, Sendable {
    /// A key of the app's own that is a letter off one that the analysis knows.
    case similarKey(ByteText, known: String)
    /// A key that stands twice in one object.
    case repeatedKey
    /// A value of `where` that no event can have; `found` says what it is.
    case matchesNothing(found: String)
    /// A value of another type than the analysis can use.
    case leftAlone(expected: String, found: String)
    /// The control is none of the variants that the file lists.
    case unlistedControl(ByteText, listed: [String])
  }

  /// What is odd.
  public var kind: Kind
  /// The key's path.
  public var keyPath: String
  /// Where the key or its value stands.
  public var place: TextPlace

  /// A hint at something odd.
  public init(_ kind: Kind, keyPath: String, place: TextPlace) {
    self.kind = kind
    self.keyPath = keyPath
    self.place = place
  }
}

extension DefinitionHint: CustomStringConvertible {
  /// The key's path and what is odd, in one line, without the place.
  public var description: String {
    let words =
      switch kind {
      case .similarKey(let key, let known):
        "the key \(key.inQuotes) is taken for the app's own and left alone; did you mean '\(known)'?"
      case .repeatedKey: "the key stands twice; this one, the last, holds"
      case .matchesNothing(let found): "\(found) matches nothing; write a string, a number, true or false"
      case .leftAlone(let expected, let found): "expected \(expected), found \(found); it is left alone"
      case .unlistedControl(let name, let listed):
        "\(name.inQuotes) is none of the variants listed here"
          + (Suggestion.nearest(to: name.string, among: listed).map { "; did you mean \(ByteText($0).inQuotes)?" } ?? "")
      }
    return keyPath + ": " + words
  }
}
