/// Walks the text of a time by RFC 3339.
struct TimeParser {
  /// What a text of the form says.
  struct Form {
    /// Date and time as if they were in UTC, in seconds since 1970; nil where there is no such date or time.
    var local: Int64?
    /// In microseconds, cut.
    var fraction: Int64
    /// Seconds ahead of UTC; nil where no zone is named.
    var offset: Int64?
  }

  let text: BytePointer
  var position: Int
  let end: Int

  /// Takes the whole text, or nil where it does not have the form.
  ///
  /// A second of 60 is the next minute's second 0. A date or an hour that does not exist has the form all the same; an
  /// offset beyond 23:59 does not.
  mutating func form() -> Form? {
    guard let year = number(4), take(Ascii.minus), let month = number(2), take(Ascii.minus), let day = number(2),
      take(0x54) || take(0x74) || take(Ascii.space),
      let hour = number(2), take(Ascii.colon), let minute = number(2), take(Ascii.colon), let second = number(2)
    else { return nil }
    var fraction: Int64 = 0
    if take(Ascii.point) {
      var unit: Int64 = 100_000
      let first = position
      while position < end, Ascii.isDigit(text[position]) {
        fraction += Int64(text[position] - Ascii.zero) * unit
        unit /= 10
        position += 1
      }
      guard (1...9).contains(position - first) else { return nil }
    }
    var offset: Int64?
    if take(0x5A) || take(0x7A) {
      offset = 0
    } else if position < end {
      let isBehind = text[position] == Ascii.minus
      guard isBehind || text[position] == Ascii.plus else { return nil }
      position += 1
      guard let hours = number(2), hours < 24 else { return nil }
      var minutes: Int64 = 0
      if position < end {
        _ = take(Ascii.colon)
        guard let given = number(2), given < 60 else { return nil }
        minutes = given
      }
      offset = (isBehind ? -60 : 60) * (hours * 60 + minutes)
    }
    guard position == end else { return nil }
    let days = TimeParser.days(year, month, day)
    let isClock = hour < 24 && minute < 60 && second <= 60
    let local = isClock ? days.map { $0 * 86_400 + hour * 3_600 + minute * 60 + second } : nil
    return Form(local: local, fraction: fraction, offset: offset)
  }

  /// Takes a date, as days since 1970-01-01; nil where there is none.
  mutating func date() -> Int64? {
    guard let year = number(4), take(Ascii.minus), let month = number(2), take(Ascii.minus), let day = number(2) else {
      return nil
    }
    return TimeParser.days(year, month, day)
  }

  /// Takes a byte if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < end, text[position] == byte else { return false }
    position += 1
    return true
  }

  /// Takes so many digits, or nil where there are not as many.
  private mutating func number(_ count: Int) -> Int64? {
    guard end - position >= count else { return nil }
    var number: Int64 = 0
    for _ in 0..<count {
      guard Ascii.isDigit(text[position]) else { return nil }
      number = number * 10 + Int64(text[position] - Ascii.zero)
      position += 1
    }
    return number
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar, or nil where there is no such date.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    guard (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[Int(month) - 1] else { return nil }
    // Leap days of all years before this one, from the year 0, which has one.
    func leapDays(before year: Int64) -> Int64 {
      year == 0 ? 0 : (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1
    }
    let years = year * 365 + leapDays(before: year) - (1970 * 365 + leapDays(before: 1970))
    return years + lengths.prefix(Int(month) - 1).reduce(0, +) + day - 1
  }
}
