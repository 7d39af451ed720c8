import FunnelModel
import TestSupport
import Testing

/// The engine against the plain reading of the specification, on thousands of tiny hostile logs.
@Suite struct OracleTests {
  static let logsPerBlock: UInt64 = 400

  @Test(arguments: UInt64(0)..<10)
  func engineAgreesWithThePlainReading(_ block: UInt64) {
    for seed in block * OracleTests.logsPerBlock..<(block + 1) * OracleTests.logsPerBlock {
      let log = RandomLog(seed: seed)
      let collectors = Int(seed % 3) + 1
      guard !EngineRun.difference(log, collectors: collectors).isEmpty else { continue }
      let small = EngineRun.shrink(log, collectors: collectors)
      Issue.record("\(small)\n\(EngineRun.difference(small, collectors: collectors))")
      return
    }
  }

  /// A judge that never meets a case cannot fail the engine on it.
  @Test func logsHoldEverythingThatIsCounted() {
    var seen: [String: Int] = [:]
    func see(_ name: String, _ count: Int) { if count > 0 { seen[name, default: 0] += 1 } }
    for seed in 0..<OracleTests.logsPerBlock {
      let log = RandomLog(seed: seed)
      guard let analysis = try? PlainReading.analyze(log.events, plan: log.plan) else {
        see("failure", 1)
        continue
      }
      let counts = analysis.counts
      see("excluded", counts.excluded)
      see("duplicate", counts.duplicate)
      see("unknown step", counts.unknownStep)
      see("without entry", counts.withoutEntry)
      see("mixed", counts.mixedVariants)
      see("excluded users", counts.excludedUsers)
      see("inferred", analysis.isInferred ? 1 : 0)
      for row in analysis.rows {
        see("converted", row.converted)
        see("unskipped", row.unskipped)
        see("dismissed", row.dismissed)
        see("dropped", row.dropped)
        see("in progress", row.inProgress)
        see("may return", row.mayReturn)
        see("conversion in another session", row.converted - row.sameSession)
        see("back", row.back)
        see("jump", row.jump)
        for step in row.steps {
          see("skipped", step.skipped)
          see("spanning", step.spanning)
          see("duration", step.durations.count)
          see("ended in progress", step.inProgress)
        }
      }
    }
    #expect(seen.count == 21, "\(seen)")
    #expect(seen.values.allSatisfy { $0 >= 3 }, "\(seen)")
  }
}
