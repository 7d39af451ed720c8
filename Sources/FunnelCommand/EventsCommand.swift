import EventLog
import FunnelEngine
import FunnelModel
import FunnelReport

/// `funnel events`: logs in, what stands in them out.
struct EventsCommand {
  private let request: Request
  private let plan: AnalyzePlan
  private let io: CommandIO
  private let format: SurveyFormat

  init(_ request: Request, io: CommandIO) throws(CommandFailure) {
    self.request = request
    self.io = io
    plan = try AnalyzePlan(request, io: io)
    switch request.format {
    case .csv: format = .csv
    case .markdown: format = .markdown
    case nil: format = io.outputTerminal == nil ? .csv : .markdown
    case let other?:
      throw .usage(
        .wrongValue(option: "format", value: other.rawValue, expected: "csv or markdown for events", nearest: nil))
    }
  }

  /// Reads, prints.
  func run() throws(CommandFailure) {
    let diagnostics = Diagnostics(sink: io.error, isQuiet: request.isQuiet)
    let (survey, reading) = try survey()
    for line in SourceNotes(reading, isForced: plan.reading.format != nil).lines { diagnostics.note(line) }
    diagnostics.rejects(of: reading)
    try io.printOut(SurveyReport(survey).write(format))
  }

  private func survey() throws(CommandFailure) -> (survey: LogSurvey, summary: ReadingSummary) {
    do {
      let logs = try LogReader.open(plan.logs + LogFolder.logs(below: plan.folders))
      let showsProgress = io.errorIsTerminal && !request.isQuiet
      let progress = showsProgress ? Progress(sink: io.error, total: Progress.total(of: logs)) : nil
      defer { progress?.end() }
      let ids = IdentityCollector(plan: plan.analysis)
      return try LogReader.survey(
        logs, plan: plan.reading, receiver: ids, number: IdentityCollector.number, users: { ids.users },
        progress: progress?.report)
    } catch {
      throw .log(error)
    }
  }
}
