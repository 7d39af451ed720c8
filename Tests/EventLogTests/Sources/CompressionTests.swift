import Foundation
import FunnelModel
import TestSupport
import Testing

@testable import EventLog

/// Compressed logs, known by their first bytes, through the system's own programs.
@Suite struct CompressionTests {
  static let archives: [(name: String, program: String, base64: String)] = [
    (
      "gzip of two members", "gzip",
      "H4sIAAAAAAAAA6tWSi1LzStRslJKVNJRKi1OLYrPTAHySoG8kmIlK0NzA0sjSxMTA4NaLgC/w7TiLAAAAB+LCAAAAAAAAAOrVkot"
        + "S80rUbJSSlLSUSotTi2Kz0wB8kqBvJJiJStDcwNLI0sTEwPDWi4A0lrwjiwAAAA="
    ),
    (
      "zstd", "zstd",
      "KLUv/SRY1QEABAN7ImV2ZW50IjoiYSIsInVzZXJfaWQiOiJ1IiwidHMiOjE3MDkyOTQ0MDB9CmIxfQoCAEAIPliVAXhqQz4="
    ),
    (
      "bzip2", "bzip2",
      "QlpoOTFBWSZTWXpYacwAACpbgAAQEAR0sAAAtiEfCiAAUKDRo0GQGgVVNAI09GSP1PVJQrzCyFkuGKjg6Wc6KXZqLMl2zDxRCVWS"
        + "Hhd+S0YZpVr/F3JFOFCQelhpzA=="
    ),
    (
      "xz", "xz",
      "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4ABXADVdAD2IiKejlK+Neb/vFNalZ+PSaQTUO0oq4/vQ6nlwWk/rR7Hzy8spDQCHXqQy"
        + "q0dsJk0jiAAAAAAAAKSc2CeAvBRNAAFRWPgAluYftvN9AQAAAAAEWVo="
    ),
    (
      "zip", "unzip",
      "UEsDBBQAAAAIACQYfl2/w7TiKwAAACwAAAAGAAAAYS5qc29uq1ZKLUvNK1GyUkpU0lEqLU4tis9MAfJKgbySYiUrQ3MDSyNLExMD"
        + "g1ouAFBLAwQUAAAACAAkGH5d0lrwjisAAAAsAAAABgAAAGIuanNvbqtWSi1LzStRslJKUtJRKi1OLYrPTAHySoG8kmIlK0NzA0sj"
        + "SxMTA8NaLgBQSwECHgMUAAAACAAkGH5dv8O04isAAAAsAAAABgAAAAAAAAABAAAApIEAAAAAYS5qc29uUEsBAh4DFAAAAAgAJBh+"
        + "XdJa8I4rAAAALAAAAAYAAAAAAAAAAQAAAKSBTwAAAGIuanNvblBLBQYAAAAAAgACAGgAAACeAAAAAAA="
    ),
    (
      "zip of gzip", "unzip",
      "UEsDBBQAAAAIACQYfl2uNcCPPAAAAD0AAAAEAAAAYS5nepPv5mAAA+bVYV663me1AzcFeYVcCtTS9dPtOu/D+Mmrcc+kJFVt52Jm"
        + "b2VvYWHm5ig9hv2HtzzSAeoBAFBLAwQUAAAACAAkGH5d/bdvEzwAAAA9AAAABAAAAGIuZ3qT7+ZgAAPm1WFeut5ntQM3BXkFXQrU"
        + "0vXT7Trvw/jJq3HPpCRVbediZm9lb2Fh5sNRegyXoj706QD1AABQSwECHgMUAAAACAAkGH5drjXAjzwAAAA9AAAABAAAAAAAAAAA"
        + "AAAApIEAAAAAYS5nelBLAQIeAxQAAAAIACQYfl39t28TPAAAAD0AAAAEAAAAAAAAAAAAAACkgV4AAABiLmd6UEsFBgAAAAACAAIA"
        + "ZAAAALwAAAAAAA=="
    ),
  ]

