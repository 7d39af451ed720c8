import Foundation
import FunnelModel
import TestSupport
import Testing

@testable import FunnelEngine

/// The engine's unions of ids against the plain reading of the rules, on thousands of tiny hostile logs.
@Suite struct IdentityOracleTests {
  static let logsPerBlock: UInt64 = 400

  static func log(_ seed: UInt64) -> RandomLog {
    var log = RandomLog(seed: seed, mixesIds: true)
    log.plan.threads = Int(seed % 4) + 1
    return log
  }

  @Test(arguments: UInt64(0)..<8)
  func engineAgreesWithThePlainReading(_ block: UInt64) {
    for seed in block * Self.logsPerBlock..<(block + 1) * Self.logsPerBlock {
      let log = Self.log(seed)
      let collectors = Int(seed % 3) + 1
      guard !EngineRun.difference(log, collectors: collectors).isEmpty else { continue }
      let small = EngineRun.shrink(log, collectors: collectors)
      Issue.record("\(small)\n\(EngineRun.difference(small, collectors: collectors))")
      return
    }
  }

  /// A judge that never meets a case cannot fail the engine on it.
  @Test func logsHoldEverythingThatIsCounted() {
    var merged = 0
    var shared = 0
    var changed = 0
    for seed in 0..<Self.logsPerBlock {
      let log = Self.log(seed)
      guard let analysis = try? PlainReading.analyze(log.events, links: log.links, plan: log.plan) else { continue }
      if analysis.counts.mergedIDs > 0 { merged += 1 }
      if analysis.counts.sharedDevices > 0 { shared += 1 }
      var plan = log.plan
      plan.identity = .off
      let apart = try? PlainReading.analyze(log.events, links: log.links, plan: plan)
      if apart?.rows != analysis.rows { changed += 1 }
    }
    #expect(merged > 200 && shared > 100 && changed > 200, "\(merged) \(shared) \(changed)")
  }

  @Test func orderOfLinesNumberOfCollectorsAndThreadsChangeNothing() {
    for seed: UInt64 in 5000..<5200 {
      let log = Self.log(seed)
      var random = SeededGenerator(seed: seed)
      let once = EngineRun.analyze(log.events, links: log.links, plan: log.plan, collectors: 1, random: &random)
      var plan = log.plan
      plan.threads = 3
      let again = EngineRun.analyze(
        log.events.shuffled(using: &random), links: log.links.shuffled(using: &random), plan: plan, collectors: 4,
        random: &random)
      guard case .success(let once) = once, case .success(let again) = again else { continue }
      #expect(again.difference(from: once).isEmpty, "seed \(seed)")
    }
  }

  /// Traces of all users, each by any of the ids, add up to what is counted.
  @Test func tracesOfUnionsAddUpToTheReport() throws {
    var unions = 0
    for seed: UInt64 in 21_000..<21_100 {
      let log = Self.log(seed)
      var told: [UInt64: Int] = [:]
      var expected: Int?
      var attempts = 0
      var counted = 0
      // A user of whom only records or the map speak can own what is anonymous.
      let ids =
        log.events.flatMap { [$0.user, $0.anonymous ?? $0.user] } + log.links.flatMap { [$0.first, $0.second] }
      for id in Set(ids + ["x", "y", "shared", "other", "d-u0"]) {
        func collect(_ make: () -> TraceCollector) -> [TraceCollector] {
          let collectors = [make(), make()]
          var random = SeededGenerator(seed: seed)
          EngineRun.deal(log.events, log.links, log.plan, to: collectors, random: &random)
          return collectors
        }
        let first = collect { TraceCollector(plan: log.plan, user: id) }
        guard let found = try? TraceCollector.trace(first, plan: log.plan) else { continue }
        expected = found.analysis.counts.events
        attempts = found.analysis.breakdowns.filter { $0.kind == .values }.reduce(0) { $0 + $1.attempts }
        var trace = found.user
        if let union = found.union {
          unions += 1
          let second = collect { TraceCollector(plan: log.plan, user: id, union: union) }
          trace = TraceCollector.trace(second, plan: log.plan, in: found.analysis)
        }
        guard let trace else { continue }
        let user = found.union?.user ?? IdentityCollector.number(of: id)
        if told[user] == nil {
          counted += trace.tallies.filter { $0.kind == .values }.reduce(0) { $0 + $1.attempts }
        }
        #expect(told[user, default: trace.events.count] == trace.events.count, "seed \(seed): \(id)")
        told[user] = trace.events.count
      }
      guard let expected else { continue }
      #expect(told.values.reduce(0, +) == expected, "\(log)")
      #expect(counted == attempts, "\(log)")
    }
    #expect(unions > 200, "a judge without unions judges nothing")
  }

  @Test(arguments: [16, 200, 4096])
  func temporaryFilesChangeNothing(_ chunkBytes: Int) throws {
    let folder = try SpillTests.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var onDisk = 0
    for seed: UInt64 in 9000..<9200 {
      let log = Self.log(seed)
      let count = Int(seed % 3) + 1
      var random = SeededGenerator(seed: seed)
      let expected = EngineRun.analyze(log.events, links: log.links, plan: log.plan, collectors: count, random: &random)
      let plan = SpillTests.budgeted(log.plan, folder.path)
      let layout = SpillLayout(
        partitionCount: 1 << Int(seed % 4), chunkBytes: chunkBytes, textBytes: Int(seed % 5) * 60)
      let collectors = (0..<count).map { _ in EventCollector(plan: plan, layout: layout) }
      EngineRun.deal(log.events, log.links, plan, to: collectors, random: &random)
      onDisk += collectors.count { $0.collected.spilled?.isOnDisk == true }
      let found = Result { () throws(AnalysisFailure) in
        PlainAnalysis(try EventCollector.analyze(collectors, plan: plan))
      }
      switch (expected, found) {
      case (.success(let expected), .success(let found)):
        #expect(found.difference(from: expected).isEmpty, "seed \(seed)")
      case (.failure(let expected), .failure(let found)): #expect(found == expected, "seed \(seed)")
      default: Issue.record("seed \(seed): \(expected) and \(found)")
      }
    }
    #expect(chunkBytes == 4096 ? onDisk == 0 : onDisk > 100)
  }
}
