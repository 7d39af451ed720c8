/// How much is worked out of single days.
public enum DayDetail: Sendable {
  /// Nothing: no table that is wanted tells of days or compares.
  case none
  /// Every day's attempts, and each day that is over as it stood.
  case all
}
