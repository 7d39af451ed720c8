public import FunnelModel

/// One table of the report: typed cells under named columns.
///
/// Every format is written from these values, so no two formats can disagree. Columns are only ever added at the end.
public struct Table: Hashable, Sendable {
  /// Which table it is.
  public let name: TableName
  /// The columns in the order of printing.
  public let columns: [Column]
  /// The rows in the order of printing, each with one cell for every column.
  public let rows: [[Cell]]

  /// A table of these rows.
  public init(name: TableName, columns: [Column], rows: [[Cell]]) {
    precondition(rows.allSatisfy { $0.count == columns.count }, "every row of \(name) has a cell for each column")
    self.name = name
    self.columns = columns
    self.rows = rows
  }

  /// A column: its name, and what its cells hold where they are not empty.
  public struct Column: Hashable, Sendable {
    /// The name in the header; that of a breakdown's field comes from the outside.
    public let name: ByteText
    /// What the cells hold.
    public let kind: ColumnKind

    /// A column of a name and a kind.
    public init(_ name: ByteText, _ kind: ColumnKind) {
      self.name = name
      self.kind = kind
    }
  }
}

/// What the cells of a column hold.
public enum ColumnKind: Hashable, Sendable {
  /// Words, ids and values from the log.
  case text
  /// Whole numbers.
  case count
  /// Shares from 0 to 1.
  case rate
  /// Other numbers with decimals.
  case ratio
  /// Times that something took, in seconds.
  case seconds
  /// Points in time.
  case moment
  /// Days of the calendar.
  case day
  /// Each cell something of its own, as in `quality`.
  case mixed
}

/// One cell of a table, not yet rounded.
public enum Cell: Hashable, Sendable {
  /// A word, an id or a value from the log.
  case text(ByteText)
  /// A whole number.
  case count(Int)
  /// A share from 0 to 1.
  case rate(Double)
  /// Another number with decimals.
  case ratio(Double)
  /// A time that something took, in seconds.
  case seconds(Double)
  /// A point in time.
  case moment(Moment)
  /// A day of the calendar, as days since 1970-01-01.
  case day(Int)
  /// A value that does not exist.
  case empty
}
