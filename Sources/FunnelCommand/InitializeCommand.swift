import FunnelEngine
import FunnelModel

/// `funnel init`: logs in, the flow they show out, as a definition to start from.
struct InitializeCommand {
  private let request: Request
  private let plan: AnalyzePlan
  private let io: CommandIO

  init(_ request: Request, io: CommandIO) throws(CommandFailure) {
    self.request = request
    self.io = io
    plan = try AnalyzePlan(request, io: io)
  }

  /// Reads, infers, prints.
  func run() throws(CommandFailure) {
    let (analysis, _) = try LogRun(plan: plan, request: request, io: io).run()
    var file = DefinitionFile(definition: analysis.definition)
    file.analysis = AnalysisSettings(rules: analysis.rules)
    try io.printOut(file.text)
  }
}
