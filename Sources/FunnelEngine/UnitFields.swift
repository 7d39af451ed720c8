import FunnelModel

/// Which fields a unit's row and its filters look at, by the vocabulary's numbers.
struct UnitFields: Sendable {
  /// The breakdown's fields, as indices among the vocabulary's.
  let breakdown: [Int]
  /// The filters: a field's index, and for each value of it whether it is wanted.
  private let filters: [(field: Int, wanted: Set<UInt32>)]
  private let noneNumbers: [UInt32]

  init(breakdown: [FieldReference], filters: [FieldFilter], words: LogVocabulary) {
    func index(_ field: FieldReference) -> Int {
      guard let index = words.fields.firstIndex(of: field) else { preconditionFailure("no values of \(field.name)") }
      return index
    }
    self.breakdown = breakdown.map(index)
    self.filters = filters.map { filter in
      let field = index(filter.field)
      return (field, Set(filter.values.compactMap { words.values[field].number(of: $0) }))
    }
    noneNumbers = words.noneNumbers
  }

  /// The number of a unit's value as it is printed: that of `(none)` where there is none.
  func value(of field: Int, _ user: UserHistory, entry: Int64?, limit: Int64 = .max) -> UInt32 {
    let value = user.value(of: field, entry: entry, limit: limit)
    return value == 0 ? noneNumbers[field] : value
  }

  /// Whether all filters hold for a unit.
  func keep(_ user: UserHistory, entry: Int64?, limit: Int64 = .max) -> Bool {
    filters.allSatisfy { $0.wanted.contains(value(of: $0.field, user, entry: entry, limit: limit)) }
  }
}
