import Foundation
import FunnelModel
import TestSupport
import Testing

@testable import EventLog

/// Archives, whose files are logs of their own.
@Suite struct ArchiveTests {
  private static func event(_ name: String) -> String { #"{"event":"\#(name)","user_id":"u","ts":1709294400}"# }

  private func read(_ archive: [UInt8], workers: Int = 1) throws -> Found {
    try ReadLog.file(archive, plan: .looking, workers: workers)
  }

  @Test(arguments: [1, 3]) func everyFileIsALogOfItsOwn(_ workers: Int) throws {
    let segment = #"{"type":"track","event":"s","messageId":"m","userId":"u","timestamp":"2024-03-01T12:00:00Z"}"#
    let files: [(String, String)] = [
      ("no line end", Self.event("a")), ("mark.json", "\u{FEFF}" + Self.event("b")),
      ("array.json", "[" + Self.event("c") + ",\n" + Self.event("d") + "\n]"),
      ("folder/", ""), ("folder/segment.json", segment + "\n{}\n{\"a\":\n"), ("empty.json", ""),
      ("mark again.json", "\u{FEFF}[" + Self.event("e") + Self.event("f") + ",7]"),
      ("__MACOSX/._mark.json", "\u{0}\u{1}"), (".hidden", "x"), ("run_manifest.json", "{\"a\":1}"),
      ("last", Self.event("g")),
    ]
    let archive = StoredArchive.bytes(files.map { ($0.0, Array($0.1.utf8)) })
    try ReadLog.withFile(archive) { path in
      let found = try LogReader.read(
        LogReader.open([path]), plan: .looking, receivers: (0..<workers).map { _ in KeepingReceiver() }, progress: nil)
      #expect(found.lines == 11)
      let places = found.firstRejects.map { "\($0.file.dropFirst(path.count + 1)):\($0.line):\($0.column)" }
      #expect(places.sorted() == ["folder/segment.json:2:1", "folder/segment.json:3:6", "mark again.json:1:89"])
      #expect(found.sources.filter { $0.format == .segment }.map(\.file) == [path + "/folder/segment.json"])
      #expect(found.sources.count == 6)
      #expect(found.files == 1)
    }
    let events = try read(archive, workers: workers).events.map(\.event.string).sorted()
    #expect(events == ["a", "b", "c", "d", "e", "f", "g", "s"])
  }

  @Test func filesThatAreAlikeAreToldOnce() throws {
    let archive = StoredArchive.bytes([("a", Array(Self.event("a").utf8)), ("b", Array(Self.event("b").utf8))])
    try ReadLog.withFile(archive) { path in
      try ReadLog.withFile(archive) { other in
        let found = try ReadLog.logs([path, other], plan: .looking, workers: 2)
        #expect(
          found.summary.sources == [LogSource(file: path, format: .native), LogSource(file: other, format: .native)])
        #expect(found.events.count == 4)
      }
    }
  }

  @Test func aFileMayBeCompressedItself() throws {
    let gzip = try #require(CompressionTests.archives.first { $0.name == "gzip of two members" })
    let zstd = try #require(CompressionTests.archives.first { $0.name == "zstd" })
    func packed(_ text: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: text))) }
    let archive = StoredArchive.bytes([
      ("1.json.gz", try packed(gzip.base64)), ("2", Array(Self.event("c").utf8)), ("3", try packed(zstd.base64)),
      ("4.gz", Array(Self.event("d").utf8)),
    ])
    for workers in [1, 2] {
      let found = try read(archive, workers: workers)
      #expect(found.events.map(\.event.string).sorted() == ["a", "a", "b", "b", "c", "d"])
    }
    let damaged = StoredArchive.bytes([("1.gz", Array(try packed(gzip.base64).dropLast(9))), ("2", [0x7B])])
    try ReadLog.withFile(damaged) { path in
      let failure = #expect(throws: LogFailure.self) { try ReadLog.logs([path], plan: .looking) }
      guard case .damagedArchive(path + "/1.gz", "gzip", _) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }
  }

  /// More than a pipe holds, so that what a file leaves would be another's.
  @Test func filesOfAnySizeEndWhereTheirListSays() throws {
    var chance = SeededGenerator(seed: 3)
    for _ in 0..<10 {
      let counts = (0..<4).map { _ in Int.random(in: 0...3_000, using: &chance) }
      let files = counts.enumerated().map { place, count in
        ("\(place)", Array(Array(repeating: Self.event("e\(place)"), count: count).joined(separator: "\n").utf8))
      }
      let found = try read(StoredArchive.bytes(files), workers: 2)
      for (place, count) in counts.enumerated() {
        #expect(found.events.count { $0.event == ByteText("e\(place)") } == count)
      }
    }
  }

  /// 14 is LZMA, which the system's program does not know.
  @Test(arguments: [(1, 0), (0, 14)]) func whatCannotBeUnpackedFailsTheRun(flags: Int, method: Int) throws {
    let archive = StoredArchive.bytes([("_manifest.json", []), ("a", [0x7B])], flags: flags, method: method)
    let failure = #expect(throws: LogFailure.self) { try read(archive) }
    guard case .closedMember(_, "unzip", "a", let isEncrypted) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(isEncrypted == (flags == 1))
  }

  @Test func anArchiveWithoutAFileIsALogWithoutALine() throws {
    let found = try read(StoredArchive.bytes([], comment: "nothing"))
    #expect(found.summary.files == 1 && found.summary.lines == 0)
  }

  @Test func aListIsFoundBehindOtherBytesAndBeforeAComment() throws {
    let files: [(String, [UInt8])] = [("a", Array(Self.event("a").utf8)), ("b", Array(Self.event("b").utf8))]
    let archive = StoredArchive.bytes(files, comment: "PK\u{5}\u{6} is no end")
    try ReadLog.withFile(archive) { path in
      let list = try ArchiveList(of: LogReader.open([path])[0])
      #expect(list?.members.map(\.bytes) == files.map(\.1.count))
      #expect(list?.members.map(\.name) == files.map { Array($0.0.utf8) })
    }
    for cut in [1, 10, 30, 60] {
      try ReadLog.withFile(Array(StoredArchive.bytes(files).dropLast(cut))) { path in
        let list = try ArchiveList(of: LogReader.open([path])[0])
        #expect(list == nil)
      }
    }
  }
}

/// Archives of files that are stored as they are.
private enum StoredArchive {
  static func bytes(_ files: [(name: String, content: [UInt8])], flags: Int = 0, method: Int = 0, comment: String = "")
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    var list: [UInt8] = []
    for (name, content) in files {
      let numbers =
        number(20, 2) + number(flags, 2) + number(method, 2) + number(0, 4) + number(Int(checksum(content)), 4)
        + number(content.count, 4) + number(content.count, 4) + number(name.utf8.count, 2) + number(0, 2)
      list += Array("PK\u{1}\u{2}".utf8) + number(20, 2) + numbers + number(0, 2) + number(0, 2) + number(0, 2)
      list += number(0, 4) + number(bytes.count, 4) + Array(name.utf8)
      bytes += Array("PK\u{3}\u{4}".utf8) + numbers + Array(name.utf8) + content
    }
    let end =
      Array("PK\u{5}\u{6}".utf8) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
      + number(list.count, 4) + number(bytes.count, 4) + number(comment.utf8.count, 2)
    return bytes + list + end + Array(comment.utf8)
  }

  private static func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
