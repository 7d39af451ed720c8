import FunnelModel
import Synchronization

/// Numbers the rows of values that units have in the breakdown's fields.
///
/// Shared by all threads. One field's rows are numbered by its values; those of several in the order they are met, so
/// their numbers mean nothing beyond one run.
final class RowTable: Sendable {
  private struct Pair: Hashable {
    var row: Int
    var value: UInt32
  }

  private struct State {
    /// For each field but the first the rows up to it, by the row before and the field's value.
    var rows: [[Pair: Int]]
    /// The values of each row of all fields.
    var values: [[UInt32]] = []
  }

  private let fieldCount: Int
  private let valueCount: Int
  private let state: Mutex<State>

  /// A table for some fields with so many values each, at least one field.
  init(valueCounts: [Int]) {
    fieldCount = valueCounts.count
    valueCount = valueCounts[0]
    state = Mutex(State(rows: Array(repeating: [:], count: valueCounts.count - 1)))
  }

  /// The row of some values, one for each field.
  func row(_ values: [UInt32]) -> Int {
    guard fieldCount > 1 else { return Int(values[0]) }
    return state.withLock { state in
      var row = Int(values[0])
      for field in 1..<fieldCount {
        let pair = Pair(row: row, value: values[field])
        if let known = state.rows[field - 1][pair] {
          row = known
        } else {
          row = state.rows[field - 1].count
          state.rows[field - 1][pair] = row
          if field == fieldCount - 1 { state.values.append(values) }
        }
      }
      return row
    }
  }

  /// The values of a row.
  func values(_ row: Int) -> [UInt32] {
    fieldCount == 1 ? [UInt32(row)] : state.withLock { $0.values[row] }
  }

  /// What row numbers stay below.
  var bound: Int { fieldCount == 1 ? valueCount + 1 : state.withLock { $0.values.count } }
}
