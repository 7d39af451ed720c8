public import FunnelModel

/// A JSON value as it stands in a text: numbers by their own text, objects with their keys in order.
public indirect enum PlainJSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case truth(Bool)
  /// A number's own text.
  case number(ByteText)
  /// A string, its escapes decoded.
  case string(ByteText)
  /// An array.
  case array([PlainJSON])
  /// An object; a key that stands twice is here twice.
  case object([Member])

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key, its escapes decoded.
    public var key: ByteText
    /// The value.
    public var value: PlainJSON
  }

  /// The value of a key of an object: "Where a key stands twice in one object, the last one holds".
  public subscript(key: ByteText) -> PlainJSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The value at a path; in an array a component that is a number is an index.
  public subscript(path: FieldPath) -> PlainJSON? {
    var value = self
    for component in path.components {
      switch value {
      case .object:
        guard let inner = value[component] else { return nil }
        value = inner
      case .array(let elements):
        guard let index = Int(component.string), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  /// The text of a name or an id (section 2): "a string that is not empty, or a number, which stands for its own text".
  public var nameText: ByteText? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let text): text
    default: nil
    }
  }
}

/// A recursive reader of RFC 8259, one function for each rule of its grammar.
public struct PlainJSONReader {
  /// Why a text is not JSON; the plain reading does not say where.
  public struct Fault: Error {}

  private let bytes: [UInt8]
  private var place = 0

  /// The value that a text is, or nil where it is not JSON or is nested deeper than 1,024.
  public static func read(_ bytes: [UInt8]) -> PlainJSON? {
    var reader = PlainJSONReader(bytes: bytes)
    return try? reader.text()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func text() throws(Fault) -> PlainJSON {
    let value = try value(depth: 0)
    skipSpace()
    guard place == bytes.count else { throw Fault() }
    return value
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func take(_ byte: Character) -> Bool {
    guard next == byte.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func value(depth: Int) throws(Fault) -> PlainJSON {
    skipSpace()
    switch next.map({ Character(Unicode.Scalar($0)) }) {
    case "{": return try object(depth: depth + 1)
    case "[": return try array(depth: depth + 1)
    case "\"": return .string(try string())
    case "t": return try word("true", .truth(true))
    case "f": return try word("false", .truth(false))
    case "n": return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: PlainJSON) throws(Fault) -> PlainJSON {
    guard bytes[place...].starts(with: word.utf8) else { throw Fault() }
    place += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(Fault) -> PlainJSON {
    guard depth <= 1024 else { throw Fault() }
    place += 1
    var members: [PlainJSON.Member] = []
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      let key = try string()
      skipSpace()
      guard take(":") else { throw Fault() }
      members.append(PlainJSON.Member(key: key, value: try value(depth: depth)))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw Fault() }
    }
  }

  private mutating func array(depth: Int) throws(Fault) -> PlainJSON {
    guard depth <= 1024 else { throw Fault() }
    place += 1
    var elements: [PlainJSON] = []
    skipSpace()
    if take("]") { return .array(elements) }
    while true {
      elements.append(try value(depth: depth))
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw Fault() }
    }
  }

  private mutating func string() throws(Fault) -> ByteText {
    guard take("\"") else { throw Fault() }
    var text: [UInt8] = []
    while true {
      guard let byte = next, byte >= 0x20 else { throw Fault() }
      if take("\"") { return ByteText(bytes: text) }
      place += 1
      if byte == UInt8(ascii: "\\") {
        text += try escape()
      } else {
        text.append(byte)
      }
    }
  }

  /// The UTF-8 of what follows a backslash: "A lone surrogate escape is `invalid_json`".
  private mutating func escape() throws(Fault) -> [UInt8] {
    let plain: [Character: UInt8] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 0x08, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09,
    ]
    for (letter, byte) in plain where take(letter) { return [byte] }
    guard take("u") else { throw Fault() }
    var code = try fourHexDigits()
    if (0xD800...0xDBFF).contains(code) {
      guard take("\\"), take("u") else { throw Fault() }
      let low = try fourHexDigits()
      guard (0xDC00...0xDFFF).contains(low) else { throw Fault() }
      code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw Fault() }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func fourHexDigits() throws(Fault) -> UInt32 {
    guard place + 4 <= bytes.count else { throw Fault() }
    let digits = bytes[place..<place + 4].map { Character(Unicode.Scalar($0)) }
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { throw Fault() }
    place += 4
    return UInt32(String(digits), radix: 16)!
  }

  private mutating func number() throws(Fault) -> ByteText {
    let start = place
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return ByteText(bytes: Array(bytes[start..<place]))
  }

  private mutating func digits() throws(Fault) {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    guard place > start else { throw Fault() }
  }
}
