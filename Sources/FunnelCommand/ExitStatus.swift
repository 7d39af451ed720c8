/// How a run ended, as the shell sees it (section 9).
public enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Done.
  case done = 0
  /// The run failed: a log that cannot be read, no space, no event, too many rejected lines.
  case failed = 1
  /// Wrong use, or a wrong definition.
  case wrongUse = 2
  /// Done, and there is an anomaly of the severity that `--fail-on` names, or a worse one.
  case anomaly = 3

  /// What it means, in a few words for help.
  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "the run failed"
    case .wrongUse: "wrong use or a wrong definition"
    case .anomaly: "done, and there is an anomaly that --fail-on names"
    }
  }
}
