/// Why the engine can give no report.
public enum AnalysisFailure: Error, Equatable, Sendable {
  /// No event was accepted.
  case noEventAccepted
  /// There is no definition, and no step event to infer one from.
  case noStepToInfer
}
