extension JSONValue {
  /// The deepest nesting that is read; the document's own value is 1.
  public static let deepest = 1_024

  /// Reads one whole document by RFC 8259, which may begin with a byte order mark.
  ///
  /// Bytes that are not UTF-8 are found before anything else is looked at. Linear in the length.
  public init(reading bytes: [UInt8]) throws(JSONFailure) {
    var reader = JSONReader(bytes: bytes)
    self = try reader.document()
  }
}

/// The reading of one document.
private struct JSONReader {
  /// A list or an object that is not closed yet.
  private struct Open {
    var place: TextPlace
    var isObject: Bool
    var elements: [JSONValue] = []
    var members: [JSONMember] = []
    var key: ByteText?
    var keyPlace = TextPlace.start

    mutating func take(_ value: JSONValue) {
      if let key {
        members.append(JSONMember(key: key, keyPlace: keyPlace, value: value))
        self.key = nil
      } else {
        elements.append(value)
      }
    }

    var closed: JSONValue {
      JSONValue(isObject ? .object(members) : .array(elements), place: place)
    }
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  private var place: TextPlace { TextPlace(line: line, column: position - lineStart + 1) }

  private func failure(_ problem: JSONFailure.Problem) -> JSONFailure { JSONFailure(problem, place: place) }

  private func failure(expected: JSONFailure.Expectation) -> JSONFailure {
    guard let next else { return failure(.unexpectedEnd(expected: expected)) }
    return failure(.unexpected(next, expected: expected))
  }

  /// The document's one value.
  ///
  /// The open lists and objects stand on a stack of their own, so that no nesting can exhaust the thread's.
  mutating func document() throws(JSONFailure) -> JSONValue {
    try checkUTF8()
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var stack: [Open] = []
    while true {
      var value = try valueOrOpening(&stack)
      while let finished = value {
        guard !stack.isEmpty else {
          skipBlanks()
          guard next == nil else { throw failure(expected: .end) }
          return finished
        }
        stack[stack.count - 1].take(finished)
        value = try closing(&stack)
      }
    }
  }

  /// Reads a value, or opens a list or an object and returns nil; an empty one is read whole.
  private mutating func valueOrOpening(_ stack: inout [Open]) throws(JSONFailure) -> JSONValue? {
    skipBlanks()
    let place = place
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = next == UInt8(ascii: "{")
      guard stack.count < JSONValue.deepest else { throw failure(.tooDeep) }
      position += 1
      stack.append(Open(place: place, isObject: isObject))
      skipBlanks()
      if next == UInt8(ascii: isObject ? "}" : "]") {
        position += 1
        return stack.removeLast().closed
      }
      if isObject {
        try key(&stack[stack.count - 1], expected: .keyOrEnd)
      } else if next == nil || next == UInt8(ascii: ",") {
        throw failure(expected: .valueOrEnd)
      }
      return nil
    case UInt8(ascii: "\""): return JSONValue(.string(try string()), place: place)
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
      return JSONValue(.number(try number()), place: place)
    case UInt8(ascii: "t"): return try word("true", .truth(true))
    case UInt8(ascii: "f"): return try word("false", .truth(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw failure(expected: .value)
    }
  }

  /// After a value in a list or an object: the closed one, or nil where another value follows.
  private mutating func closing(_ stack: inout [Open]) throws(JSONFailure) -> JSONValue? {
    let isObject = stack[stack.count - 1].isObject
    skipBlanks()
    switch next {
    case UInt8(ascii: ","):
      position += 1
      skipBlanks()
      if isObject { try key(&stack[stack.count - 1], expected: .key) }
      return nil
    case UInt8(ascii: isObject ? "}" : "]"):
      position += 1
      return stack.removeLast().closed
    default: throw failure(expected: isObject ? .commaOrBrace : .commaOrBracket)
    }
  }

  private mutating func key(_ object: inout Open, expected: JSONFailure.Expectation) throws(JSONFailure) {
    guard next == UInt8(ascii: "\"") else { throw failure(expected: expected) }
    object.keyPlace = place
    object.key = try string()
    skipBlanks()
    guard next == UInt8(ascii: ":") else { throw failure(expected: .colon) }
    position += 1
  }

  private mutating func skipBlanks() {
    while let byte = next {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "\n"):
        position += 1
        line += 1
        lineStart = position
      default: return
      }
    }
  }

  private mutating func word(_ word: StaticString, _ content: JSONValue.Content) throws(JSONFailure) -> JSONValue {
    let start = place
    for expected in Array(word.description.utf8) {
      guard next == expected else {
        throw JSONFailure(
          next.map { .unexpected($0, expected: .value) } ?? .unexpectedEnd(expected: .value), place: place)
      }
      position += 1
    }
    return JSONValue(content, place: start)
  }

  private mutating func number() throws(JSONFailure) -> ByteText {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    return ByteText(bytes: Array(bytes[start..<position]))
  }

  private mutating func digits() throws(JSONFailure) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw failure(expected: .digit) }
  }

  private mutating func string() throws(JSONFailure) -> ByteText {
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return ByteText(bytes: text)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw failure(.controlCharacter(byte))
      default:
        text.append(byte)
        position += 1
      }
    }
    throw failure(expected: .quote)
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFailure) {
    let start = place
    position += 1
    let plain: UInt8
    switch next {
    case nil: throw failure(expected: .quote)
    case UInt8(ascii: "\""): plain = UInt8(ascii: "\"")
    case UInt8(ascii: "\\"): plain = UInt8(ascii: "\\")
    case UInt8(ascii: "/"): plain = UInt8(ascii: "/")
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = UInt8(ascii: "\n")
    case UInt8(ascii: "r"): plain = UInt8(ascii: "\r")
    case UInt8(ascii: "t"): plain = UInt8(ascii: "\t")
    case UInt8(ascii: "u"):
      position += 1
      text.append(contentsOf: String(try unicodeEscape(start)).utf8)
      return
    default: throw JSONFailure(.badEscape, place: start)
    }
    position += 1
    text.append(plain)
  }

  /// The character of an escape whose `\u` was read, with the second half of a pair.
  private mutating func unicodeEscape(_ start: TextPlace) throws(JSONFailure) -> Character {
    let first = try fourDigits()
    if let scalar = UnicodeScalar(first) { return Character(scalar) }
    guard (0xD800..<0xDC00).contains(first), next == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw JSONFailure(.loneSurrogate, place: start) }
    position += 2
    let second = try fourDigits()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONFailure(.loneSurrogate, place: start) }
    return Character(scalar)
  }

  private mutating func fourDigits() throws(JSONFailure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
        throw failure(expected: .hexadecimal)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// Finds the first byte that is no part of UTF-8, by the table of well-formed sequences (Unicode, table 3-7).
  private func checkUTF8() throws(JSONFailure) {
    var line = 1
    var lineStart = 0
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      if lead == UInt8(ascii: "\n") {
        line += 1
        lineStart = index + 1
      }
      guard let length = sequenceLength(at: index) else {
        throw JSONFailure(.invalidUTF8, place: TextPlace(line: line, column: index - lineStart + 1))
      }
      index += length
    }
  }

  private func sequenceLength(at index: Int) -> Int? {
    let lead = bytes[index]
    let length: Int
    let second: ClosedRange<UInt8>
    switch lead {
    case 0..<0x80: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]),
      bytes[(index + 2)..<max(index + 2, index + length)].allSatisfy({ (0x80...0xBF).contains($0) })
    else { return nil }
    return length
  }
}
