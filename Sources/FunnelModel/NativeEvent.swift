/// The event names that funnel's own logging uses, and what they say (section 3).
public enum NativeEvent: String, CaseIterable, Sendable {
  /// The flow began.
  case flowStarted = "onboarding_started"
  /// A step began.
  case stepStarted = "onboarding_step_started"
  /// A step was shown.
  case stepViewed = "onboarding_step_viewed"
  /// A step was completed, or skipped where `skipped` is true.
  case stepCompleted = "onboarding_step_completed"
  /// A step was skipped.
  case stepSkipped = "onboarding_step_skipped"
  /// The flow was finished.
  case flowCompleted = "onboarding_completed"
  /// The flow was left.
  case dismissed = "onboarding_dismissed"
  /// The flow was skipped as a whole, which is to leave it.
  case flowSkipped = "onboarding_skipped"

  /// What it says of the flow, or nil for an event of a step.
  public var flowSignal: FlowSignal? {
    switch self {
    case .flowStarted: .flowStarted
    case .flowCompleted: .flowCompleted
    case .dismissed, .flowSkipped: .dismissed
    case .stepStarted, .stepViewed, .stepCompleted, .stepSkipped: nil
    }
  }

  /// What it says of its step, or nil for an event of the flow.
  public func stepSignal(skipped: Bool) -> StepSignal? {
    switch self {
    case .stepStarted, .stepViewed: .started
    case .stepCompleted: skipped ? .skipped : .completed
    case .stepSkipped: .skipped
    case .flowStarted, .flowCompleted, .dismissed, .flowSkipped: nil
    }
  }
}
