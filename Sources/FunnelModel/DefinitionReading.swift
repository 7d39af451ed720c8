/// What reading a definition file came to: all its faults, not the first alone.
public struct DefinitionReading: Hashable, Sendable {
  /// What the file says; nil where there is a fault.
  public let file: DefinitionFile?
  /// What keeps the file from being used, in its order.
  public let faults: [DefinitionFault]
  /// What is allowed but most likely not meant, in the file's order.
  public let hints: [DefinitionHint]

  /// Reads a definition (section 8).
  ///
  /// Beyond the specification: a number stands for its own text wherever a name is asked for; where a key stands twice
  /// the last one holds (a hint); `null` is the same as leaving a key out where the key may be the app's own, and a fault
  /// in `match`, `analysis`, `source` and `variants`; a tip that is no text and a version that is neither text nor number
  /// are left alone (a hint); a value of `where` that can match nothing is kept as that (a hint); a step's `match` must
  /// name a signal.
  public init(_ bytes: [UInt8]) {
    var reader = DefinitionReader()
    let file = reader.file(bytes)
    faults = reader.faults.sorted { ($0.place, $0.keyPath) < ($1.place, $1.keyPath) }
    hints = reader.hints.sorted { ($0.place, $0.keyPath) < ($1.place, $1.keyPath) }
    self.file = faults.isEmpty ? file : nil
  }
}
