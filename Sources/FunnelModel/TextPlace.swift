/// A place in a text file.
public struct TextPlace: Hashable, Comparable, Sendable {
  /// From 1.
  public var line: Int
  /// In bytes, from 1.
  public var column: Int

  /// A place in a text file.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first byte of a file.
  public static let start = TextPlace(line: 1, column: 1)

  /// What stands earlier in the file comes first.
  public static func < (left: TextPlace, right: TextPlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
