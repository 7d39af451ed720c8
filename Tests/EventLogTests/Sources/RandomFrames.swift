import TestSupport

/// Random logs in every framing, with what damages them.
struct RandomFrames {
  enum Kind: CaseIterable {
    case lines, backToBack, overLines, array, prettyArray, separators, containers, shipper
  }

  private var chance: SeededGenerator
  private let kind: Kind
  private var number = 0
  private var isClean = true

  init(seed: UInt64) {
    chance = SeededGenerator(seed: seed)
    kind = Kind.allCases[Int(seed % UInt64(Kind.allCases.count))]
  }

  /// The log of a seed; its first two records are whole, so that they can tell how it is framed.
  static func log(seed: UInt64) -> (kind: Kind, bytes: [UInt8]) {
    var frames = RandomFrames(seed: seed)
    return (frames.kind, frames.log())
  }

  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[draw(values.count)] }

  private mutating func log() -> [UInt8] {
    var bytes: [UInt8] = draw(4) == 0 ? [0xEF, 0xBB, 0xBF] : []
    let isArray = kind == .array || kind == .prettyArray
    if isArray { bytes += "[".utf8 }
    if kind == .prettyArray { bytes += lineEnd() }
    let count = 2 + draw(8)
    for place in 0..<count {
      isClean = place < 2
      if kind == .separators { bytes += [0x1E] }
      bytes += record()
      if !isClean, draw(12) == 0 { bytes += odd() }
      if isArray, place + 1 < count, isClean || draw(15) > 0 { bytes += ",".utf8 }
      bytes += behind()
      // One array behind another, or a log behind another with its own mark.
      if isArray, !isClean, draw(10) == 0 { bytes += pick(["][", "]\n[", "\n[", ",["]).utf8 }
      if !isClean, draw(15) == 0 { bytes += [0xEF, 0xBB, 0xBF].prefix(1 + draw(3)) }
    }
    if isArray, draw(6) > 0 { bytes += "]".utf8 }
    return bytes + (draw(2) == 0 ? lineEnd() : [])
  }

  private mutating func lineEnd() -> [UInt8] { Array((draw(4) == 0 ? "\r\n" : "\n").utf8) }

  /// What stands between records.
  private mutating func behind() -> [UInt8] {
    switch kind {
    case .lines, .shipper:
      let more = draw(8) == 0 ? Array(pick(["\n", "  \n", "\t\r\n"]).utf8) : []
      return draw(isClean ? 1 : 25) == 1 ? [] : lineEnd() + more
    case .backToBack: return isClean ? [] : Array(pick(["", "", "", "", " ", "\n", ",", "\r\n\n"]).utf8)
    case .array: return Array(pick(["", "", "", " ", "\n"]).utf8)
    case .containers: return Array(pick(["", "", "\n", " "]).utf8)
    case .overLines, .prettyArray, .separators:
      return draw(6) == 0 && !isClean ? [] : lineEnd() + Array(pick(["", "", "  ", "\n"]).utf8)
    }
  }

  private mutating func record() -> [UInt8] {
    if isClean { return form(event()) }
    switch draw(10) {
    case 0...4: return form(event())
    case 5: return form(damaged())
    case 6:
      let whole = form(event())
      return Array(whole.prefix(1 + draw(whole.count - 1)))
    case 7: return odd()
    case 8: return form(element())
    default:
      // Cut off, and the next right behind it.
      let whole = form(event())
      return Array(whole.prefix(1 + draw(whole.count - 1))) + form(event())
    }
  }

  private mutating func event() -> String {
    number += 1
    let texts = [
      "x", #"a\"}{\"b"#, "{", "{ ", #"},{"#, #"\\"#, "é😀", #"[\u00e9"#, "{\\\"event\\\":1}", #"\/{\ty{"#, "}{", ":[{",
    ]
    let values = [
      "1", "-1.5e3", "true", "null", "[]", "{}", #"["}",1]"#, #"{"a":[{"b":1},{"c":"{"}]}"#, "[{\"event\":\"z\"},2]",
    ]
    return
      #"{"event":"e\#(number)","user_id":"u","ts":\#(1_709_294_400 + number),"t":"\#(pick(texts))","v":\#(pick(values))}"#
  }

  private mutating func damaged() -> String {
    pick([
      #"{"event":"c"}"#, "{}", #"{"event":"c","user_id":01}"#, #"{"a":tru}"#, #"{"event":"5" screen","user_id":"u"}"#,
      #"{"event":"c","user_id":"u","ts":"x"}"#, #"{"a" 1}"#, #"{"a":1,}"#, #"{a:1}"#, #"{"a":{"b":1}"#,
      #"{"a":[1,{"b":2}}"#,
      #"{"event":"c","x":[}"#, #"{"a":1]"#, "{'a':'b'}", #"{"e":"\q"}"#, "{\"e\":\"a\tb\"}", #"{"a":"{"b":1}"}"#,
    ])
  }

  private mutating func element() -> String {
    pick(["7", "null", #""a,]b""#, #""{""#, "[]", #"[1,{"a":"]"}]"#, "[\(event())]", "-", #"[[1],"[{"]"#])
  }

  private mutating func odd() -> [UInt8] {
    pick([
      Array("terminated early".utf8), Array("}".utf8), Array("]".utf8), Array("\"".utf8), Array(#"{"a":"#.utf8),
      Array("2024-03-01 INFO {x} ".utf8), [0xFF], [0x1E], Array("{".utf8), Array("[".utf8), Array(#"{"a":"\"#.utf8),
    ])
  }

  /// A record as the kind writes it.
  private mutating func form(_ text: String) -> [UInt8] {
    switch kind {
    case .lines, .backToBack, .array: return Array(text.utf8)
    case .separators: return draw(2) == 0 ? Array(text.utf8) : pretty(text)
    case .overLines, .prettyArray: return pretty(text)
    case .containers:
      let key = pick(["batch", "Records", "logEvents"])
      let others = (0..<draw(3)).map { _ in
        isClean ? event() : pick([event(), "7", #""s""#, "[]", #"{"event":"c"}"#, "{}"])
      }
      let elements = others + [text]
      return Array((#"{"sent":"now",""# + key + #"":["# + elements.joined(separator: pick([",", " , "])) + "]}").utf8)
    case .shipper:
      let key = pick(["log", "message"])
      return Array((#"{""# + key + #"":"# + quoted(text + pick(["", "\n"])) + #","n":1}"#).utf8)
    }
  }

  private func quoted(_ text: String) -> String {
    "\""
      + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      .replacing("\t", with: "\\t") + "\""
  }

  /// The same over lines: a line end is put where a blank may stand.
  private mutating func pretty(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == 0x22, !isEscaped { isInString.toggle() }
      isEscaped = !isEscaped && byte == 0x5C
      if !isInString, ",:{[".utf8.contains(byte), draw(2) == 0 { bytes += lineEnd() + Array(pick(["", "  "]).utf8) }
    }
    // At least one line end within the first shows how the log is framed.
    return isClean ? [bytes[0], 0x0A] + bytes.dropFirst() : bytes
  }
}
