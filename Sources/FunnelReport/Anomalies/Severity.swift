/// How much an anomaly matters.
public enum Severity: String, CaseIterable, Comparable, Sendable {
  /// Worth knowing.
  case info
  /// Worth a look.
  case warning
  /// To be looked at today.
  case critical

  /// What matters less comes first.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .critical: 2
    }
  }
}
