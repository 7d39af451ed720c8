import FunnelModel

/// `funnel completions`: the script by which a shell completes the program's words.
struct CompletionsCommand {
  private let shell: Shell
  private let io: CommandIO

  init(_ request: Request, io: CommandIO) throws(CommandFailure) {
    guard let word = request.operands.first else {
      throw .usage(.missingOperand(.completions, what: "the name of a shell"))
    }
    if request.operands.count > 1 { throw .usage(.extraOperand(.completions, request.operands[1])) }
    guard let shell = Shell(rawValue: word) else {
      let nearest = Suggestion.nearest(to: word, among: Shell.allCases.map(\.rawValue))
      throw .usage(.unknownShell(word, nearest: nearest))
    }
    self.shell = shell
    self.io = io
  }

  /// Prints the script.
  func run() throws(CommandFailure) {
    try io.printOut(shell.completions)
  }
}
