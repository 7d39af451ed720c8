/// Whether the ids of one user are taken for one user.
public enum IdentityRule: String, CaseIterable, Sendable {
  /// What the log says of ids makes unions of them, and events are grouped by these.
  case on
  /// Events are grouped by the id that stands on them.
  case off
}
