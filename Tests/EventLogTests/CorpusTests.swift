import Foundation
import FunnelModel
import TestSupport
import Testing

/// The parsing tests of JSONTestSuite (Corpus/LICENSE), each as the value of a field; those that hold no line feed.
@Suite struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(component: "Corpus")

  @Test func everyTextIsAcceptedOrRejectedAsItsNameSays() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: CorpusTests.folder.path)
      .filter { $0.hasSuffix(".json") }.sorted()
    #expect(names.count > 300)
    for name in names {
      let value = try [UInt8](Data(contentsOf: CorpusTests.folder.appending(component: name)))
      let line = Array(#"{"event":"e","user_id":"u","ts":1772323200,"value":"#.utf8) + value + Array("}\n".utf8)
      let found = try ReadLog.file(line)
      let plain = PlainReader.found(line)
      #expect(found.events == plain.events, "\(name)")
      #expect(found.places == plain.places, "\(name)")
      switch name.prefix(2) {
      case "y_": #expect(found.events.count == 1, "\(name)")
      case "n_": #expect(found.events.isEmpty && found.summary.lines == 1, "\(name)")
      default: #expect(found.summary.lines == 1, "\(name)")
      }
    }
  }

  @Test func theWholeCorpusAsOneLogIsReadAsItsLinesAre() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: CorpusTests.folder.path).sorted()
    var log: [UInt8] = []
    for name in names where name.hasSuffix(".json") {
      log += try [UInt8](Data(contentsOf: CorpusTests.folder.appending(component: name))) + [0x0A]
      log += Array(#"{"event":"e","user_id":"u","ts":1772323200}"#.utf8) + [0x0A]
    }
    let found = try ReadLog.file(log)
    let plain = PlainReader.found(log)
    #expect(found.events == plain.events)
    #expect(found.places == plain.places)
    #expect(found.summary.rejected == plain.summary.rejected)
  }
}
