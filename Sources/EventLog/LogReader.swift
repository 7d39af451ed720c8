import Dispatch
public import FunnelModel

/// Reads logs: from files and streams to batches of events.
public enum LogReader {
  /// Opens all logs before anything is read; `-` is standard input.
  ///
  /// The first that cannot be opened is the one that is thrown. A file that is named twice, also by a link to it, is one log,
  /// which has the second as one of its `otherNames`: its events happened once. Standard input named twice is read once: the
  /// second time there is nothing left of it.
  public static func open(_ names: [String]) throws(LogFailure) -> [OpenLog] {
    var logs: [OpenLog] = []
    var places: [OpenLog.Identity: Int] = [:]
    for name in names {
      let log = try OpenLog.open(name)
      if let identity = log.identity {
        if let place = places[identity] {
          logs[place].otherNames.append(name)
          continue
        }
        places[identity] = logs.count
      }
      let isRepeated = name == "-" && logs.contains { $0.name == name }
      logs.append(isRepeated ? log.atItsEnd : log)
    }
    return logs
  }

  /// Opens all logs so that they can be read again and again: what can be read only once is copied to a nameless file in a
  /// folder, as long as it is.
  public static func open(_ names: [String], keepingStreamsIn folder: String) throws(LogFailure) -> [OpenLog] {
    var logs: [OpenLog] = []
    for log in try open(names) { logs.append(try log.kept(in: folder)) }
    return logs
  }

  /// Reads the logs, with one worker per receiver, at least one.
  ///
  /// A worker hands its events to its own receiver, a batch at a time; which of them gets which event is left to chance,
  /// so nothing may depend on it. `progress` is called now and then, from any worker, with the bytes read so far. A
  /// receiver that asks to stop ends the reading soon; the summary is then of what was read until there.
  ///
  /// A file that is cut short meanwhile ends where it ends; of one that grows it is read what it held when it was opened,
  /// and the rest of the last line that begins there. Memory is bounded: some fixed buffers per worker, which grow only
  /// for a longer line, up to the plan's `maxLineBytes` (a gibibyte at most).
  public static func read(
    _ logs: [OpenLog], plan: ReadingPlan, receivers: [any EventReceiver], progress: (@Sendable (Int) -> Void)?
  ) throws(LogFailure) -> ReadingSummary {
    try read(logs, plan: plan, receivers: receivers, limits: ReadingLimits(), progress: progress)
  }

  static func read(
    _ logs: [OpenLog], plan: ReadingPlan, receivers: [any EventReceiver], limits: ReadingLimits,
    surveyor: Surveyor? = nil, progress: (@Sendable (Int) -> Void)? = nil
  ) throws(LogFailure) -> ReadingSummary {
    precondition(!receivers.isEmpty, "a log is read by one worker at least")
    let tables = FieldTables(plan: plan)
    let recordPlans = RecordPlans(plan: plan)
    let course = ReadingCourseKeeper(progress: progress)
    let workers = receivers.map {
      ReadingWorker(
        plan: plan, tables: tables, recordPlans: recordPlans, limits: limits, receiver: $0, surveyor: surveyor)
    }
    let looks = try LogLooks(logs, plan: plan, limits: limits)
    var place = 0
    while place < logs.count, !course.isStopped {
      let run = looks.run(from: place)
      switch looks.way(of: place) {
      case .spans:
        let reading = SpanReading(
          logs[run], shapes: looks.shapes[run], limits: limits, maxLineBytes: limits.maxLineBytes(of: plan),
          course: course)
        inParallel(workers.prefix(reading.count)) { reading.work($0) }
      case .wholes:
        let reading = WholeReading(logs, run, looks: looks, plan: plan, limits: limits, course: course)
        if run.count == 1 {
          reading.readAlone(workers)
        } else {
          inParallel(workers.prefix(run.count)) { reading.work($0) }
        }
      }
      place = run.upperBound
    }
    try course.check()
    var summary = ReadingSummary(logs: logs, plan: plan, workers: workers, course: course)
    summary.sources = course.sources(of: logs, or: looks.shapes)
    return summary
  }

  private static func inParallel(_ workers: ArraySlice<ReadingWorker>, _ work: @Sendable (ReadingWorker) -> Void) {
    if workers.count == 1, let worker = workers.first {
      work(worker)
    } else {
      DispatchQueue.concurrentPerform(iterations: workers.count) { work(workers[$0]) }
    }
  }
}
