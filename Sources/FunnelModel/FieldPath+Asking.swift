/// Why a path that a person wrote is none.
public enum FieldPathFault: Error, Hashable, Sendable {
  /// It is empty, begins or ends with a dot, or has two beside each other.
  case emptyPart
  /// A `[` that no `]` closes.
  case openBracket
  /// A `]` that closes nothing.
  case strayBracket
  /// Brackets without a member, `=` and a value.
  case noChoice
  /// A choice that nothing stands before, or text right behind one.
  case misplacedChoice

  /// What is wrong and what to do, in words that go on after "is no field path".
  var words: String {
    switch self {
    case .emptyPart: "write keys with one dot between them, such as properties.screen"
    case .openBracket: "a '[' is not closed; write a choice as in event_params[key=step_id].value"
    case .strayBracket: "a ']' closes nothing; write a choice as in event_params[key=step_id].value"
    case .noChoice:
      "brackets hold a member and its value, as in event_params[key=step_id].value; an element by its place is items.0"
    case .misplacedChoice:
      "a choice stands behind an array's key and before a dot, as in event_params[key=step_id].value"
    }
  }
}

extension FieldPath {
  /// The path that a person wrote.
  ///
  /// Brackets are of choices alone; a key may have some as words of its own, as `[Experiment] new-flow` and `Price [EUR]`.
  /// What only looks like a choice would be a key that no event has, and nobody would be told.
  public init(asked text: String) throws(FieldPathFault) {
    guard let path = FieldPath(dotted: text) else {
      throw Self.hasEmptyPart(text) ? .emptyPart : .misplacedChoice
    }
    for component in path.components {
      if let fault = Self.fault(of: component.bytes) { throw fault }
    }
    self = path
  }

  /// Whether two dots stand beside each other, or one at an end; or nothing at all.
  private static func hasEmptyPart(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains { $0.isEmpty }
  }

  private static func fault(of component: [UInt8]) -> FieldPathFault? {
    let (open, close, blank) = (UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: " "))
    if isChoice(component) {
      let hasValue = component.count > 2 && component[component.count - 2] != UInt8(ascii: "=")
      return hasValue ? nil : .noChoice
    }
    var openPlace: Int?
    for (place, byte) in component.enumerated() {
      if byte == open {
        openPlace = place
      } else if byte == close {
        guard let start = openPlace else { return .strayBracket }
        openPlace = nil
        let isLast = place + 1 == component.count
        // A word in brackets, set off from the rest of its key by a blank.
        let isWord = start > 0 ? component[start - 1] == blank : !isLast && component[place + 1] == blank
        if isWord { continue }
        let isOfChoice = component[start...place].dropFirst(2).contains(UInt8(ascii: "="))
        return isOfChoice ? .misplacedChoice : .noChoice
      }
    }
    return openPlace == nil ? nil : .openBracket
  }
}
