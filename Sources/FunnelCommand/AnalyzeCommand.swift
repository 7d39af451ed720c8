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
  func run() throws(CommandFailure) {
    let folder = try outputFolder()
    let logRun = LogRun(plan: plan, request: request, io: io)
    let (analysis, reading) = try logRun.run()
    for note in Notes(analysis: analysis, plan: plan.analysis).lines { logRun.diagnostics.note(note) }
    let report = Report(analysis: analysis, reading: reading, settings: plan.settings(io: io))
    switch plan.destination {
    case .standardOutput(let format, let table):
      try io.printOut(report.write(format, table: table))
    case .folder:
      do throws(FolderFailure) {
        try folder?.deliver(report.files())
      } catch {
        throw .folder(error)
      }
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
