import FunnelModel

extension ByteText {
  /// The text with all that cannot be seen, or would move what stands around it, made visible.
  ///
  /// Control characters and line ends become their pictures (`␊`), marks that turn the direction of writing, other
  /// invisible format characters and what is no character (U+FFFE), which no page may hold, their number (`\u{202E}`). The joiners that emoji and many scripts need stay.
  var visible: String {
    var output = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\u{200C}", "\u{200D}": output.unicodeScalars.append(scalar)
      case "\u{0}"..<"\u{20}": output.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value)!)
      case "\u{7F}": output += "␡"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          output += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        case .unassigned where scalar.properties.isNoncharacterCodePoint:
          output += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        default: output.unicodeScalars.append(scalar)
        }
      }
    }
    return output
  }
}
