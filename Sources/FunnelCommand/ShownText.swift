import FunnelModel

/// Makes text from outside harmless in a message of one line.
enum ShownText {
  /// The text with control characters, line and direction marks, what is no character (U+FFFE) and stray bytes of a `SystemWord` written as escapes.
  static func escaped(_ text: some StringProtocol) -> String {
    escaped(bytes: SystemWord.bytes(of: text))
  }

  /// The text as `escaped` shows it, in quotes where there would be nothing to see.
  static func word(_ text: some StringProtocol) -> String {
    text.isEmpty ? "''" : escaped(text)
  }

  /// The bytes as text, what is not UTF-8 or would steer a terminal written as escapes.
  static func escaped(bytes: [UInt8]) -> String {
    var shown = ""
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        append(UTF8.decode(encoded), to: &shown)
        offset += encoded.count
      case .error(let length):
        for byte in bytes[offset..<offset + length] { shown += hexadecimal(byte) }
        offset += length
      case .emptyInput:
        return shown
      }
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16)
  }

  private static func append(_ scalar: Unicode.Scalar, to shown: inout String) {
    switch scalar.properties.generalCategory {
    case .unassigned where scalar.properties.isNoncharacterCodePoint:
      shown += "\\u{\(String(scalar.value, radix: 16))}"
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
      shown += UInt8(exactly: scalar.value).map(hexadecimal) ?? "\\u{\(String(scalar.value, radix: 16))}"
    default:
      shown.unicodeScalars.append(scalar)
    }
  }
}
