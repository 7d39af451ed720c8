/// A sample of whole numbers in ascending order, each got by its rank from 0 on: it may be longer than memory holds.
public struct AscendingSample: Sendable {
  /// How many there are.
  public let count: Int
  private let value: @Sendable (Int) -> Int64

  /// A sample of so many numbers; `value` gives that of a rank, and is cheapest where ranks are asked for in order.
  public init(count: Int, value: @escaping @Sendable (Int) -> Int64) {
    self.count = count
    self.value = value
  }

  /// The sample of a list, which must be in order.
  public init(_ values: [Int64]) {
    self.init(count: values.count) { values[$0] }
  }

  /// Whether there is none.
  public var isEmpty: Bool { count == 0 }

  /// The number of a rank below `count`.
  public subscript(rank: Int) -> Int64 { value(rank) }
}

extension AscendingSample: ExpressibleByArrayLiteral {
  /// The sample of a list, which must be in order.
  public init(arrayLiteral values: Int64...) {
    self.init(values)
  }
}
