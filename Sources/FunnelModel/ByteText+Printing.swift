extension ByteText {
  /// The text in single quotes on one line, for a message: control characters escaped, cut after 80 characters.
  public var inQuotes: String {
    var quoted = "'"
    for (index, scalar) in string.unicodeScalars.enumerated() {
      guard index < 80 else {
        quoted += "…"
        break
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: quoted += scalar.escaped(asASCII: true)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }
}
