/// Why a text names no moment.
public enum MomentFailure: Error, Hashable, Sendable {
  /// Not written as a moment.
  case notAMoment(ByteText)
  /// A date or a time of day that does not exist.
  case impossible(ByteText)
}

extension MomentFailure: CustomStringConvertible {
  /// What is wrong and what to write.
  public var description: String {
    switch self {
    case .notAMoment(let text):
      "\(text.inQuotes) is no moment; write a date such as 2026-11-30 or a time such as 2026-11-30T08:00:00Z"
    case .impossible(let text): "\(text.inQuotes) does not exist; correct the date or the time of day"
    }
  }
}

extension Moment {
  /// The moment that an option names.
  ///
  /// A bare date is its first moment in the zone. A time is RFC 3339 as in logs (section 2): `T`, `t` or a blank between
  /// date and time, 1 to 9 fraction digits, cut to microseconds, and `Z`, `z`, `+hh:mm`, `+hhmm`, `+hh` or nothing after
  /// it; without an offset it is in the zone. A second of 60 is the next minute's second 0. Years are 0000 to 9999.
  public init(parsing text: ByteText, zone: ZoneTable) throws(MomentFailure) {
    var cursor = TextCursor(text.bytes)
    guard let year = cursor.number(digits: 4), cursor.take("-") != nil, let month = cursor.number(digits: 2),
      cursor.take("-") != nil, let day = cursor.number(digits: 2)
    else { throw .notAMoment(text) }
    if cursor.isAtEnd {
      guard let date = CalendarDate(year: year, month: month, day: day) else { throw .impossible(text) }
      self = zone.start(ofDay: date.dayNumber)
      return
    }
    guard cursor.take("Tt ") != nil, let hour = cursor.number(digits: 2), cursor.take(":") != nil,
      let minute = cursor.number(digits: 2), cursor.take(":") != nil, let second = cursor.number(digits: 2)
    else { throw .notAMoment(text) }
    var fraction: Int64 = 0
    if cursor.take(".") != nil {
      let digits = cursor.takeWhile { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard (1...9).contains(digits.count) else { throw .notAMoment(text) }
      for place in 0..<6 {
        fraction = fraction * 10 + (place < digits.count ? Int64(digits[place] - UInt8(ascii: "0")) : 0)
      }
    }
    let hasOffset = !cursor.isAtEnd
    let offset = cursor.offset()
    guard cursor.isAtEnd, !hasOffset || offset != nil else { throw .notAMoment(text) }
    guard let date = CalendarDate(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60
    else { throw .impossible(text) }
    let local = Int64(date.dayNumber) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    let utc = offset.map { local - $0 } ?? zone.second(atLocal: local)
    self.init(microseconds: utc * 1_000_000 + fraction)
  }
}
