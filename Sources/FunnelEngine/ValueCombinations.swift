/// The combinations of values that events have, numbered in the order of their values.
///
/// Where there is but one field, its values stand for themselves.
struct ValueCombinations: Sendable {
  private let width: Int
  /// The numbers of each combination's values, one behind the other.
  private(set) var values: [UInt32]

  /// Combinations of so many fields, one behind the other.
  init(width: Int, values: [UInt32]) {
    self.width = width
    self.values = values
  }

  /// The number of a field's value in a combination, 0 where there is none.
  @inline(__always)
  func value(_ field: Int, of combination: UInt32) -> UInt32 {
    width == 1 ? combination : values[Int(combination) * width + field]
  }

  /// Puts combinations of several lists together, which lie in `read` one behind the other; `counts` says how many of them
  /// each list has.
  ///
  /// `numbers` gives each list's numbers by its own, which begin with 1; 0 stays 0.
  static func unified(
    _ read: consuming [UInt32], counts: [Int], width: Int
  ) -> (combinations: ValueCombinations, numbers: [[UInt32]]) {
    let tuples = read
    // Where each list's combinations begin among all.
    var begins = [0]
    for count in counts { begins.append(begins[begins.count - 1] + count) }
    if width == 1 {
      return (
        ValueCombinations(width: 1, values: []),
        counts.indices.map { [0] + tuples[begins[$0]..<begins[$0 + 1]] }
      )
    }
    func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
      for field in 0..<width {
        let (first, second) = (tuples[Int(left) * width + field], tuples[Int(right) * width + field])
        if first != second { return first < second }
      }
      return false
    }
    var order = Array(0..<UInt32(begins[counts.count]))
    order.sort(by: precedes)
    var numbers: [[UInt32]] = counts.map { Array(repeating: 0, count: $0 + 1) }
    var distinct = 0
    for place in order.indices {
      let index = order[place]
      if distinct == 0 || precedes(order[distinct - 1], index) {
        order[distinct] = index
        distinct += 1
      }
      let list = begins.lastIndex { $0 <= Int(index) } ?? 0
      numbers[list][Int(index) - begins[list] + 1] = UInt32(distinct - 1)
    }
    var values: [UInt32] = []
    values.reserveCapacity(distinct * width)
    for index in order.prefix(distinct) { values += tuples[Int(index) * width..<(Int(index) + 1) * width] }
    return (ValueCombinations(width: width, values: values), numbers)
  }
}
