import FunnelEngine
import FunnelModel
import FunnelReport

/// What a valid request comes to: what is read, how it is counted, where the report goes.
struct AnalyzePlan {
  /// Where the report goes.
  enum Destination: Equatable {
    /// To standard output, in one format; of those that hold one table, with this one.
    case standardOutput(ReportFormat, TableName)
    /// Into a folder, every table and the whole report.
    case folder(String)
  }

  /// The logs as the user named them, `-` for standard input.
  var logs: [String]
  /// The folders of which every log below is read.
  var folders: [String]
  /// Whose events the definition says the logs hold.
  private var format: SourceFormat?
  /// What is taken out of their lines.
  var reading: ReadingPlan
  /// What is worked out of it.
  var analysis: AnalysisPlan
  /// The share of rejected lines above which there is no report.
  var maxRejected: Share?
  /// Where the report goes.
  var destination: Destination
  /// How the report's characters are laid out.
  var layout: ReportLayout
  /// From where on something is an anomaly.
  var thresholds = AnomalyThresholds()
  /// The file of days' figures, where one was named.
  var history: HistoryFile?
  /// The severity from which on an anomaly shows in the exit status.
  var failOn: Severity?

  /// The plan of a request whose words are right each by itself; an option wins over the definition file.
  ///
  /// - Throws: a fault of words that do not go together, or a definition that is wrong or cannot be read. No log and no
  ///   output is touched.
  init(_ request: Request, io: CommandIO) throws(CommandFailure) {
    do {
      logs = try Self.logs(of: request)
      folders = request.folders
      destination = try Self.destination(of: request, isTerminal: io.outputTerminal != nil)
      layout = try ReportLayout(request, destination: destination)
      let bounds = try Bounds(request)
      analysis = AnalysisPlan()
      reading = ReadingPlan()
      bounds.apply(to: &analysis, &reading)
    } catch {
      throw .usage(error)
    }
    maxRejected = request.maxRejected
    if let file = request.definition { adopt(try DefinitionFile.load(file)) }
    analysis.identity = request.identity
    if let file = request.identities {
      if request.identity == .off {
        let advice = "leave one of the two out"
        throw .usage(.noEffect(option: "identities", with: "--identity off", advice: advice))
      }
      analysis.identities = try IdentityMap.load(file)
    }
    adopt(request)
    analysis.memory = request.memoryBytes.map { MemoryBudget(bytes: $0, folder: io.temporaryFolder) }
    let threads = min(request.threads ?? min(max(1, io.processors), 64), analysis.memory?.workerLimit ?? .max)
    analysis.threads = threads
    reading.threads = threads
    analysis.days = days(of: request)
    if request.command == .analyze, writesPage { analysis.eventDetail = .following }
    reading.values = analysis.values
    reading.latestTime = io.now + .seconds(86_400)
    reading.keepsRejectedText = request.showsLines
    adoptReading(request)
  }

  private mutating func adoptReading(_ request: Request) {
    if let bytes = request.maxLineBytes { reading.maxLineBytes = bytes }
    reading.looksFirst = true
    reading.format = request.source ?? format
    reading.experiment = request.experiment
    if let clock = request.clock { reading.clock = clock }
  }

  private static func logs(of request: Request) throws(UsageFailure) -> [String] {
    if request.operands.isEmpty, request.folders.isEmpty {
      throw .missingOperand(request.command, what: "a log, or '-' for standard input")
    }
    if request.operands.count(where: { $0 == "-" }) > 1 { throw .standardInputTwice }
    return request.operands
  }

  private static func destination(of request: Request, isTerminal: Bool) throws(UsageFailure) -> Destination {
    if let folder = request.output { return .folder(folder) }
    let standard: ReportFormat = isTerminal && request.table == nil ? .text : .csv
    let format = request.format ?? standard
    if format == .xlsx, isTerminal { throw .workbookOnTerminal }
    if !format.holdsOneTable, request.table != nil {
      let advice = "it holds all tables; leave it out"
      throw .noEffect(option: "table", with: "--format \(format.rawValue)", advice: advice)
    }
    return .standardOutput(format, request.table ?? .steps)
  }

  /// Whether the report is written as a page, which tells what people did next and so needs events' names.
  private var writesPage: Bool {
    switch destination {
    case .standardOutput(let format, _): format == .html
    case .folder: true
    }
  }

  /// How much of single days the report and the history ask for.
  private func days(of request: Request) -> DayDetail {
    if history != nil { return .all }
    guard request.command == .analyze else { return .none }
    guard failOn == nil, case .standardOutput(let format, let table) = destination, format.holdsOneTable else {
      return .all
    }
    switch table {
    case .variants, .sessions, .quality: return .none
    case .steps, .comparisons, .anomalies, .trend: return .all
    }
  }

  private mutating func adopt(_ file: DefinitionFile) {
    analysis.definition = file.definition
    file.analysis.apply(to: &analysis.rules)
    file.source.apply(to: &reading.places)
    reading.fields = file.source.fields
    format = file.source.format
  }

  private mutating func adopt(_ request: Request) {
    func put<Value>(_ value: Value?, into path: WritableKeyPath<AnalysisRules, Value>) {
      if let value { analysis.rules[keyPath: path] = value }
    }
    put(request.order, into: \.order)
    put(request.entry, into: \.entry)
    put(request.unit, into: \.unit)
    put(request.mixed, into: \.mixed)
    put(request.sessionBy, into: \.sessionRule)
    put(request.sessionGap, into: \.sessionGap)
    if let advance = request.advance { analysis.rules.advance = advance }
    if let window = request.window { analysis.rules.window = window.span }
    analysis.control = request.control.map { ByteText($0) }
    if let share = request.skipThreshold { thresholds.skip = share.value }
    if let share = request.lossThreshold { thresholds.loss = share.value }
    history = request.history.map(HistoryFile.init)
    failOn = request.failOn
    analysis.only = request.only
    analysis.unitFilters = request.unitFilters
    analysis.totals = request.totals
    if let fields = request.by { analysis.breakdown = fields }
    if analysis.definition?.hasOwnSteps == true, !analysis.breakdown.contains(.variant) {
      analysis.breakdown.insert(.variant, at: 0)
    }
  }
}
