/// Ids and the users that they belong to, as a person or another system knows them: two columns of a file.
///
/// The ids stand one behind the other in one piece of memory, so that a file of millions of rows stays small.
public struct IdentityMap: Hashable, Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// No rows.
  public init() {}

  /// How many rows there are.
  public var count: Int { ends.count / 2 }

  /// The id of a row.
  public func id(_ row: Int) -> ArraySlice<UInt8> { text(2 * row) }

  /// The id of the user that a row's id belongs to.
  public func user(_ row: Int) -> ArraySlice<UInt8> { text(2 * row + 1) }

  /// Adds a row.
  public mutating func append(id: some Collection<UInt8>, user: some Collection<UInt8>) {
    bytes += id
    ends.append(bytes.count)
    bytes += user
    ends.append(bytes.count)
  }

  private func text(_ number: Int) -> ArraySlice<UInt8> { bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]] }
}

/// Why a file is no map of ids.
public struct IdentityMapFailure: Error, Equatable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// A row has another number of columns than two.
    case columns(Int)
    /// One of a row's ids is empty; from 1.
    case emptyID(column: Int)
    /// A quote that is never closed.
    case openQuote
    /// Text behind the quote that closes an id.
    case textBehindQuote
    /// A quote within an id that does not begin with one.
    case strayQuote
    /// A byte that is no UTF-8, so that no log can hold the id.
    case notUTF8
  }

  /// Where the row begins, from 1.
  public var line: Int
  /// What is wrong with it.
  public var reason: Reason

  /// What is wrong with a row.
  public init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}
