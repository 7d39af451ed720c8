import Foundation

/// Inputs and the results that other programs got from them, as `scripts/check-statistics` writes them.
struct ReferenceGrid {
  /// One call of a function.
  struct Row {
    let function: String
    /// The inputs in groups: an array each.
    let inputs: [[Double]]
    let expected: [Double]
  }

  /// Where the grid lies; nil where the run is not a comparison.
  static let path = ProcessInfo.processInfo.environment["FUNNEL_STATISTICS_GRID"]

  let rows: [Row]

  init(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    rows = try text.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 3 else { throw Failure.badLine(String(line)) }
      return Row(
        function: String(fields[0]), inputs: try fields[1].split(separator: ";").map(Self.numbers),
        expected: try Self.numbers(fields[2]))
    }
  }

  enum Failure: Error {
    case badLine(String)
    case unknownFunction(String)
    case noResult(String)
  }

  private static func numbers(_ text: Substring) throws -> [Double] {
    try text.split(separator: " ").map { word in
      guard let number = Double(word) else { throw Failure.badLine(String(text)) }
      return number
    }
  }
}
