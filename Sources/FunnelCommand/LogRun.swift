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
    try run(with: { EventCollector(plan: plan.analysis) }) { collectors, plan throws(AnalysisFailure) in
      try EventCollector.analyze(collectors, plan: plan)
    }
  }

  /// What a function makes of the collectors that took all events, one for each worker, and what reading came to.
  ///
  /// `logs` are those of the plan where they are open already.
  func run<Collector: EventReceiver, Result>(
    _ logs: [OpenLog]? = nil, with collector: () -> Collector,
    analyze: ([Collector], AnalysisPlan) throws(AnalysisFailure) -> Result
  ) throws(CommandFailure) -> (analysis: Result, reading: ReadingSummary) {
    let collectors = (0..<plan.reading.threads).map { _ in collector() }
    var reading = try read(logs, into: collectors)
    // What is later than as-of was not known then.
    if let asOf = plan.analysis.asOf { reading.experiments.removeAll { $0.firstTime > asOf } }
    // What was read of the logs before a temporary file failed is not worth a word.
    if let failure = collectors.lazy.compactMap({ ($0 as? EventCollector)?.failure }).first {
      throw .analysis(failure, hint: "")
    }
    for line in SourceNotes(reading, isForced: plan.reading.format != nil).lines { diagnostics.note(line) }
    diagnostics.rejects(of: reading)
    if let share = plan.maxRejected, share.isExceeded(by: reading.rejectedTotal, of: reading.lines) {
      throw .tooManyRejected(reading, share: share)
    }
    let settled = settled(plan.analysis, by: reading)
    if settled.experimentUse == .none, settled.only.contains(where: { $0.field == .variant }) {
      throw .severalExperiments(reading.experiments)
    }
    do {
      return (try analyze(collectors, settled), reading)
    } catch {
      throw .analysis(error, hint: hint(reading))
    }
  }

  /// The plan with what is known only once all is read: arms are variants where the logs tell of one experiment.
  func settled(_ plan: AnalysisPlan, by reading: ReadingSummary) -> AnalysisPlan {
    var plan = plan
    if self.plan.reading.experiment == nil, reading.experiments.count > 1 { plan.experimentUse = .none }
    return plan
  }

  /// New collectors that took all events of a second reading, which says nothing.
  func readAgain<Collector: EventReceiver>(
    _ logs: [OpenLog], with collector: () -> Collector
  ) throws(CommandFailure) -> [Collector] {
    let collectors = (0..<plan.reading.threads).map { _ in collector() }
    _ = try read(logs, into: collectors)
    return collectors
  }

  /// The plan's logs, open; those that can be read only once are kept where they are to be read again.
  func open(toReadAgain: Bool) throws(CommandFailure) -> [OpenLog] {
    do throws(LogFailure) {
      let names = try LogFolder.logs(plan.logs, below: plan.folders)
      return toReadAgain
        ? try LogReader.open(names, keepingStreamsIn: io.temporaryFolder) : try LogReader.open(names)
    } catch {
      throw .log(error)
    }
  }

  private func read(_ opened: [OpenLog]?, into collectors: [any EventReceiver]) throws(CommandFailure) -> ReadingSummary
  {
    let logs = if let opened { opened } else { try open(toReadAgain: false) }
    do {
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
    if reading.rejected[.tooLong, default: 0] == reading.lines - reading.blank {
      return "every line is longer than \(plan.reading.maxLineBytes) bytes; allow longer ones with --max-line"
    }
    if reading.holdsNoObject {
      return "no line is an object of JSON; look whether these are the right files, and export them as JSON"
    }
    if events == 0, reading.rejectedTotal == 0 {
      return
        "the logs hold nothing but records that link ids (\(reading.identity)); name those that hold the events too"
    }
    if events == 0 {
      return "every line was rejected; look at the reasons, and name the places of other fields in "
        + "'source.fields' of a definition"
    }
    return "--only and --as-of leave out all \(events) events; loosen them"
  }
}
