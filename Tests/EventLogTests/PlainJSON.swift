/// A JSON value as the slow, obvious reading has it.
indirect enum PlainJSON {
  case null(at: Int)
  case bool(Bool, at: Int)
  case number([UInt8], at: Int)
  case string([UInt8], at: Int)
  case array([PlainJSON], at: Int)
  case object([(key: [UInt8], value: PlainJSON)], at: Int)

  var place: Int {
    switch self {
    case .null(let place), .bool(_, let place), .number(_, let place), .string(_, let place), .array(_, let place),
      .object(_, let place):
      place
    }
  }
}

/// Where a text ceases to be JSON.
struct PlainFault: Error {
  var place: Int
}

/// Reads a line as JSON by recursion, byte by byte.
struct PlainParser {
  let bytes: [UInt8]
  var place = 0

  static func value(_ bytes: [UInt8]) throws(PlainFault) -> PlainJSON {
    var parser = PlainParser(bytes: bytes)
    parser.blanks()
    let value = try parser.value(depth: 0)
    parser.blanks()
    if parser.place < bytes.count { throw PlainFault(place: parser.place) }
    return value
  }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func isNext(_ character: Character) -> Bool { byte == character.asciiValue }

  private mutating func blanks() {
    while let byte, [0x20, 0x09, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func demand(_ character: Character) throws(PlainFault) {
    guard isNext(character) else { throw PlainFault(place: place) }
    place += 1
  }

  private mutating func value(depth: Int) throws(PlainFault) -> PlainJSON {
    let start = place
    switch byte.map({ Character(UnicodeScalar($0)) }) {
    case "{":
      guard depth < 1_024 else { throw PlainFault(place: start) }
      place += 1
      var members: [(key: [UInt8], value: PlainJSON)] = []
      blanks()
      if isNext("}") {
        place += 1
        return .object([], at: start)
      }
      while true {
        blanks()
        let key = try string()
        blanks()
        try demand(":")
        blanks()
        members.append((key, try value(depth: depth + 1)))
        blanks()
        if isNext("}") {
          place += 1
          return .object(members, at: start)
        }
        try demand(",")
      }
    case "[":
      guard depth < 1_024 else { throw PlainFault(place: start) }
      place += 1
      var elements: [PlainJSON] = []
      blanks()
      if isNext("]") {
        place += 1
        return .array([], at: start)
      }
      while true {
        blanks()
        elements.append(try value(depth: depth + 1))
        blanks()
        if isNext("]") {
          place += 1
          return .array(elements, at: start)
        }
        try demand(",")
      }
    case "\"": return .string(try string(), at: start)
    case "t":
      try word("true")
      return .bool(true, at: start)
    case "f":
      try word("false")
      return .bool(false, at: start)
    case "n":
      try word("null")
      return .null(at: start)
    default: return .number(try number(), at: start)
    }
  }

  private mutating func word(_ word: String) throws(PlainFault) {
    for character in word { try demand(character) }
  }

  private mutating func digits() throws(PlainFault) {
    let first = place
    while let byte, (0x30...0x39).contains(byte) { place += 1 }
    if place == first { throw PlainFault(place: place) }
  }

  private mutating func number() throws(PlainFault) -> [UInt8] {
    let start = place
    if isNext("-") { place += 1 }
    let first = place
    try digits()
    if bytes[first] == 0x30, place > first + 1 { throw PlainFault(place: first) }
    if isNext(".") {
      place += 1
      try digits()
    }
    if isNext("e") || isNext("E") {
      place += 1
      if isNext("+") || isNext("-") { place += 1 }
      try digits()
    }
    return Array(bytes[start..<place])
  }

  private mutating func string() throws(PlainFault) -> [UInt8] {
    try demand("\"")
    var text: [UInt8] = []
    while let byte, byte >= 0x20 {
      let start = place
      place += 1
      if byte == 0x22 { return text }
      if byte != 0x5C {
        text.append(byte)
        continue
      }
      let escapes: [Character: UInt8] = [
        "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
      ]
      guard let escape = self.byte.map({ Character(UnicodeScalar($0)) }) else { throw PlainFault(place: place) }
      if escape == "u" {
        place += 1
        let first = try fourDigits()
        var units = [first]
        if (0xD800...0xDBFF).contains(first), isNext("\\"), place + 1 < bytes.count, bytes[place + 1] == 0x75 {
          place += 2
          units.append(try fourDigits())
        }
        guard let decoded = String(validating: units, as: UTF16.self) else { throw PlainFault(place: start) }
        text += Array(decoded.utf8)
      } else if let plain = escapes[escape] {
        place += 1
        text.append(plain)
      } else {
        throw PlainFault(place: place)
      }
    }
    throw PlainFault(place: place)
  }

  private mutating func fourDigits() throws(PlainFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw PlainFault(place: place) }
      unit = unit * 16 + UInt16(digit)
      place += 1
    }
    return unit
  }
}
