/// How a run ended, as the shell sees it (section 9).
public enum ExitStatus: Int32, Sendable {
  /// Done.
  case done = 0
  /// The run failed: a log that cannot be read, no space, no event, too many rejected lines.
  case failed = 1
  /// Wrong use, or a wrong definition.
  case wrongUse = 2
}
