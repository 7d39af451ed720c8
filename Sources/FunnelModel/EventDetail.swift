/// What is kept of each event beyond what a report counts: nothing, so that a report pays for nothing, or its name.
public enum EventDetail: Sendable {
  /// Nothing.
  case none
  /// Its name and the step it names, to tell what people did after the last event that moved their attempt.
  case following
  /// The same, and every unit as it was walked, to tell why one user counts as they do.
  case everything
}
