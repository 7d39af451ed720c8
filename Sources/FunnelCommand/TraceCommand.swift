import FunnelEngine
import FunnelModel
import FunnelReport

/// `funnel trace`: why one user counts as they do.
struct TraceCommand {
  /// How wide text is laid out that no terminal shows.
  private static let width = 120

  private let user: String
  private let request: Request
  private let plan: AnalyzePlan
  private let format: ReportFormat
  private let io: CommandIO

  init(_ request: Request, io: CommandIO) throws(CommandFailure) {
    var request = request
    guard request.operands.count > (request.folders.isEmpty ? 1 : 0) else {
      throw .usage(.missingOperand(.trace, what: "a user and a log, or '-' for standard input"))
    }
    user = request.operands.removeFirst()
    format = request.format ?? .text
    request.format = format
    self.request = request
    plan = try AnalyzePlan(request, io: io)
    self.io = io
  }

  /// Reads everything, follows the one user, prints.
  func run() throws(CommandFailure) {
    let logRun = LogRun(plan: plan, request: request, io: io)
    let id = ByteText(user)
    let logs = try logRun.open(toReadAgain: plan.analysis.identity != .off)
    let (found, reading) = try logRun.run(logs, with: { TraceCollector(plan: plan.analysis, user: id) }) {
      collectors, plan throws(AnalysisFailure) in
      try TraceCollector.trace(collectors, plan: plan)
    }
    let analysis = found.analysis
    var trace = found.user
    if let union = found.union {
      // Which ids are the user's is known only once all is read.
      let collectors = try logRun.readAgain(logs) {
        TraceCollector(plan: plan.analysis, user: id, union: union)
      }
      trace = TraceCollector.trace(collectors, plan: logRun.settled(plan.analysis, by: reading), in: analysis)
    }
    guard let trace else { throw .unknownUser(user) }
    for note in Notes(analysis: analysis, reading: reading, plan: plan).lines { logRun.diagnostics.note(note) }
    let settings = plan.settings(io: io, width: Self.width)
    try io.printOut(TraceReport(trace: trace, analysis: analysis, settings: settings).write(format))
  }
}
