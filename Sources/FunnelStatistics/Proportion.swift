/// How many of a number of things have some property: 7 of 34.
public struct Proportion: Hashable, Sendable {
  /// How many have it.
  public var count: Int
  /// How many there are.
  public var total: Int

  /// So many of so many; neither is negative, and the count is at most the total.
  public init(_ count: Int, of total: Int) {
    precondition(0 <= count && count <= total, "a part is between nothing and the whole")
    self.count = count
    self.total = total
  }

  /// The count over the total; nil for 0 of 0.
  public var share: Double? {
    total == 0 ? nil : Double(count) / Double(total)
  }
}
