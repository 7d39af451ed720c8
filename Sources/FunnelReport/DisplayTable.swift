/// A table for people: cells already in words, laid out by each format.
struct DisplayTable {
  /// A column's heading and the side that its cells stand at.
  struct Column {
    let heading: Prose
    let alignment: Alignment
    /// How soon it is left out where there is no room for it.
    let importance: Importance
    /// Whether its words may be cut where there is no room for all.
    var canBeCut: Bool = true
  }

  /// How soon a column is left out where there is no room for all.
  enum Importance: Int {
    /// Never.
    case essential
    /// Last.
    case main
    /// Before the main ones.
    case side
    /// First.
    case detail
  }

  /// The side that cells stand at.
  enum Alignment {
    /// As words do.
    case left
    /// As numbers do.
    case right
  }

  /// A cell of a table for people.
  enum Cell {
    /// Words, numbers and names.
    case words(Prose)
    /// A bar for a share from 0 to 1, with the share in percent.
    case bar(Double)

    /// A whole number.
    static func count(_ count: Int) -> Cell { .words(Prose(runs: [.plain(PlainNumber.count(count))])) }

    /// The report's own words.
    static func plain(_ words: String) -> Cell { .words(Prose(runs: [.plain(words)])) }
  }

  let columns: [Column]
  let rows: [[Cell]]
}

extension DisplayTable.Column {
  /// A column of words.
  static func words(_ heading: Prose, _ importance: DisplayTable.Importance = .essential) -> Self {
    Self(heading: heading, alignment: .left, importance: importance)
  }

  /// A column of words that mean nothing where they are cut, such as times.
  static func whole(_ heading: Prose) -> Self {
    Self(heading: heading, alignment: .left, importance: .essential, canBeCut: false)
  }

  /// A column of numbers.
  static func numbers(_ heading: Prose, _ importance: DisplayTable.Importance = .essential) -> Self {
    Self(heading: heading, alignment: .right, importance: importance)
  }
}
