/// Why the engine can give no report.
public enum AnalysisFailure: Error, Equatable, Sendable {
  /// No event was accepted.
  case noEventAccepted
  /// There is no definition, and no step event to infer one from.
  case noStepToInfer
  /// There is no definition, and each step was met by fewer than 1 in 200 of the users with step signals.
  case everyStepIsRare
  /// What did not fit into the memory could not be written or read back; the code is the system's `errno`.
  case temporaryFile(folder: String, code: Int32)
}
