/// The tables of a report, by the names that the command line and the files use.
public enum TableName: String, CaseIterable, Sendable {
  /// What became of the attempts at each step.
  case steps
  /// Conversion of each row of the breakdown.
  case variants
  /// The sessions of each row of the breakdown.
  case sessions
  /// Each variant with the control.
  case comparisons
  /// What a person should look at, most severe first.
  case anomalies
  /// The attempts of each day.
  case trend
  /// What was read, and what of it could not be counted.
  case quality
}
