import FunnelModel

/// `funnel check`: whether a definition is right, and what it says in words.
struct CheckCommand {
  private let file: String
  private let io: CommandIO

  init(_ request: Request, io: CommandIO) throws(CommandFailure) {
    guard let file = request.operands.first else {
      throw .usage(.missingOperand(.check, what: "a definition"))
    }
    if request.operands.count > 1 { throw .usage(.extraOperand(.check, request.operands[1])) }
    self.file = file
    self.io = io
  }

  /// Prints what would be counted; hints and faults go to standard error, one line each.
  func run() throws(CommandFailure) {
    let reading = DefinitionReading(try DefinitionFile.bytes(of: file))
    let diagnostics = Diagnostics(sink: io.error, isQuiet: false)
    let name = ShownText.escaped(file)
    for hint in reading.hints {
      diagnostics.note("\(name):\(hint.place.line):\(hint.place.column): \(ShownText.escaped("\(hint)"))")
    }
    guard let definition = reading.file else {
      throw .checked(DefinitionFailure(file: file, faults: reading.faults))
    }
    try io.printOut(DefinitionDescription(of: definition).lines.joined(separator: "\n") + "\n")
  }
}
