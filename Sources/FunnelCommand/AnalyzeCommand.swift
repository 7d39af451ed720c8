import FunnelEngine
import FunnelModel
import FunnelReport

/// `funnel analyze`: logs in, a report out.
struct AnalyzeCommand {
  private let request: Request
  private let plan: AnalyzePlan
  private let io: CommandIO

  init(_ request: Request, io: CommandIO) throws(CommandFailure) {
    self.request = request
    self.io = io
    plan = try AnalyzePlan(request, io: io)
  }

  /// Reads, counts, writes; nothing is written before the whole report is there.
  ///
  /// - Returns: `anomaly` where there is one that `--fail-on` names.
  func run() throws(CommandFailure) -> ExitStatus {
    let folder = try outputFolder()
    let history = try readHistory()
    let logRun = LogRun(plan: plan, request: request, io: io)
    let (analysis, reading) = try logRun.run()
    for note in Notes(analysis: analysis, reading: reading, plan: plan).lines { logRun.diagnostics.note(note) }
    var settings = plan.settings(io: io)
    settings.history = history
    let report = Report(analysis: analysis, reading: reading, settings: settings)
    if let file = plan.history {
      let update = try historyUpdate(file, DayHistory(analysis))
      try deliver(report, folder)
      try commit(update)
    } else {
      try deliver(report, folder)
    }
    guard let least = plan.failOn, let worst = report.worstSeverity, worst >= least else { return .done }
    return .anomaly
  }

  private func deliver(_ report: Report, _ folder: OutputFolder?) throws(CommandFailure) {
    switch plan.destination {
    case .standardOutput(let format, let table):
      let text = report.write(format, table: table)
      try check(report)
      do throws(CommandFailure) {
        try io.printOut(text)
      } catch {
        // A reader that has seen enough is no failure: the night is counted all the same.
        guard case .output(.closed) = error else { throw error }
      }
    case .folder:
      let files = report.files()
      try check(report)
      do throws(FolderFailure) {
        try folder?.deliver(files)
      } catch {
        throw .folder(error)
      }
    }
  }

  /// Whether all that the report was made of could be read back from temporary files.
  private func check(_ report: Report) throws(CommandFailure) {
    if let failure = report.analysis.failure { throw .analysis(failure, hint: "") }
  }

  private func readHistory() throws(CommandFailure) -> DayHistory {
    guard let file = plan.history else { return DayHistory() }
    do throws(HistoryFailure) {
      return try file.read()
    } catch {
      throw .history(error)
    }
  }

  private func historyUpdate(_ file: HistoryFile, _ run: DayHistory) throws(CommandFailure) -> HistoryUpdate {
    do throws(HistoryFailure) {
      return try file.prepare(adding: run)
    } catch {
      throw .history(error)
    }
  }

  private func commit(_ update: consuming HistoryUpdate) throws(CommandFailure) {
    do throws(HistoryFailure) {
      try update.commit()
    } catch {
      throw .history(error)
    }
  }

  private func outputFolder() throws(CommandFailure) -> OutputFolder? {
    guard case .folder(let path) = plan.destination else { return nil }
    do {
      return try OutputFolder(path, names: Report.fileNames, interruption: io.interruption)
    } catch {
      throw .folder(error)
    }
  }
}
