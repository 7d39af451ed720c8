import FunnelModel

/// The program: what `funnel` does for some words, in a world that the caller gives.
public enum FunnelCommand {
  /// The version that `--version` and the report print.
  public static let version = "0.1.0"
  /// The day of that version, for the manual page.
  static let versionDate = "2026-11-30"

  /// Does what the words of a command ask for.
  ///
  /// Standard output takes the report or the help alone; everything else that is to be said goes to standard error, an
  /// error in one line.
  /// - Parameter arguments: the words after the program's name.
  public static func run(arguments: [String], io: CommandIO) -> ExitStatus {
    do throws(CommandFailure) {
      return try perform(arguments, io: io)
    } catch {
      let diagnostics = Diagnostics(sink: io.error, isQuiet: false)
      if case .usage(.noCommand) = error {
        diagnostics.plain(Help.shortUsage)
      } else {
        for line in error.lines { diagnostics.error(line) }
      }
      return error.status
    }
  }

  private static func perform(_ arguments: [String], io: CommandIO) throws(CommandFailure) -> ExitStatus {
    let request = try parse(arguments)
    if request.wantsVersion {
      try io.printOut("funnel \(version)\n")
    } else if request.wantsHelp, request.command != .help {
      try io.printOut(Help.text(of: request.command))
    } else {
      switch request.command {
      case .analyze: return try AnalyzeCommand(request, io: io).run()
      case .check: try CheckCommand(request, io: io).run()
      case .compare: try CompareCommand(request, io: io).run()
      case .completions: try CompletionsCommand(request, io: io).run()
      case .events: try EventsCommand(request, io: io).run()
      case .help: try io.printOut(helpText(request))
      case .initialize: try InitializeCommand(request, io: io).run()
      case .man: try manual(request, io: io)
      case .paths: try PathsCommand(request, io: io).run()
      case .trace: try TraceCommand(request, io: io).run()
      }
    }
    return .done
  }

  private static func parse(_ arguments: [String]) throws(CommandFailure) -> Request {
    do {
      return try RequestParser.parse(arguments)
    } catch {
      throw .usage(error)
    }
  }

  private static func manual(_ request: Request, io: CommandIO) throws(CommandFailure) {
    if let word = request.operands.first { throw .usage(.extraOperand(.man, word)) }
    try io.printOut(ManualPage.text)
  }

  private static func helpText(_ request: Request) throws(CommandFailure) -> String {
    guard let topic = request.operands.first else { return Help.overview }
    if request.operands.count > 1 { throw .usage(.extraOperand(.help, request.operands[1])) }
    if let text = Help.text(ofTopic: topic) { return text }
    let topics = CommandName.allCases.map(\.rawValue) + CommandOption.all.map { "--" + $0.name }
    throw .usage(.unknownTopic(topic, nearest: Suggestion.nearest(to: topic, among: topics)))
  }
}

extension CommandIO {
  /// Writes to standard output.
  func printOut(_ text: String) throws(CommandFailure) {
    try printOut(Array(text.utf8))
  }

  /// Writes to standard output.
  func printOut(_ bytes: [UInt8]) throws(CommandFailure) {
    do {
      try output.write(bytes)
    } catch {
      throw .output(error)
    }
  }
}
