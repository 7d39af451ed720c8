import FunnelModel
import Testing

@testable import FunnelEngine

/// The candidates that are told together against each walked by itself.
@Suite struct CandidateStoriesTests {
  /// All that happened in a candidate's walk, put together from those that it goes on like.
  private func whole(_ place: Int, _ told: [CandidateStories.Told]) -> [WalkStory.Deed] {
    let late = told[place].tooLate ?? .max
    var deeds = told[place].deeds
    var next = told[place].goesOn
    while let (candidate, event) = next, event < late {
      deeds += told[candidate].deeds.filter { $0.event > event && $0.event < late }
      next = told[candidate].goesOn
    }
    return deeds
  }

  @Test(arguments: StepOrder.allCases, [false, true])
  func tellWhatWalkingEachCandidateTells(_ order: StepOrder, _ mayOverlap: Bool) {
    var joined = 0
    for seed: UInt64 in 5_000..<6_000 {
      let unit = CandidateRaceTests.RandomUnit(seed: seed, order: order, mayOverlap: mayOverlap)
      let candidates = unit.candidates
      let told = CandidateStories(of: unit.events, candidates: candidates, rules: unit.rules).told
      #expect(told.count == candidates.count)
      for (place, entry) in candidates.enumerated() {
        var walk = AttemptWalk()
        walk.walk(unit.events, from: entry, rules: unit.rules)
        let story = WalkStory(of: unit.events, from: entry, rules: unit.rules)
        let alone = story.deeds.filter { !$0.isEmpty || $0.event == entry }
        #expect(whole(place, told).map { "\($0)" } == alone.map { "\($0)" }, "seed \(seed)")
        #expect(told[place].tooLate == story.tooLate, "seed \(seed)")
        #expect(told[place].passCount == walk.passCount, "seed \(seed)")
        #expect(told[place].isConverted == (walk.conversion != nil), "seed \(seed)")
        if order != .any { #expect(told[place].isStarted == walk.state.isStarted, "seed \(seed)") }
        if told[place].goesOn != nil { joined += 1 }
      }
    }
    #expect(joined > 1_000, "a judge of walks that all stand apart judges nothing")
  }

  @Test func manyCandidatesCostWhatTheirEventsCost() {
    let unit = CandidateRaceTests.RandomUnit(seed: 7, order: .ordered, mayOverlap: false, maxEvents: 60)
    var events: [UnitEvent] = []
    for index in 0..<200_000 {
      var event = unit.events[index % unit.events.count]
      event.time = Int64(index)
      events.append(event)
    }
    var walks = unit
    walks.events = events
    let candidates = walks.candidates
    let told = CandidateStories(of: events, candidates: candidates, rules: unit.rules).told
    #expect(candidates.count > 1_000)
    #expect(told.reduce(0) { $0 + $1.deeds.count } < 20 * events.count)
  }
}
