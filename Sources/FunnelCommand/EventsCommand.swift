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
    let asked = request.format.flatMap { SurveyFormat(rawValue: $0.rawValue) }
    format = asked ?? (io.outputTerminal == nil ? .csv : .markdown)
  }

  /// Reads, prints.
  func run() throws(CommandFailure) {
    let diagnostics = Diagnostics(sink: io.error, isQuiet: request.isQuiet)
    let (survey, reading) = try survey()
    for line in SourceNotes(reading, isForced: plan.reading.format != nil).lines { diagnostics.note(line) }
    diagnostics.rejects(of: reading)
    for note in notes(survey) { diagnostics.note(note) }
    try io.printOut(SurveyReport(survey).write(format))
  }

  /// What the tables leave out.
  private func notes(_ survey: LogSurvey) -> [String] {
    let fields = survey.events.filter { $0.otherFields > 0 }.map { event in
      "of '\(ShownText.escaped(event.name.string))' \(event.fields.count) fields are shown, those that the logs hold first, and "
        + "\(event.otherFields) are left out"
    }
    return [SurveyReport(survey).leftOut].compactMap(\.self) + fields
  }

  private func survey() throws(CommandFailure) -> (survey: LogSurvey, summary: ReadingSummary) {
    do {
      let logs = try LogReader.open(LogFolder.logs(plan.logs, below: plan.folders))
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
