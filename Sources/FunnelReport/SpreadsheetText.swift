import FunnelModel

/// Text as a cell of a workbook holds it.
enum SpreadsheetText {
  /// The most UTF-16 units that a cell of a spreadsheet holds.
  static let longest = 32_767

  /// The text escaped for XML, cut where a cell could not hold it.
  ///
  /// What XML cannot hold is written as the format's own `_x0007_`, and what looks like that in the text has its first `_`
  /// written so. A CR is a character reference, since XML would read it as LF.
  static func escaped(_ text: ByteText) -> String {
    var output = ""
    let scalars = Array(cut(text.string).unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "\r": output += "&#13;"
      case "\n", "\t": output.unicodeScalars.append(scalar)
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": output += escape(scalar)
      case "_" where looksEscaped(scalars[place...]): output += escape(scalar)
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  private static func cut(_ text: String) -> String {
    guard text.utf16.count > longest else { return text }
    var units = 0
    let kept = text.unicodeScalars.prefix { scalar in
      units += UTF16.width(scalar)
      return units < longest
    }
    return String(kept) + "…"
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "_x" + String(repeating: "0", count: 4 - digits.count) + digits + "_"
  }

  private static func looksEscaped(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let head = scalars.prefix(7)
    guard head.count == 7, head.dropFirst().first == "x", head.last == "_" else { return false }
    return head.dropFirst(2).prefix(4).allSatisfy(\.properties.isASCIIHexDigit)
  }
}
