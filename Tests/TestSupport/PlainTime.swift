public import FunnelModel

/// The times and durations of section 2, read from their texts.
public enum PlainTime {
  /// A time that was read.
  public struct Reading: Equatable, Sendable {
    /// Microseconds since 1970 UTC.
    public var microseconds: Int64
    /// Whether the text names a zone, or needs none.
    public var hasZone: Bool
  }

  /// The time that a value is, or nil for `bad_time`: impossible, or "outside the years 2000 to 2099 UTC".
  public static func read(_ value: PlainJSON, assumedZone: ZoneTable) -> Reading? {
    let reading: Reading?
    switch value {
    case .number(let text): reading = fromNumber(text)
    case .string(let text): reading = fromNumber(text) ?? fromCalendar(text, assumedZone: assumedZone)
    default: reading = nil
    }
    guard let reading, (946_684_800_000_000..<4_102_444_800_000_000).contains(reading.microseconds) else { return nil }
    return reading
  }

  /// "Unit follows from its size: below 1e11 seconds, below 1e14 milliseconds, below 1e17 microseconds, else
  /// nanoseconds; exact on the decimal text, rounded down to a microsecond".
  private static func fromNumber(_ text: ByteText) -> Reading? {
    guard let number = PlainNumber(text), !number.isNegative else { return nil }
    let shift =
      switch number.magnitude {
      case ...11: 6
      case ...14: 3
      case ...17: 0
      default: -3
      }
    return number.whole(shift: shift).map { Reading(microseconds: $0, hasZone: true) }
  }

  /// RFC 3339, also with a blank for the `T`, offsets of `+hh:mm`, `+hhmm` or `+hh`, and without a zone.
  private static func fromCalendar(_ text: ByteText, assumedZone: ZoneTable) -> Reading? {
    var rest = Array(text.string)
    guard text.bytes.allSatisfy({ $0 < 0x80 }), text.bytes.count == rest.count else { return nil }
    func take(_ allowed: String) -> Bool {
      guard let first = rest.first, allowed.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func number(_ digits: Int, _ range: ClosedRange<Int64>) -> Int64? {
      guard rest.count >= digits, rest.prefix(digits).allSatisfy(\.isNumber) else { return nil }
      defer { rest.removeFirst(digits) }
      return Int64(String(rest.prefix(digits))).flatMap { range.contains($0) ? $0 : nil }
    }
    guard let year = number(4, 0...9999), take("-"), let month = number(2, 1...12), take("-"),
      let day = number(2, 1...daysOfMonth(month, year)), take("Tt "),
      let hour = number(2, 0...23), take(":"), let minute = number(2, 0...59), take(":"),
      let second = number(2, 0...60)
    else { return nil }
    var fraction: Int64 = 0
    if take(".") {
      let digits = rest.prefix(while: \.isNumber)
      guard (1...9).contains(digits.count) else { return nil }
      rest.removeFirst(digits.count)
      fraction = Int64((digits.map(String.init).joined() + "000000").prefix(6))!
    }
    let local = daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    if rest.isEmpty {
      return Reading(microseconds: utc(local: local, zone: assumedZone) * 1_000_000 + fraction, hasZone: false)
    }
    if take("Zz") {
      return rest.isEmpty ? Reading(microseconds: local * 1_000_000 + fraction, hasZone: true) : nil
    }
    let sign: Int64 = rest.first == "-" ? -1 : 1
    guard take("+-"), let hours = number(2, 0...23) else { return nil }
    var minutes: Int64 = 0
    if !rest.isEmpty {
      _ = take(":")
      guard let given = number(2, 0...59), rest.isEmpty else { return nil }
      minutes = given
    }
    let moment = local - sign * (hours * 3600 + minutes * 60)
    return Reading(microseconds: moment * 1_000_000 + fraction, hasZone: true)
  }

  private static func daysOfMonth(_ month: Int64, _ year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
  }

  /// Counted year by year and month by month; years before 1970 are out of range anyway and come out as 0.
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    guard year >= 1970 else { return 0 }
    var days: Int64 = 0
    for past in 1970..<year { days += daysOfMonth(2, past) == 29 ? 366 : 365 }
    for past in 1..<month { days += daysOfMonth(past, year) }
    return days + day - 1
  }

  /// "A local time that occurs twice is the earlier; one that is skipped has the offset from before".
  static func utc(local: Int64, zone: ZoneTable) -> Int64 {
    let ends = zone.stretches.dropFirst().map(\.begins) + [.max]
    let fitting = zip(zone.stretches, ends).map { (local - $0.offset, $0.begins, $1) }
      .filter { $0.0 >= $0.1 && $0.0 < $0.2 }.map(\.0)
    if let earliest = fitting.min() { return earliest }
    for (before, end) in zip(zone.stretches, ends) where local - before.offset >= end {
      guard let after = zone.stretches.first(where: { $0.begins == end }) else { continue }
      if local - after.offset < end { return local - before.offset }
    }
    return local
  }

  /// The microseconds of a duration, or nil where it is to be ignored: "a number, or a string that is one, not negative
  /// and at most 1e9 seconds, kept in microseconds, rounded to the nearest (halves up)".
  public static func duration(_ value: PlainJSON) -> Int64? {
    let text: ByteText
    switch value {
    case .number(let own), .string(let own): text = own
    default: return nil
    }
    guard let number = PlainNumber(text), !number.isNegative || number.digits.isEmpty else { return nil }
    guard number.magnitude <= 10, let whole = number.whole(shift: 6) else { return nil }
    let isMore =
      whole > 1_000_000_000_000_000 || number.magnitude == 10 && number.digits.dropFirst().contains { $0 > 0 }
    guard !isMore else { return nil }
    return whole + (number.firstCut(shift: 6) >= 5 ? 1 : 0)
  }
}
