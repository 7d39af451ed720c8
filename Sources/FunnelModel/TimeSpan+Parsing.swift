/// Why a text is no span of time.
public enum TimeSpanFailure: Error, Hashable, Sendable {
  /// Not a whole number and a unit.
  case notASpan(ByteText)
  /// Longer than can be counted in microseconds.
  case tooLong(ByteText)
}

extension TimeSpanFailure: CustomStringConvertible {
  /// What is wrong and what to write.
  public var description: String {
    switch self {
    case .notASpan(let text):
      "\(text.inQuotes) is no span of time; write a whole number and s, m, h or d, such as 30m or 7d"
    case .tooLong(let text): "\(text.inQuotes) is longer than any log; write a shorter span"
    }
  }
}

extension TimeSpan {
  /// The units of spans, the longest first, with their seconds.
  private static let units: [(letter: UInt8, seconds: Int64)] = [
    (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3_600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
  ]

  /// The span that a text such as `30m` or `7d` names: a whole number and `s`, `m`, `h` or `d`.
  public init(parsing text: ByteText) throws(TimeSpanFailure) {
    let digits = text.bytes.dropLast()
    guard let letter = text.bytes.last, let unit = Self.units.first(where: { $0.letter == letter }),
      !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw .notASpan(text) }
    guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { throw .tooLong(text) }
    let (microseconds, overflow) = number.multipliedReportingOverflow(by: unit.seconds * 1_000_000)
    guard !overflow else { throw .tooLong(text) }
    self.init(microseconds: microseconds)
  }

  /// The span as options and definitions write it, in the longest unit that it is a whole number of; cut to seconds.
  public var notation: String {
    let seconds = microseconds / 1_000_000
    let unit = Self.units.first { seconds != 0 && seconds.isMultiple(of: $0.seconds) }
    guard let unit else { return "\(seconds)s" }
    return "\(seconds / unit.seconds)\(UnicodeScalar(unit.letter))"
  }
}
