public import FunnelModel

extension LogReader {
  /// What stands in the logs, by one worker; slower than a reading that knows what it looks for.
  ///
  /// Users are told apart by the numbers that `number` gives their ids. `receiver` takes every event, as in a reading; once
  /// all are read `users` gives, for the number of an id, that of the user it belongs to.
  public static func survey(
    _ logs: [OpenLog], plan: ReadingPlan, receiver: any EventReceiver, number: @escaping @Sendable (ByteText) -> UInt64,
    users: () -> (UInt64) -> UInt64, progress: (@Sendable (Int) -> Void)?
  ) throws(LogFailure) -> (survey: LogSurvey, summary: ReadingSummary) {
    let surveyor = Surveyor(number: number)
    let summary = try read(
      logs, plan: plan, receivers: [receiver], limits: ReadingLimits(), surveyor: surveyor, progress: progress)
    return (surveyor.survey(users: users()), summary)
  }
}
