/// All that a definition file says: the flow, and what it sets of the rules and of the log.
public struct DefinitionFile: Hashable, Sendable {
  /// The flow.
  public var definition: Definition
  /// What is said of the rules; an option wins over it.
  public var analysis = AnalysisSettings()
  /// What is said of the log; an option wins over it.
  public var source = SourceSettings()

  /// A file that says nothing but the flow.
  public init(definition: Definition) {
    self.definition = definition
  }

  /// Reads a definition (section 8) and throws the first of its faults.
  public init(reading bytes: [UInt8]) throws(DefinitionFault) {
    let reading = DefinitionReading(bytes)
    if let fault = reading.faults.first { throw fault }
    guard let file = reading.file else { preconditionFailure("a definition without a fault was read") }
    self = file
  }
}
