import FunnelModel
import Testing

@testable import EventLog

/// The reader of every framing against the slow, obvious one, on logs with what damages them.
@Suite struct FramingOracleTests {
  private static let seeds = 800

  @Test(arguments: 0..<8) func everyFramingIsReadAsThePlainReadingReadsIt(_ part: Int) throws {
    var plan = ReadingPlan.looking
    plan.keptRejects = 10_000
    for seed in stride(from: part, to: Self.seeds, by: 8) {
      // Records may be longer than allowed, with every kind.
      plan.maxLineBytes = seed / 8 % 5 == 4 ? 90 : 16 << 20
      let (kind, bytes) = RandomFrames.log(seed: UInt64(seed))
      let framing = LogShape.framing(bytes)
      let areLines: Bool? =
        switch kind {
        case .lines: true
        case .containers, .shipper: nil
        default: false
        }
      #expect((framing == .lines) == (areLines ?? (framing == .lines)), "seed \(seed)")
      let bufferBytes = [1, 2, 3, 7, 16, 64, 65_536][seed / 8 % 7]
      let limits = ReadingLimits(bufferBytes: bufferBytes, spanBytes: max(bufferBytes, 5), listCapacity: 64)
      let shown: Comment = "seed \(seed), buffer \(bufferBytes): \(String(decoding: bytes, as: UTF8.self))"
      for found in [
        try ReadLog.file(bytes, plan: plan, limits: limits), try ReadLog.pipe(bytes, plan: plan, limits: limits),
      ] {
        if kind == .lines {
          let plain = PlainReader.found(bytes, plan: plan)
          #expect(found.events == plain.events, shown)
          #expect(found.places == plain.places, shown)
          #expect(found.summary.rejected == plain.summary.rejected, shown)
          #expect(found.summary.lines == plain.summary.lines && found.summary.blank == plain.summary.blank, shown)
        } else {
          let plain = PlainRecords(bytes, areLines: framing == .lines, plan: plan)
          #expect(found.events == plain.events, shown)
          #expect(found.places.sorted() == plain.places.sorted(), shown)
          #expect(found.summary.rejected == plain.rejected, shown)
          #expect(found.summary.lines == plain.count && found.summary.blank == plain.blank, shown)
        }
        #expect(found.summary.bytes == bytes.count, shown)
      }
    }
  }
}
