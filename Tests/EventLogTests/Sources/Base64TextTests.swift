import Foundation
import TestSupport
import Testing

@testable import EventLog

@Suite struct Base64TextTests {
  private static func decoded(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    let buffer = TextBuffer(capacity: bytes.count)
    for (place, byte) in bytes.enumerated() { buffer.text[place] = byte }
    var decoded: [UInt8] = []
    let count = Base64Text.decode(buffer.text, 0..<bytes.count) { decoded.append($0) }
    #expect(count == nil || count == decoded.count)
    return count == nil ? nil : decoded
  }

  @Test func whatAnotherProgramEncodesIsDecoded() {
    var chance = SeededGenerator(seed: 5)
    for length in 0...100 {
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
      let text = Data(bytes).base64EncodedString()
      #expect(Self.decoded(text) == bytes)
      let bare = text.filter { $0 != "=" }
      #expect(Self.decoded(bare) == bytes)
      #expect(Self.decoded(bare.replacing("+", with: "-").replacing("/", with: "_")) == bytes)
    }
  }

  @Test func whatIsNoBase64IsNot() {
    for text in ["a", "abcde", "ab c", "ab\"d", "é", "ab=c", "a===", "====="] {
      #expect(Self.decoded(text) == nil, "\(text)")
    }
  }

  @Test func onlyWhatBeginsAnObjectIsTakenForOne() throws {
    let object = Array(#"{"event":"e"}"#.utf8)
    #expect(Base64Text.object(Array(Data(object).base64EncodedString().utf8)) == object)
    for text in ["[1,2,3,4,5]", "hello, world", #" {"event":1}"#, "x"] {
      #expect(Base64Text.object(Array(Data(text.utf8).base64EncodedString().utf8)) == nil, "\(text)")
    }
    #expect(Base64Text.object(Array("example.com".utf8)) == nil)
  }
}
