public import FunnelModel
public import FunnelReport

/// What a run knows of the world around it, so that a test can put another world in its place.
public struct CommandIO: Sendable {
  /// Takes the report.
  public var output: any OutputSink
  /// Takes progress, notes and errors.
  public var error: any OutputSink
  /// The terminal that standard output is; nil for a pipe or a file.
  public var outputTerminal: TerminalStyle?
  /// Whether a person looks at standard error.
  public var errorIsTerminal: Bool
  /// The machine's clock: events more than a day later than it are rejected.
  public var now: Moment
  /// How many processors can work at once.
  public var processors: Int
  /// What stands in the way of leaving files half written.
  public var interruption: any Interruption
  /// Where temporary files go.
  public var temporaryFolder: String

  /// A world of these parts.
  public init(
    output: any OutputSink, error: any OutputSink, outputTerminal: TerminalStyle?, errorIsTerminal: Bool,
    now: Moment, processors: Int, interruption: any Interruption, temporaryFolder: String = "/tmp"
  ) {
    self.output = output
    self.error = error
    self.outputTerminal = outputTerminal
    self.errorIsTerminal = errorIsTerminal
    self.now = now
    self.processors = processors
    self.interruption = interruption
    self.temporaryFolder = temporaryFolder
  }
}
