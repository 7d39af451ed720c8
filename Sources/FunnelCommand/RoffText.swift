/// Text as roff reads it.
enum RoffText {
  /// The text of one line, so that it is printed as it stands and can be copied from the page.
  ///
  /// A hyphen would else become a typographic one, quotes and some signs likewise; a line that begins with `.` or `'` would
  /// be a request.
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": output += "\\(rs"
      case "-": output += "\\-"
      case "'": output += "\\(aq"
      case "`": output += "\\(ga"
      case "^": output += "\\(ha"
      case "~": output += "\\(ti"
      case "\"": output += "\\(dq"
      case ".": output += output.isEmpty ? "\\&." : "."
      case " "..<"\u{7F}": output.unicodeScalars.append(scalar)
      default: output += "\\[u\(hexadecimal(scalar.value))]"
      }
    }
    return output
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
