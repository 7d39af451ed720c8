public import FunnelModel

extension LogReader {
  /// What stands in the logs, by one worker; slower than a reading that knows what it looks for.
  public static func survey(
    _ logs: [OpenLog], plan: ReadingPlan, progress: (@Sendable (Int) -> Void)?
  ) throws(LogFailure) -> (survey: LogSurvey, summary: ReadingSummary) {
    let surveyor = Surveyor()
    let summary = try read(
      logs, plan: plan, receivers: [NoReceiver()], limits: ReadingLimits(), surveyor: surveyor, progress: progress)
    return (surveyor.survey, summary)
  }
}

/// Takes events and keeps none.
private final class NoReceiver: EventReceiver {
  func receive(_ batch: EventBatch) -> ReadingCourse { .goOn }
}
