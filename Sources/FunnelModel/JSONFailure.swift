/// Why bytes are no JSON document, and where.
public struct JSONFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// The document ends too early.
    case unexpectedEnd(expected: Expectation)
    /// Something else stands where this was expected.
    case unexpected(UInt8, expected: Expectation)
    /// A control character stands in a string without an escape.
    case controlCharacter(UInt8)
    /// A backslash before something that is no escape.
    case badEscape
    /// Half of a surrogate pair.
    case loneSurrogate
    /// Nested deeper than `JSONValue.deepest`.
    case tooDeep
  }

  /// What the grammar asks for at a place.
  public enum Expectation: String, Hashable, Sendable {
    /// Any value.
    case value = "a value"
    /// A value, or the end of an empty list.
    case valueOrEnd = "a value or ']'"
    /// A key.
    case key = "a key in double quotes"
    /// A key, or the end of an empty object.
    case keyOrEnd = "a key in double quotes or '}'"
    /// The colon between key and value.
    case colon = "':' after a key"
    /// More of an object or its end.
    case commaOrBrace = "',' or '}' after a member"
    /// More of a list or its end.
    case commaOrBracket = "',' or ']' after an element"
    /// A digit of a number.
    case digit = "a digit"
    /// The end of a string.
    case quote = "the string's closing '\"'"
    /// The four digits of a Unicode escape.
    case hexadecimal = "four hexadecimal digits after '\\u'"
    /// Nothing more.
    case end = "nothing after the document's value"
  }

  /// What is wrong.
  public var problem: Problem
  /// Where it was seen.
  public var place: TextPlace

  /// A document that is no JSON.
  public init(_ problem: Problem, place: TextPlace) {
    self.problem = problem
    self.place = place
  }
}

extension JSONFailure: CustomStringConvertible {
  /// What is wrong in words, without the place.
  public var description: String {
    switch problem {
    case .invalidUTF8: "the bytes are not UTF-8"
    case .unexpectedEnd(let expected): "expected \(expected.rawValue), found the end of the file"
    case .unexpected(let byte, let expected): "expected \(expected.rawValue), found \(Self.name(of: byte))"
    case .controlCharacter(let byte): "\(Self.name(of: byte)) must be written as an escape in a string"
    case .badEscape: "a backslash here must be followed by one of \" \\ / b f n r t u"
    case .loneSurrogate: "half of a surrogate pair"
    case .tooDeep: "nested deeper than \(JSONValue.deepest) levels"
    }
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\n"): "a line end"
    case UInt8(ascii: "\t"): "a tab"
    case 0x20...0x7E: "'\(Character(UnicodeScalar(byte)))'"
    default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
