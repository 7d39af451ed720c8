import FunnelEngine
import FunnelModel

/// The days of one row as they stood, the newest one apart: what shifts are told from.
struct ShiftSeries: Sendable {
  /// A day before the newest one serves with so many attempts.
  static let leastAttempts = 30
  /// So many days before are looked at.
  static let mostDays = 28
  /// With fewer days before nothing is said.
  static let leastDays = 7

  /// The row's values; nil for all units together.
  var values: [ByteText]?
  /// The newest day that is over; without attempts where none entered on it.
  var newest: StandingDay
  /// The days before it that serve, ascending.
  var before: [StandingDay]

  /// The series of a row: of its days and those that a history tells, the newest day being `day`.
  init(values: [ByteText]?, days: [StandingDay], newest day: Int) {
    self.values = values
    newest = days.first { $0.day == day } ?? StandingDay(day: day)
    before = days.filter { $0.day < day && $0.attempts >= Self.leastAttempts }.suffix(Self.mostDays)
  }
}
