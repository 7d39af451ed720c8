import FunnelModel

/// Numbers as a person reads them, in the formats for people.
enum PlainNumber {
  /// What stands for a value that does not exist.
  static let none = "–"

  /// A whole number with a comma between thousands: `12,003`.
  static func count(_ count: Int) -> String {
    var digits = String(count.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (count < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// A count and its word: `1 line`, `12,003 lines`.
  static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(self.count(count)) \(count == 1 ? one : many)"
  }

  /// A share in percent with one decimal; `0 %` and `100 %` are said only of none and of all.
  static func percent(_ share: Double) -> String {
    switch share {
    case 0: "0 %"
    case 1: "100 %"
    case ..<0.0005: "< 0.1 %"
    case 0.9995...: "> 99.9 %"
    default: FixedDecimals.text(share * 100, decimals: 1) + " %"
    }
  }

  /// A count's share of a total in percent, `–` of no total.
  static func percent(_ count: Int, of total: Int) -> String {
    total == 0 ? none : percent(Double(count) / Double(total))
  }

  /// A difference of shares in points of percent, with its sign: `+2.5`.
  static func points(_ difference: Double) -> String {
    let digits = FixedDecimals.text(abs(difference) * 100, decimals: 1)
    return (digits == "0.0" ? "" : difference < 0 ? "-" : "+") + digits
  }

  /// A length of time: `40 ms`, `3.5 s`, `2 min 05 s`, `1 h 05 min`, `2 d 03 h`.
  static func duration(_ seconds: Double) -> String {
    if seconds == 0 { return "0 s" }
    if seconds < 0.0995 { return "\(max(1, Int((seconds * 1000).rounded()))) ms" }
    if seconds < 59.95 { return FixedDecimals.text(seconds, decimals: 1) + " s" }
    let whole = Int(seconds.rounded())
    if whole < 3600 { return pair(whole, 60, "min", "s") }
    let minutes = Int((seconds / 60).rounded())
    if minutes < 24 * 60 { return pair(minutes, 60, "h", "min") }
    return pair(Int((seconds / 3600).rounded()), 24, "d", "h")
  }

  /// A span that was asked for, exactly: `30 min`, `7 d`, `1 h 30 min`.
  static func span(_ span: TimeSpan) -> String {
    var rest = span.microseconds / 1_000_000
    var parts: [String] = []
    for (size, unit) in [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")] as [(Int64, String)] where rest >= size {
      parts.append("\(rest / size) \(unit)")
      rest %= size
    }
    return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
  }

  /// How many bytes: `812 bytes`, `4.2 MB`.
  static func bytes(_ bytes: Int) -> String {
    if bytes < 1000 { return count(bytes, "byte", "bytes") }
    var number = Double(bytes) / 1000
    var units = ["kB", "MB", "GB", "TB"][...]
    while number >= 999.95, units.count > 1 {
      number /= 1000
      units.removeFirst()
    }
    return FixedDecimals.text(number, decimals: 1) + " " + units[units.startIndex]
  }

  /// A moment to the second, cut: `2026-03-01 08:00:00`.
  static func moment(_ moment: Moment) -> String {
    let time = CivilTime(moment)
    return "\(time.date) \(time.clock)"
  }

  private static func pair(_ number: Int, _ size: Int, _ large: String, _ small: String) -> String {
    let rest = number % size
    return "\(number / size) \(large) \(rest < 10 ? "0" : "")\(rest) \(small)"
  }
}
