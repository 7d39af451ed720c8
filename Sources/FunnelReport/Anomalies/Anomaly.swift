import FunnelModel

/// Something that a person should look at.
struct Anomaly: Sendable {
  /// The rule that speaks.
  var code: AnomalyCode
  /// Whom it is about.
  var row: Row
  /// The step, as its place in the definition; nil where it is about none.
  var step: Int?
  /// What was measured.
  var metric: String
  /// Its value.
  var value: Cell
  /// From where on it would be as expected; empty where anything below the upper end is.
  var expectedLow = Cell.empty
  /// Up to where it would be as expected; empty where anything above the lower end is.
  var expectedHigh = Cell.empty
  /// How many the value is of.
  var count: Int
  /// How likely chance alone gives as much, where that was tested.
  var p: Double?
  /// What is wrong, in a sentence.
  var message: Prose
  /// What to look at first.
  var advice: Prose

  /// Whom an anomaly is about.
  enum Row: Hashable, Sendable {
    /// A printed row of the breakdown, by its place.
    case breakdown(Int)
    /// A variant over all its units, where it is no row of the breakdown.
    case variant(ByteText)
    /// All units, or the log as a whole.
    case all
  }
}

extension Prose {
  /// The sentence as plain text, names between backquotes.
  var plainText: ByteText {
    ByteText(
      runs.map { run in
        switch run {
        case .plain(let words), .strong(let words): words
        case .name(let name): "`" + name.visible + "`"
        }
      }.joined())
  }
}
