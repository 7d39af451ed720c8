extension JSONValue {
  /// The widest that a list or an object of plain values may be to stand on one line.
  private static let lineWidth = 100

  /// The document printed for people, with a line end.
  ///
  /// Two spaces a level; what holds only plain values and lists of them stands on one line where it fits.
  public var text: String {
    var text = ""
    print(into: &text, indentation: 0)
    return text + "\n"
  }

  /// The string in double quotes on one line, control characters escaped.
  public static func quoted(_ text: ByteText) -> String {
    var quoted = "\""
    for scalar in text.string.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.endsLineOrControls:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private var isPlain: Bool {
    switch content {
    case .object: false
    case .array(let elements):
      elements.allSatisfy {
        if case .array = $0.content { false } else { $0.isPlain }
      }
    case .null, .truth, .number, .string: true
    }
  }

  private func print(into text: inout String, indentation: Int) {
    switch content {
    case .null: text += "null"
    case .truth(let truth): text += truth ? "true" : "false"
    case .number(let number): text += number.string
    case .string(let string): text += Self.quoted(string)
    case .array(let elements):
      Self.print(elements.map { ("", $0) }, between: ("[", "]"), into: &text, indentation: indentation)
    case .object(let members):
      let parts = members.map { (Self.quoted($0.key) + ": ", $0.value) }
      Self.print(parts, between: ("{", "}"), into: &text, indentation: indentation)
    }
  }

  private static func print(
    _ parts: [(label: String, value: JSONValue)], between ends: (String, String), into text: inout String,
    indentation: Int
  ) {
    if parts.allSatisfy(\.value.isPlain) {
      var line = ends.0
      for (index, part) in parts.enumerated() {
        line += (index > 0 ? ", " : "") + part.label
        part.value.print(into: &line, indentation: 0)
      }
      line += ends.1
      if parts.count < 2 || indentation + line.utf8.count <= lineWidth {
        text += line
        return
      }
    }
    text += ends.0
    for (index, part) in parts.enumerated() {
      text += (index > 0 ? ",\n" : "\n") + String(repeating: " ", count: indentation + 2) + part.label
      part.value.print(into: &text, indentation: indentation + 2)
    }
    text += "\n" + String(repeating: " ", count: indentation) + ends.1
  }
}

extension UnicodeScalar {
  /// Whether it must not reach a terminal or a line of output as it is.
  fileprivate var endsLineOrControls: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
