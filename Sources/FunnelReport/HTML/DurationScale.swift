import FunnelEngine
import FunnelStatistics

// The import links the C library's mathematics, which the logarithm calls.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A logarithmic scale for lengths of time, the same for all pictures of a report so that they can be compared.
struct DurationScale: Sendable {
  private let low: Double
  private let high: Double

  /// A scale that holds all but the outermost half percent at either end of each sample of ascending microseconds.
  ///
  /// It spans one power of ten at least, from a millisecond on.
  init(samples: [AscendingSample]) {
    let shown = samples.filter { !$0.isEmpty }
    let outermost = { (place: Int) in Quantile(numerator: place, denominator: 200) }
    let lowest = shown.compactMap { outermost(1).value(ofAscending: $0) }.min() ?? 1e6
    let highest = shown.compactMap { outermost(199).value(ofAscending: $0) }.max() ?? 6e7
    let start = log10(max(1e3, lowest)) - 0.05
    low = start
    high = max(start + 1, log10(max(1e3, highest)) + 0.05)
  }

  /// Where a length of time stands, from 0 to 1; what lies outside the scale stands at its end.
  func place(microseconds: Double) -> Double {
    min(1, max(0, (log10(max(1, microseconds)) - low) / (high - low)))
  }

  /// Round lengths of time and where they stand, as close as their words have room.
  var ticks: [(words: String, place: Double)] {
    let rounds: [(String, Double)] = [
      ("1 ms", 1e3), ("10 ms", 1e4), ("0.1 s", 1e5), ("1 s", 1e6), ("10 s", 1e7), ("1 min", 6e7), ("10 min", 6e8),
      ("1 h", 3.6e9), ("10 h", 3.6e10), ("4 d", 3.456e11), ("40 d", 3.456e12), ("1 y", 3.15576e13),
      ("10 y", 3.15576e14),
    ]
    var shown: [(words: String, place: Double)] = []
    for (words, microseconds) in rounds {
      let place = (log10(microseconds) - low) / (high - low)
      guard 0...1 ~= place, place - (shown.last?.place ?? -1) > 0.14 else { continue }
      shown.append((words, place))
    }
    return shown
  }

  /// How many of ascending microseconds lie in each of so many equal parts of the scale; by bisection.
  func counts(ofAscending values: AscendingSample, parts: Int) -> [Int] {
    var begin = 0
    return (0..<parts).map { part in
      var low = begin
      var high = values.count
      while low < high {
        let middle = (low + high) / 2
        let place = Int(place(microseconds: Double(values[middle])) * Double(parts))
        if min(parts - 1, place) <= part { low = middle + 1 } else { high = middle }
      }
      defer { begin = low }
      return low - begin
    }
  }
}
