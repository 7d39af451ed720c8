import FunnelEngine
import FunnelModel
import TestSupport

/// What the engine makes of a log whose events are dealt out to some collectors, in batches of a few events.
enum EngineRun {
  /// The analysis in the plain reading's words, or the failure.
  static func analyze(
    _ events: [PlainEvent], links: [PlainLink] = [], plan: AnalysisPlan, collectors count: Int,
    random: inout SeededGenerator
  ) -> Result<PlainAnalysis, AnalysisFailure> {
    let collectors = (0..<count).map { _ in EventCollector(plan: plan) }
    deal(events, links, plan, to: collectors, random: &random)
    do throws(AnalysisFailure) {
      return .success(PlainAnalysis(try EventCollector.analyze(collectors, plan: plan)))
    } catch {
      return .failure(error)
    }
  }

  /// Deals events and links out in batches of a few.
  static func deal(
    _ events: [PlainEvent], _ links: [PlainLink], _ plan: AnalysisPlan, to collectors: [any EventReceiver],
    random: inout SeededGenerator
  ) {
    var rest = events[...]
    var restOfLinks = links[...]
    while !rest.isEmpty || !restOfLinks.isEmpty {
      let batch = Array(rest.prefix(Int.random(in: 1...5, using: &random)))
      rest = rest.dropFirst(batch.count)
      let linked = Array(restOfLinks.prefix(Int.random(in: 0...2, using: &random)))
      restOfLinks = restOfLinks.dropFirst(linked.count)
      BatchBuilder.hand(
        batch, links: linked, mayLink: !links.isEmpty, values: plan.values,
        to: collectors.randomElement(using: &random)!)
    }
  }

  /// What the engine says otherwise than the plain reading; empty where they agree.
  static func difference(_ log: RandomLog, collectors: Int) -> String {
    var random = SeededGenerator(seed: log.seed)
    let engine = analyze(
      log.events, links: log.links, plan: log.plan, collectors: collectors, random: &random)
    let plain: PlainAnalysis
    do throws(PlainReading.Failure) {
      plain = try PlainReading.analyze(log.events, links: log.links, plan: log.plan)
    } catch {
      let expected: AnalysisFailure = error == .noEventAccepted ? .noEventAccepted : .noStepToInfer
      guard case .failure(let failure) = engine, failure == expected else { return "plain: \(error)" }
      return ""
    }
    switch engine {
    case .success(let analysis): return analysis.difference(from: plain)
    case .failure(let failure): return "engine: \(failure)"
    }
  }

  /// The same log with every event and link left out that the difference does not need.
  static func shrink(_ log: RandomLog, collectors: Int) -> RandomLog {
    var small = log
    var place = 0
    while place < small.events.count {
      var smaller = small
      smaller.events.remove(at: place)
      if difference(smaller, collectors: collectors).isEmpty { place += 1 } else { small = smaller }
    }
    place = 0
    while place < small.links.count {
      var smaller = small
      smaller.links.remove(at: place)
      if difference(smaller, collectors: collectors).isEmpty { place += 1 } else { small = smaller }
    }
    return small
  }
}
