/// The tables of a report, by the names that the command line and the files use.
public enum TableName: String, CaseIterable, Sendable {
  /// What became of the attempts at each step.
  case steps
  /// Conversion of each row of the breakdown.
  case variants
  /// The sessions of each row of the breakdown.
  case sessions
  /// What was read, and what of it could not be counted.
  case quality
}
