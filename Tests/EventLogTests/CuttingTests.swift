import FunnelModel
import TestSupport
import Testing

@testable import EventLog

/// However a log is cut into pieces of work, the same is read.
@Suite struct CuttingTests {
  private static let plan: ReadingPlan = {
    var plan = ReadingPlan()
    plan.values = [.version, .path(FieldPath(dotted: "x")!), .path(FieldPath(dotted: "items.1.x")!)]
    return plan
  }()

  @Test func hostileLogsAreReadAsThePlainReadingDoes() throws {
    for seed in 1...150 as ClosedRange<UInt64> {
      var generator = HostileLog(seed: seed)
      let log = generator.bytes(lines: 40)
      let plain = PlainReader.found(log, plan: CuttingTests.plan)
      let found = try ReadLog.file(log, plan: CuttingTests.plan)
      #expect(found.events == plain.events, "seed \(seed)")
      expect(found, plain, "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 7, 64, 65_536]) func anyBufferAndSpanGiveTheSame(_ bufferBytes: Int) throws {
    for seed in 1_000...1_002 as ClosedRange<UInt64> {
      var generator = HostileLog(seed: seed)
      let log = generator.bytes(lines: 25)
      let plain = PlainReader.found(log, plan: CuttingTests.plan)
      try ReadLog.withFile(log) { path in
        for spanBytes in [1, 3, 64, 1_000, 1 << 20] {
          for (way, workers) in [(SpecialBytes.Way.plain, 1), (.wide, 1), (.wide, 3)] {
            let limits = ReadingLimits(bufferBytes: bufferBytes, spanBytes: spanBytes, listCapacity: 64, way: way)
            let found = try ReadLog.logs([path], plan: CuttingTests.plan, limits: limits, workers: workers)
            expect(found, plain, "seed \(seed), buffer \(bufferBytes), span \(spanBytes), \(way), \(workers) workers")
          }
        }
      }
      let limits = ReadingLimits(bufferBytes: bufferBytes, listCapacity: 64)
      for workers in [1, 3] {
        let found = try ReadLog.pipe(log, plan: CuttingTests.plan, limits: limits, workers: workers)
        expect(found, plain, "seed \(seed), buffer \(bufferBytes), pipe, \(workers) workers")
      }
    }
  }

  @Test func theSameBytesCutAtEveryOffsetGiveTheSame() throws {
    var generator = HostileLog(seed: 7)
    let log = generator.bytes(lines: 8)
    let plain = PlainReader.found(log, plan: CuttingTests.plan)
    #expect(plain.events.count > 1)
    #expect(plain.summary.rejectedTotal > 1)
    try ReadLog.withFile(log) { path in
      for offset in 1...log.count {
        let limits = ReadingLimits(bufferBytes: offset, spanBytes: offset, listCapacity: 64)
        expect(try ReadLog.logs([path], plan: CuttingTests.plan, limits: limits), plain, "cut at \(offset)")
      }
    }
  }

  @Test func linesLongerThanListsAndBuffersAreReadWhole() throws {
    let event = "{\"event\":\"e\",\"user_id\":\"u\",\"ts\":1772323200,\"step_id\":"
    let long = String(repeating: "\\\"\\u00e9x", count: 20_000)
    let plainText = String(repeating: "é", count: 50_000)
    let ascii = String(repeating: "a", count: 300_000)
    let texts = [long, plainText, ascii, "a" + ascii + "é\\n" + ascii]
    let log = Array(texts.map { "\(event)\"\($0)\"}\n{}\n" }.joined().utf8)
    for listCapacity in [64, 128, 16 << 10] {
      let limits = ReadingLimits(bufferBytes: 4_096, spanBytes: 50_000, listCapacity: listCapacity)
      for found in [try ReadLog.file(log, limits: limits), try ReadLog.pipe(log, limits: limits)] {
        #expect(found.summary.lines == 8)
        #expect(
          found.events.map(\.step) == [
            ByteText(String(repeating: "\"éx", count: 20_000)), ByteText(plainText), ByteText(ascii),
            ByteText("a" + ascii + "é\n" + ascii),
          ])
      }
    }
  }

  @Test func invalidBytesFarBehindTheListedStretchAreFound() throws {
    for before in [10, 63, 64, 65, 4_000, 5_000] {
      for listCapacity in [64, 16 << 10] {
        let line =
          Array("{\"event\":\"é".utf8) + [UInt8](repeating: 0x61, count: before) + [0xC3] + Array("\"}\n{}\n".utf8)
        let found = try ReadLog.file(line, limits: ReadingLimits(listCapacity: listCapacity))
        #expect(found.places == ["1:\(13 + before) invalid_utf8", "2:1 missing_event"])
      }
    }
  }

  private func expect(_ found: Found, _ plain: Found, _ about: Comment) {
    #expect(found.counts == plain.counts, about)
    #expect(found.places == plain.places, about)
    var counts = found.summary
    var plainCounts = plain.summary
    counts.firstRejects = []
    plainCounts.firstRejects = []
    counts.sources = plainCounts.sources
    #expect(counts == plainCounts, about)
  }
}