  private static func bytes(_ place: Int) throws -> [UInt8] {
    [UInt8](try #require(Data(base64Encoded: archives[place].base64)))
  }

  @Test(arguments: archives.indices)
  func whatIsCompressedIsReadAsWhatItHolds(_ place: Int) throws {
    for workers in [1, 2] {
      let found = try ReadLog.file(try Self.bytes(place), plan: .looking, workers: workers)
      #expect(found.events.map(\.event).sorted() == ["a", "b"], "\(Self.archives[place].name)")
      #expect(found.summary.lines == 2)
    }
  }

  /// As some that pack with several threads write, with a table of what follows.
  @Test func whatZstdMaySkipCanStandBeforeItsText() throws {
    let place = try #require(Self.archives.firstIndex { $0.name == "zstd" })
    for mark in [0x50, 0x5F] as [UInt8] {
      let log = [mark, 0x2A, 0x4D, 0x18, 3, 0, 0, 0] + Array("any".utf8) + (try Self.bytes(place))
      #expect(try ReadLog.file(log, plan: .looking).events.map(\.event).sorted() == ["a", "b"])
    }
  }

  @Test func aLogThatIsCutOffWithinItsMarkIsDamaged() throws {
    for (place, archive) in Self.archives.enumerated() {
      for count in 2...4 {
        let log = Array(try Self.bytes(place).prefix(count))
        let failure = #expect(throws: LogFailure.self) { try ReadLog.file(log, plan: .looking) }
        guard case .damagedArchive(_, archive.program, _) = failure else {
          Issue.record("\(archive.name) \(count): \(String(describing: failure))")
          continue
        }
      }
    }
  }

  @Test func manyCompressedLogsAreReadBesideOneAnother() throws {
    var names: [String] = []
    defer { for name in names { try? FileManager.default.removeItem(atPath: name) } }
    for place in Self.archives.indices {
      let path = FileManager.default.temporaryDirectory.appending(component: "log-\(UUID().uuidString)").path
      try Data(Self.bytes(place)).write(to: URL(filePath: path))
      names.append(path)
    }
    let found = try ReadLog.logs(names, plan: .looking, workers: 3)
    #expect(found.events.count == 2 * names.count)
    #expect(found.summary.files == names.count)
  }

  @Test(arguments: archives.indices)
  func anArchiveThatIsCutShortFailsTheRun(_ place: Int) throws {
    let bytes = try Self.bytes(place)
    try ReadLog.withFile(Array(bytes.dropLast(9))) { path in
      let failure = #expect(throws: LogFailure.self) { try ReadLog.logs([path], plan: .looking) }
      guard case .damagedArchive(path, _, let message) = failure else {
        Issue.record("\(Self.archives[place].name): \(String(describing: failure))")
        return
      }
      #expect(!message.isEmpty)
    }
  }

  @Test func aReceiverThatStopsEndsTheUnpackingToo() throws {
    try ReadLog.withFile(try Self.bytes(0)) { path in
      let receiver = KeepingReceiver()
      receiver.welcome = 0
      _ = try LogReader.read(LogReader.open([path]), plan: .looking, receivers: [receiver], progress: nil)
      #expect(receiver.batches == 1)
    }
  }

  @Test(arguments: archives.indices)
  func whatComesCompressedThroughAPipeIsUnpacked(_ place: Int) throws {
    let bytes = try Self.bytes(place)
    for workers in [1, 2] {
      if Self.archives[place].program == "unzip" {
        #expect(throws: LogFailure.compressedStream(file: "-", program: "unzip")) {
          try ReadLog.pipe(bytes, plan: .looking, workers: workers)
        }
        continue
      }
      let found = try ReadLog.pipe(bytes, plan: .looking, workers: workers)
      #expect(found.events.map(\.event).sorted() == ["a", "b"], "\(Self.archives[place].name)")
      let failure = #expect(throws: LogFailure.self) {
        try ReadLog.pipe(bytes.dropLast(9), plan: .looking, workers: workers)
      }
      guard case .damagedArchive("-", Self.archives[place].program, _) = failure else {
        Issue.record("\(Self.archives[place].name): \(String(describing: failure))")
        continue
      }
    }
  }

  /// More than a pipe holds, so that the one who writes it waits, and a program that ends at once while much is left.
  @Test func aLongPipeIsUnpackedAndADamagedOneEnds() throws {
    var chance = SeededGenerator(seed: 1)
    let lines = (0..<400).map { _ in
      let noise = (0..<60).map { _ in String(chance.next(), radix: 16) }.joined()
      return #"{"event":"a","user_id":"u","ts":1709294400,"x":""# + noise + "\"}\n"
    }
    let packed = try Self.gzip(Array(lines.joined().utf8))
    #expect(packed.count > 128 << 10)
    for workers in [1, 2] {
      #expect(try ReadLog.pipe(packed, plan: .looking, workers: workers).events.count == lines.count)
    }
    let damaged = Array(packed.prefix(10)) + [UInt8](repeating: 0xFF, count: 1 << 20)
    #expect(throws: LogFailure.self) { try ReadLog.pipe(damaged, plan: .looking) }
  }

  private static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    try ReadLog.withFile(bytes) { path in
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["gzip", "-c", path]
      let output = Foundation.Pipe()
      process.standardOutput = output
      try process.run()
      let packed = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
      process.waitUntilExit()
      return packed
    }
  }

  @Test func aProgramThatIsNotThereIsToldFromOthers() {
    let result = ChildProcess.begin(["no-such-program-at-all"], input: nil, output: 1, errors: 2)
    guard case .failure(let failure) = result else {
      Issue.record("it began")
      return
    }
    #expect(failure.isMissing)
  }

  @Test func everyLogBelowAFolderIsReadInOrder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "logs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "b/x.json", "a.json", "b/.hidden", ".git/config", "b/run_manifest.json", "b/empty", "c/d/e", "P_complete",
    ]
    for file in files {
      let url = folder.appending(path: file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file == "b/empty" ? [] : [0x7B]).write(to: url)
    }
    let found = try LogFolder.logs(below: [folder.path])
    #expect(found == ["a.json", "b/x.json", "c/d/e"].map { folder.path + "/" + $0 })
    #expect(throws: LogFailure.self) { try LogFolder.logs(below: [folder.path + "/nowhere"]) }
  }
}
