import FunnelEngine
import FunnelModel
import FunnelReport

/// `funnel paths`: what people did next whose attempts ended at a step.
struct PathsCommand {
  private let request: Request
  private let plan: AnalyzePlan
  private let io: CommandIO

  init(_ request: Request, io: CommandIO) throws(CommandFailure) {
    var plan = try AnalyzePlan(request, io: io)
    plan.analysis.eventDetail = .following
    self.request = request
    self.plan = plan
    self.io = io
  }

  /// Reads, counts, prints.
  func run() throws(CommandFailure) {
    guard case .standardOutput(let format, _) = plan.destination else { return }
    let logRun = LogRun(plan: plan, request: request, io: io)
    let (analysis, reading) = try logRun.run()
    for note in Notes(analysis: analysis, reading: reading, plan: plan).lines { logRun.diagnostics.note(note) }
    try io.printOut(PathsReport(analysis: analysis, settings: plan.settings(io: io)).write(format))
  }
}
