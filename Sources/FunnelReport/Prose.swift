import FunnelModel

/// A sentence of the report, with the names from outside told apart from the report's own words.
///
/// Each format escapes the names in its own way; the words are written once. It is made by string interpolation:
/// `"\(name: step) is \(strong: "late")"`.
struct Prose: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// A stretch of a sentence.
  enum Run: Hashable, Sendable {
    /// The report's own words and numbers.
    case plain(String)
    /// The report's own words, that carry the weight.
    case strong(String)
    /// Text from a log, a definition or the command line.
    case name(ByteText)
  }

  /// The stretches in order.
  var runs: [Run]

  /// A sentence of these stretches.
  init(runs: [Run]) {
    self.runs = runs
  }

  /// The report's own words.
  init(stringLiteral value: String) {
    runs = [.plain(value)]
  }

  /// A sentence with names in it.
  init(stringInterpolation: Interpolation) {
    runs = stringInterpolation.runs
  }

  /// Two sentences one after the other.
  static func + (left: Prose, right: Prose) -> Prose { Prose(runs: left.runs + right.runs) }

  /// Names with `, ` between them.
  static func list(_ names: [ByteText]) -> Prose {
    Prose(runs: Array(names.map { [Run.name($0)] }.joined(separator: [.plain(", ")])))
  }

  /// Collects the stretches of a sentence.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var runs: [Run] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { runs.append(.plain(literal)) }
    }

    mutating func appendInterpolation(_ words: String) { runs.append(.plain(words)) }

    mutating func appendInterpolation(_ number: Int) { runs.append(.plain(PlainNumber.count(number))) }

    mutating func appendInterpolation(_ prose: Prose) { runs += prose.runs }

    mutating func appendInterpolation(strong words: String) { runs.append(.strong(words)) }

    mutating func appendInterpolation(name: ByteText) { runs.append(.name(name)) }
  }
}
