/// How much is worked out of single days.
public enum DayDetail: Sendable {
  /// Nothing: no table that is wanted tells of days or compares.
  case none
  /// Every day's attempts, and of the newest days what anomalies need.
  case recent
  /// Every day's attempts, and of all days that are over what a history keeps.
  case all
}
