import Foundation
import TestSupport
import Testing

@testable import FunnelEngine

/// Lists of times that wait in a temporary file, sorted there and read by rank.
@Suite struct TimesTests {
  private static func file(heldLimit: Int, folder: String = FileManager.default.temporaryDirectory.path) -> TimeFile {
    TimeFile(folder: folder, heldLimit: heldLimit)
  }

  /// Times of which some are in the file, some in lists that were taken in, and some in the list itself.
  private static func scattered(_ values: [Int64], in file: TimeFile, _ random: inout SeededGenerator) -> Times {
    var times = Times()
    var part = Times()
    for value in values {
      part.append(value)
      guard Int.random(in: 0..<40, using: &random) == 0 else { continue }
      if Bool.random(using: &random) { part.spill(to: file) }
      times.add(part)
      part = Times()
    }
    times.add(part)
    return times
  }

  @Test(arguments: [0, 16, 17, 100, 5000])
  func areSortedInPiecesAsTheyAreInMemory(_ heldLimit: Int) {
    for seed: UInt64 in 0..<20 {
      var random = SeededGenerator(seed: seed)
      let count = [0, 1, 15, 16, 17, 400, 9000].randomElement(using: &random)!
      let most: Int64 = Bool.random(using: &random) ? 50 : 1 << 50
      let values = (0..<count).map { _ in Int64.random(in: 0...most, using: &random) }
      let file = Self.file(heldLimit: heldLimit)
      var times = Self.scattered(values, in: file, &random)
      let sorted = values.sorted()
      let middle = times.middle
      #expect(times.count == count && middle == MiddlePair(ofAscending: sorted), "seed \(seed)")
      times.sort(into: file)
      #expect(times.count == count && times.heldCount == 0, "seed \(seed)")
      #expect(times.values == sorted && sorted.indices.allSatisfy { times[$0] == sorted[$0] }, "seed \(seed)")
      for _ in 0..<min(count, 50) {
        let rank = sorted.indices.randomElement(using: &random)!
        #expect(times[rank] == sorted[rank], "seed \(seed)")
      }
      #expect(file.failure == nil)
    }
  }

  /// What is asked for after the file failed is nothing, and the failure is there to be told.
  @Test func aFolderThatIsMissingIsAFailure() {
    let file = Self.file(heldLimit: 16, folder: "/nowhere/at all")
    var times = Times((0..<100).map { Int64($0) })
    times.sort(into: file)
    #expect(times.count == 0 && times.values.isEmpty)
    #expect(file.failure == .temporaryFile(folder: "/nowhere/at all", code: ENOENT))
  }
}
