import FunnelModel
import TestSupport
import Testing

@testable import EventLog

/// The reader of other systems' records on native events, which the plain reading judges as it judges the reader of lines.
@Suite struct RecordReaderTests {
  /// A choice of elements is what the reader of lines does not know; no line has this one.
  private static let plan: ReadingPlan = {
    var plan = ReadingPlan()
    plan.values = ["x", "items.1.x", "absent[key=k].value"].map { .path(FieldPath(dotted: $0)!) } + [.version]
    return plan
  }()

  /// Lines of a hostile log, without those whose `event` is an object or an array: that may hold an event of its own.
  private static func lines(_ seed: UInt64) -> [[UInt8]] {
    var generator = HostileLog(seed: seed)
    return generator.bytes(lines: 40).split(separator: Ascii.lineFeed, omittingEmptySubsequences: false).map(Array.init)
      .filter { !mayHoldAnother($0) }
  }

  private static func mayHoldAnother(_ line: [UInt8]) -> Bool {
    guard case .object(let members, _)? = try? PlainParser.value(line) else { return false }
    return members.contains { member in
      guard member.key == Array("event".utf8) else { return false }
      switch member.value {
      case .object, .array: return true
      default: return false
      }
    }
  }

  @Test func theWayOfOtherSystemsReadsNativeLinesAsTheWayOfLinesDoes() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      let log = Array(Self.lines(seed).joined(separator: [Ascii.lineFeed]))
      let plain = PlainReader.found(log, plan: Self.plan)
      var plainPlan = Self.plan
      plainPlan.values.remove(at: 2)
      let byLines = try ReadLog.file(log, plan: plainPlan)
      #expect(byLines.events.count == plain.events.count, "seed \(seed)")
      for limits in [ReadingLimits(), ReadingLimits(bufferBytes: 64, spanBytes: 200, listCapacity: 64, way: .plain)] {
        let found = try ReadLog.file(log, plan: Self.plan, limits: limits)
        #expect(found.counts == plain.counts, "seed \(seed)")
        #expect(found.places == plain.places, "seed \(seed)")
        #expect(found.places == byLines.places, "seed \(seed)")
        #expect(found.summary.rejected == plain.summary.rejected, "seed \(seed)")
        #expect(
          found.summary.lines == plain.summary.lines && found.summary.blank == plain.summary.blank, "seed \(seed)")
        #expect(found.summary.noZone == plain.summary.noZone, "seed \(seed)")
        #expect(found.summary.badDuration == plain.summary.badDuration, "seed \(seed)")
        #expect(found.summary.bothIDs == plain.summary.bothIDs, "seed \(seed)")
      }
    }
  }

  /// Objects only: what is none has no place of its own in an array, or another one.
  @Test func anArrayHoldsWhatItsObjectsHoldOnLines() throws {
    var plan = ReadingPlan.looking
    plan.format = .native
    plan.values = Self.plan.values
    for seed in 200...230 as ClosedRange<UInt64> {
      let objects = Self.lines(seed).filter { line in
        if case .object? = try? PlainParser.value(line), String(validating: line, as: UTF8.self) != nil {
          true
        } else {
          false
        }
      }
      guard !objects.isEmpty else { continue }
      let plain = PlainReader.found(Array(objects.joined(separator: [Ascii.lineFeed])), plan: plan)
      let array = [Ascii.openBracket] + objects.joined(separator: Array(" ,\r\n ".utf8)) + [Ascii.closeBracket]
      for text in [
        array, Array(objects.joined()), Array(objects.map { [BraceSplitter.recordSeparator] + $0 }.joined()),
      ] {
        let found = try ReadLog.file(text, plan: plan)
        #expect(found.counts == plain.counts, "seed \(seed)")
        #expect(found.summary.rejected == plain.summary.rejected, "seed \(seed)")
        #expect(found.summary.lines == plain.summary.lines, "seed \(seed)")
      }
    }
  }
}
