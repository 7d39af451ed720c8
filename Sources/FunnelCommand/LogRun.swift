import EventLog
import FunnelEngine
import FunnelModel

/// Reads the logs of a plan and works out their analysis: what `analyze` and `init` have in common.
struct LogRun {
  let plan: AnalyzePlan
  let io: CommandIO
  let diagnostics: Diagnostics
  let showsProgress: Bool

  init(plan: AnalyzePlan, request: Request, io: CommandIO) {
    self.plan = plan
    self.io = io
    diagnostics = Diagnostics(sink: io.error, isQuiet: request.isQuiet)
    showsProgress = io.errorIsTerminal && !request.isQuiet
  }

  /// The analysis, and what reading came to; rejected lines are told on the way.
  func run() throws(CommandFailure) -> (analysis: Analysis, reading: ReadingSummary) {
    try run(with: { EventCollector(plan: plan.analysis) }) { collectors throws(AnalysisFailure) in
      try EventCollector.analyze(collectors, plan: plan.analysis)
    }
  }

  /// What a function makes of the collectors that took all events, one for each worker, and what reading came to.
  func run<Collector: EventReceiver, Result>(
    with collector: () -> Collector, analyze: ([Collector]) throws(AnalysisFailure) -> Result
  ) throws(CommandFailure) -> (analysis: Result, reading: ReadingSummary) {
    let collectors = (0..<plan.reading.threads).map { _ in collector() }
    let reading = try read(into: collectors)
    // What was read of the logs before a temporary file failed is not worth a word.
    if let failure = collectors.lazy.compactMap({ ($0 as? EventCollector)?.failure }).first {
      throw .analysis(failure, hint: "")
    }
    for line in SourceNotes(reading, isForced: plan.reading.format != nil).lines { diagnostics.note(line) }
    diagnostics.rejects(of: reading)
    if let share = plan.maxRejected, share.isExceeded(by: reading.rejectedTotal, of: reading.lines) {
      throw .tooManyRejected(reading, share: share)
    }
    do {
      return (try analyze(collectors), reading)
    } catch {
      throw .analysis(error, hint: hint(reading))
    }
  }

  /// New collectors that took all events of a second reading, which says nothing; refused where a log is no file.
  func readAgain<Collector: EventReceiver>(
    for user: String, with collector: () -> Collector
  ) throws(CommandFailure) -> [Collector] {
    for log in plan.logs where log == "-" || FileCalls.isStream(log) { throw .readOnce(file: log, user: user) }
    let collectors = (0..<plan.reading.threads).map { _ in collector() }
    _ = try read(into: collectors)
    return collectors
  }

  private func read(into collectors: [any EventReceiver]) throws(CommandFailure) -> ReadingSummary {
    do {
      let logs = try LogReader.open(plan.logs + LogFolder.logs(below: plan.folders))
      let progress = showsProgress ? Progress(sink: io.error, total: Progress.total(of: logs)) : nil
      defer { progress?.end() }
      return try LogReader.read(logs, plan: plan.reading, receivers: collectors, progress: progress?.report)
    } catch {
      throw .log(error)
    }
  }

  /// Why there may be no event, and what to do.
  private func hint(_ reading: ReadingSummary) -> String {
    let events = reading.lines - reading.blank - reading.rejectedTotal - reading.identity
    if reading.lines == reading.blank {
      return "the logs are empty; look whether they are the right ones"
    }
    if reading.holdsNoObject {
      return "no line is an object of JSON; look whether these are the right files, and export them as JSON"
    }
    if events == 0 {
      return "every line was rejected; look at the reasons, and name the places of other fields in "
        + "'source.fields' of a definition"
    }
    return "--only and --as-of leave out all \(events) events; loosen them"
  }
}
