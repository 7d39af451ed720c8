import FunnelModel

extension DefinitionFile {
  /// The definition in a file.
  ///
  /// - Throws: that the file cannot be read, or all faults of what it holds.
  static func load(_ file: String) throws(CommandFailure) -> DefinitionFile {
    let reading = DefinitionReading(try bytes(of: file))
    guard let definition = reading.file else {
      throw .definition(DefinitionFailure(file: file, faults: reading.faults))
    }
    return definition
  }

  /// The bytes of a definition file; `-` is none, since it would be taken for standard input.
  static func bytes(of file: String) throws(CommandFailure) -> [UInt8] {
    if file == "-" { throw .usage(.definitionFromStandardInput) }
    do {
      return try FileCalls.read(file)
    } catch {
      throw .unreadableDefinition(file: file, code: error.code)
    }
  }
}

/// What is wrong with a definition.
struct DefinitionFailure: Equatable {
  /// The file as the user named it.
  let file: String
  /// In the file's order; at least one.
  let faults: [DefinitionFault]

  /// One line for each fault: file, line, column, the key's path, what to do.
  var lines: [String] {
    faults.map { "\(ShownText.escaped(file)):\($0.place.line):\($0.place.column): \(ShownText.escaped("\($0)"))" }
  }

  /// The first fault in one line, and where the others are to be had.
  var line: String {
    let others = faults.count - 1
    if others == 0 { return lines[0] }
    let faults = others == 1 ? "fault" : "faults"
    return lines[0] + " (and \(others) more \(faults): funnel check \(ShownText.escaped(file)))"
  }
}
