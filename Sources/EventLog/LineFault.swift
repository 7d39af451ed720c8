import FunnelModel

/// What is wrong with a line, and at which byte of the buffer it shows.
struct LineFault {
  /// The wrong that a rejected line holds, without any of its text but the one offending byte.
  enum Wrong {
    case tooLong(limit: Int)
    case notUTF8
    case expected(Expectation, found: UInt8)
    case endsWithinString
    case controlCharacter(UInt8)
    case unknownEscape(UInt8)
    case loneSurrogate
    case leadingZero
    case tooDeep
    case notAnObject
    case missing(RejectReason)
    /// What would be the event is packed.
    case packedPayload
    /// A part of a line whose rest never came.
    case unfinishedLine
    case badTime(TimeFault)
    case futureTime
  }

  /// What the grammar asks for.
  enum Expectation: String {
    case value = "a value"
    case key = "a key in quotes"
    case colon = "':' after a key"
    case commaOrBrace = "',' or '}' after a member"
    case commaOrBracket = "',' or ']' after an element"
    case digit = "a digit"
    case hexadecimalDigit = "a hexadecimal digit"
    case `true` = "true"
    case `false` = "false"
    case null = "null"
    case lineEnd = "the line's end after its object"
  }

  var wrong: Wrong
  var position: Int

  /// The reason that it counts for.
  var reason: RejectReason {
    switch wrong {
    case .tooLong: .tooLong
    case .notUTF8: .invalidUTF8
    case .expected, .endsWithinString, .controlCharacter, .unknownEscape, .loneSurrogate, .leadingZero, .tooDeep,
      .unfinishedLine:
      .invalidJSON
    case .packedPayload: .missingEvent
    case .notAnObject: .notObject
    case .missing(let reason): reason
    case .badTime: .badTime
    case .futureTime: .futureTime
    }
  }

  /// The wrong in words.
  var detail: String {
    switch wrong {
    case .tooLong(let limit): "the line is longer than \(limit) bytes"
    case .notUTF8: "this byte is no UTF-8"
    case .expected(let expectation, let byte): "expected \(expectation.rawValue), found \(LineFault.shown(byte))"
    case .endsWithinString: "the line ends within a string"
    case .controlCharacter(let byte): "control character \(LineFault.shown(byte)) in a string"
    case .unknownEscape(let byte): "unknown escape: found \(LineFault.shown(byte)) after '\\'"
    case .loneSurrogate: "half of a surrogate pair stands alone"
    case .leadingZero: "a number begins with a needless 0"
    case .tooDeep: "nested deeper than \(LineScanner.greatestDepth)"
    case .notAnObject: "the line is no JSON object"
    case .missing(.missingEvent): "the event has no name"
    case .missing(.missingUser): "the event has no user"
    case .missing: "the event has no time"
    case .packedPayload:
      "what the record holds is packed with gzip, which is not unpacked within a record; unpack it first"
    case .unfinishedLine: "a part of a line whose rest never comes"
    case .badTime(let fault): fault.rawValue
    case .futureTime: "the time is more than a day later than this machine's clock"
    }
  }

  /// A byte as a message shows it: itself in quotes where it can be printed.
  private static func shown(_ byte: UInt8) -> String {
    switch byte {
    case Ascii.lineFeed: return "the line's end"
    case 0x20...0x7E: return "'\(Character(UnicodeScalar(byte)))'"
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "'\\x\(digits.count < 2 ? "0" : "")\(digits)'"
    }
  }
}

/// Why a value is no time that counts.
enum TimeFault: String {
  case kind = "the time is neither a string nor a number"
  case form = "the time has no known form"
  case date = "the time does not exist"
  case range = "the time is outside the years 2000 to 2099"
}
