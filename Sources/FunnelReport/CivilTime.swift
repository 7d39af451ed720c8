import FunnelModel

/// A moment as a date and a time of day in UTC.
///
/// Days are turned into dates in the proleptic Gregorian calendar; the era of 400 years makes it a few divisions. Source:
/// H. Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
struct CivilTime: Hashable, Sendable {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int
  /// Cut, not rounded.
  let millisecond: Int
  /// Whole days since 1970-01-01, negative before.
  let daysSince1970: Int

  /// The date and time of a moment.
  init(_ moment: Moment) {
    let microsecondsPerDay = 86_400_000_000
    let microseconds = Int(moment.microseconds)
    let dayNumber = microseconds.floorDivided(by: microsecondsPerDay)
    let ofDay = (microseconds - dayNumber * microsecondsPerDay) / 1000
    daysSince1970 = dayNumber
    millisecond = ofDay % 1000
    second = ofDay / 1000 % 60
    minute = ofDay / 60_000 % 60
    hour = ofDay / 3_600_000

    // Years begin in March here, so that the leap day is the last of its year.
    let shifted = dayNumber + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// RFC 3339 with milliseconds: `2026-03-01T08:00:00.000Z`.
  var rfc3339: String {
    "\(date)T\(clock).\(Self.padded(millisecond, 3))Z"
  }

  /// `2026-03-01`.
  var date: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  /// `08:00:00`.
  var clock: String { "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))" }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int {
  /// The quotient rounded down, for a positive divisor.
  fileprivate func floorDivided(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
