import FunnelModel
import TestSupport
import Testing

struct JSONValueTests {
  @Test func keepsOrderPlacesNumberTextAndRepeatedKeys() throws {
    let text =
      "\u{FEFF}{\"b\": 1.0,\n \"a\": [true, null, -0e+5],\r\n \"b\": {\"\\u00e9\\ud83d\\ude00\\/\": \"x\\n\"}}\n"
    let value = try JSONValue(reading: Array(text.utf8))
    guard case .object(let members) = value.content else {
      Issue.record("not an object")
      return
    }
    #expect(members.map(\.key) == ["b", "a", "b"])
    #expect(
      members.map(\.keyPlace) == [.init(line: 1, column: 5), .init(line: 2, column: 2), .init(line: 3, column: 2)])
    #expect(members[0].value == JSONValue(.number("1.0"), place: .init(line: 1, column: 10)))
    #expect(
      members[1].value.content
        == .array([
          JSONValue(.truth(true), place: .init(line: 2, column: 8)),
          JSONValue(.null, place: .init(line: 2, column: 14)),
          JSONValue(.number("-0e+5"), place: .init(line: 2, column: 20)),
        ]))
    #expect(value["b"]?["é😀/"]?.content == .string("x\n"))
    #expect(value["c"] == nil)
    #expect(value["a"]?["b"] == nil)
  }

  @Test(
    arguments: [
      ("", 1, 1, "expected a value, found the end of the file"),
      (" \n ", 2, 2, "expected a value, found the end of the file"),
      ("{", 1, 2, "expected a key in double quotes or '}', found the end of the file"),
      ("{a: 1}", 1, 2, "expected a key in double quotes or '}', found 'a'"),
      ("{\"a\" 1}", 1, 6, "expected ':' after a key, found '1'"),
      ("{\"a\": 1,}", 1, 9, "expected a key in double quotes, found '}'"),
      ("{\"a\": 1 \"b\": 2}", 1, 9, "expected ',' or '}' after a member, found '\"'"),
      ("{\"a\":\n}", 2, 1, "expected a value, found '}'"),
      ("[1, 2", 1, 6, "expected ',' or ']' after an element, found the end of the file"),
      ("[,1]", 1, 2, "expected a value or ']', found ','"),
      ("[1,]", 1, 4, "expected a value, found ']'"),
      ("[1}", 1, 3, "expected ',' or ']' after an element, found '}'"),
      ("01", 1, 2, "expected nothing after the document's value, found '1'"),
      ("-", 1, 2, "expected a digit, found the end of the file"),
      ("1.", 1, 3, "expected a digit, found the end of the file"),
      ("1e+x", 1, 4, "expected a digit, found 'x'"),
      ("+1", 1, 1, "expected a value, found '+'"),
      ("nul", 1, 4, "expected a value, found the end of the file"),
      ("trux", 1, 4, "expected a value, found 'x'"),
      ("NaN", 1, 1, "expected a value, found 'N'"),
      ("\"a", 1, 3, "expected the string's closing '\"', found the end of the file"),
      ("\"a\nb\"", 1, 3, "a line end must be written as an escape in a string"),
      ("\"\u{1}\"", 1, 2, "byte 0x01 must be written as an escape in a string"),
      ("\"\\x\"", 1, 2, "a backslash here must be followed by one of \" \\ / b f n r t u"),
      ("\"\\u12g4\"", 1, 6, "expected four hexadecimal digits after '\\u', found 'g'"),
      ("\"\\ud800\"", 1, 2, "half of a surrogate pair"),
      ("\"\\udc00\"", 1, 2, "half of a surrogate pair"),
      ("\"\\ud800\\u0041\"", 1, 2, "half of a surrogate pair"),
      ("1 2", 1, 3, "expected nothing after the document's value, found '2'"),
      ("\u{FEFF}\u{FEFF}1", 1, 4, "expected a value, found byte 0xef"),
    ] as [(String, Int, Int, String)])
  func saysWhatIsWrongAndWhere(_ text: String, _ line: Int, _ column: Int, _ words: String) {
    let failure = #expect(throws: JSONFailure.self) { try JSONValue(reading: Array(text.utf8)) }
    #expect(failure?.description == words)
    #expect(failure?.place == TextPlace(line: line, column: column))
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xFF],
    ] as [[UInt8]])
  func refusesWhatIsNotUTF8BeforeAnythingElse(_ bytes: [UInt8]) {
    let text = Array("{\n\"".utf8) + bytes + Array("\"".utf8)
    let expected = JSONFailure(.invalidUTF8, place: .init(line: 2, column: 2))
    #expect(throws: expected) { try JSONValue(reading: text) }
  }

  @Test func nestsExactlyToTheLimit() throws {
    let deepest = String(repeating: "[", count: 1_024) + String(repeating: "]", count: 1_024)
    #expect(throws: Never.self) { try JSONValue(reading: Array(deepest.utf8)) }
    let expected = JSONFailure(.tooDeep, place: .init(line: 1, column: 1_025))
    #expect(throws: expected) { try JSONValue(reading: Array("[\(deepest)]".utf8)) }
  }

  @Test func printsPlainContainersOnOneLineWhereTheyFit() throws {
    let text = """
      {
        "id": "a\\"\\\\\\n\\u0001é",
        "steps": [
          {"id": "one", "optional": true, "n": 12.50},
          {
            "id": "two",
            "match": {
              "started": {"event": ["x", "y"]},
              "none": {},
              "empty": []
            }
          }
        ]
      }

      """
    #expect(try JSONValue(reading: Array(text.utf8)).text == text)
  }

  @Test func noBytesCrashTheReader() {
    let seed: UInt64 = 20_260_801
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "d800", "a", "1", "-", ".", "e", "true", "null", "\n", "é",
    ]
    for round in 0..<3_000 {
      let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      var bytes = Array(text.joined().utf8)
      if round.isMultiple(of: 7), !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let value = try? JSONValue(reading: bytes) else { continue }
      let printed = value.text
      #expect(
        (try? JSONValue(reading: Array(printed.utf8)))?.text == printed, "seed \(seed), round \(round): \(printed)")
    }
  }
}
