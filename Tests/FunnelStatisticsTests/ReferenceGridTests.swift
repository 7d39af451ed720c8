import Testing

@testable import FunnelStatistics

/// The comparison with other programs, which `scripts/check-statistics` runs.
@Suite(.enabled(if: ReferenceGrid.path != nil, "run by scripts/check-statistics"))
struct ReferenceGridTests {
  @Test func agreesWithOtherPrograms() throws {
    let grid = try ReferenceGrid(path: try #require(ReferenceGrid.path))
    var differences: [String: Difference] = [:]
    var order: [String] = []
    for row in grid.rows {
      guard let computed = try row.computed(), computed.count == row.expected.count else {
        throw ReferenceGrid.Failure.noResult("\(row)")
      }
      if differences[row.function] == nil { order.append(row.function) }
      for (value, expected) in zip(computed, row.expected) {
        differences[row.function, default: Difference()].note(value, expected)
        let allowed = max(1e-10 * abs(expected), 1e-12)
        #expect(abs(value - expected) <= allowed, "\(row.function) \(row.inputs): \(value), expected \(expected)")
      }
      differences[row.function]?.inputs += 1
    }
    #expect(order.count > 0)
    for function in order {
      guard let difference = differences[function] else { continue }
      print("| \(function) | \(difference.inputs) | \(difference.absolute) | \(difference.relative) |")
    }
  }

  private struct Difference {
    var inputs = 0
    var absolute = 0.0
    var relative = 0.0

    mutating func note(_ value: Double, _ expected: Double) {
      absolute = max(absolute, abs(value - expected))
      if expected != 0 { relative = max(relative, abs(value - expected) / abs(expected)) }
    }
  }
}
