/// Why a definition file cannot be used, with the key and the place.
public struct DefinitionFault: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Cause: Hashable, Sendable {
    /// The file is no JSON.
    case notJSON(JSONFailure.Problem)
    /// A key that must be there is not; `example` shows what to write.
    case missing(example: String)
    /// A value of another type than the one asked for.
    case wrongType(expected: String, found: String)
    /// A list or an object that must hold something; `remedy` says what to do.
    case empty(remedy: String)
    /// A key that means nothing here.
    case unknownKey(ByteText, known: [String])
    /// A word that means nothing here.
    case unknownWord(ByteText, known: [String])
    /// A step id that stands there already, at the key path `first`.
    case repeatedStep(ByteText, first: String)
    /// A variant names a step that is not in `steps`.
    case unknownStep(ByteText, known: [String])
    /// A text that is no span of time.
    case badSpan(TimeSpanFailure)
    /// A text that is no path of a field.
    case badPath(ByteText, FieldPathFault)
    /// A weight that is negative or past all numbers.
    case badWeight(ByteText)
    /// Weights that are all 0.
    case noWeight
  }

  /// What is wrong.
  public var cause: Cause
  /// The key's path, such as `steps[2].match.completed.where`; empty for the file's own value.
  public var keyPath: String
  /// Where the key or its value stands.
  public var place: TextPlace

  /// A fault of a definition file.
  public init(_ cause: Cause, keyPath: String, place: TextPlace) {
    self.cause = cause
    self.keyPath = keyPath
    self.place = place
  }
}

extension DefinitionFault: CustomStringConvertible {
  /// The key's path, what is wrong and what to do, in one line, without the place.
  public var description: String {
    (keyPath.isEmpty ? "" : keyPath + ": ") + words
  }

  private var words: String {
    switch cause {
    case .notJSON(let problem): "not JSON: \(JSONFailure(problem, place: place)); correct the file"
    case .missing(let example): "missing; add it, such as \(example)"
    case .wrongType(let expected, let found): "expected \(expected), found \(found)"
    case .empty(let remedy): "empty; \(remedy)"
    case .unknownKey(let key, let known): "unknown key \(key.inQuotes); " + Self.remedy(key, known)
    case .unknownWord(let word, let known): "unknown word \(word.inQuotes); " + Self.remedy(word, known)
    case .repeatedStep(let id, let first):
      "the step \(id.inQuotes) stands there already, at \(first); leave one of them out or rename it"
    case .unknownStep(let id, let known):
      "no step has the id \(id.inQuotes); " + Self.remedy(id, known)
    case .badSpan(let failure): "\(failure)"
    case .badPath(let path, let fault): "\(path.inQuotes) is no field path; \(fault.words)"
    case .badWeight(let weight): "\(weight.inQuotes) is no weight; write a number that is not negative, such as 0.5"
    case .noWeight: "all weights are 0; give a variant that users are sent to a weight above 0"
    }
  }

  private static func remedy(_ word: ByteText, _ known: [String]) -> String {
    if let nearest = Suggestion.nearest(to: word.string, among: known) {
      return "did you mean \(ByteText(nearest).inQuotes)?"
    }
    let shown = known.prefix(12).map { ByteText($0).inQuotes }.joined(separator: ", ")
    return "write one of \(shown)" + (known.count > 12 ? ", …" : "")
  }
}
