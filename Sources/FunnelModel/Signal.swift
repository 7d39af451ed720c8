/// What an event says of a step.
///
/// The raw value is the rank of the specification's section 5.
public enum StepSignal: UInt8, CaseIterable, Hashable, Sendable {
  /// The step was shown or begun.
  case started = 0
  /// The step was finished.
  case completed = 1
  /// The step was passed without being done.
  case skipped = 2
}

/// What an event says of the flow as a whole.
///
/// The raw value is the rank of the specification's section 5.
public enum FlowSignal: UInt8, CaseIterable, Hashable, Sendable {
  /// The flow began.
  case flowStarted = 0
  /// The flow was left.
  case dismissed = 3
  /// The flow says that it was finished.
  case flowCompleted = 4

  /// The word for it in definitions and reports.
  public var name: String {
    switch self {
    case .flowStarted: "flow_started"
    case .dismissed: "dismissed"
    case .flowCompleted: "flow_completed"
    }
  }
}
