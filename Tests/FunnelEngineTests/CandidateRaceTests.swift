import FunnelModel
import TestSupport
import Testing

@testable import FunnelEngine

/// The race of candidates against walking each of them, and what it costs.
@Suite struct CandidateRaceTests {
  /// A unit of random events under random rules, on a flow whose events can bear signals of several steps.
  struct RandomUnit {
    var rules: WalkRules
    var events: [UnitEvent] = []

    init(seed: UInt64, order: StepOrder, mayOverlap: Bool, maxEvents: Int = 60) {
      var random = SeededGenerator(seed: seed)
      let stepCount = Int.random(in: 1...6, using: &random)
      let definition = Definition(
        id: "f",
        steps: (0..<stepCount).map {
          StepDefinition(id: ByteText("s\($0)"), isOptional: Int.random(in: 0..<5, using: &random) < 2)
        })
      var sets: [[SignalItem]] = FlowSignal.allCases.map { [SignalItem($0)] }
      for place in 0..<stepCount {
        sets += StepSignal.allCases.map { [SignalItem(place: place, $0)] }
      }
      if mayOverlap {
        let single = sets
        for _ in 0..<6 {
          sets.append(Set((0..<3).map { _ in single.randomElement(using: &random)![0] }).sorted())
        }
      }
      var analysis = AnalysisRules()
      analysis.order = order
      analysis.entry = Bool.random(using: &random) ? .any : .first
      analysis.window = Bool.random(using: &random) ? TimeSpan(microseconds: .random(in: 1...12, using: &random)) : nil
      let flow = Flow(definition, steps: Array(0..<stepCount), sets: SignalSets(sets)) { $0 }
      rules = WalkRules(flow: flow, rules: analysis, advance: Bool.random(using: &random) ? .next : .explicit)
      var time: Int64 = 0
      for _ in 0..<Int.random(in: 1...maxEvents, using: &random) {
        time += Int64.random(in: 0...2, using: &random)
        events.append(
          UnitEvent(
            time: time, duration: -1, session: 0,
            signals: .random(in: 1..<UInt32(flow.shapes.count), using: &random), tieOrder: 0))
      }
      events.sort { $0.precedes($1) }
    }

    /// The counted attempt by walking each candidate, as section 5 says it.
    func plainWinner(_ candidates: [Int]) -> Int {
      var walk = AttemptWalk()
      var best = BestCandidate()
      for candidate in candidates {
        walk.walk(events, from: candidate, rules: rules)
        if walk.conversion != nil { return candidate }
        best.consider(
          candidate, passCount: walk.passCount, isStarted: rules.order != .any && walk.state.isStarted)
      }
      return best.candidate
    }

    /// The entry events, told apart by nothing but the specification's words.
    var candidates: [Int] {
      func shape(_ index: Int) -> Flow.Shape { rules.flow.shapes[Int(events[index].signals)] }
      let isOpen = rules.order == .any || rules.entry == .any
      func bears(_ index: Int, _ wanted: StepSignals, openingOnly: Bool) -> Bool {
        rules.flow.marks[shape(index).marks].contains { mark in
          !mark.signals.isDisjoint(with: wanted)
            && (!openingOnly || rules.flow.isOptional[..<mark.place].allSatisfy { $0 })
        }
      }
      func opens(_ index: Int) -> Bool {
        shape(index).flow.contains(FlowSignals(.flowStarted))
          || (isOpen ? !shape(index).marks.isEmpty : bears(index, .started, openingOnly: true))
      }
      let first = events.indices.first(where: opens) ?? events.count
      return events.indices.filter {
        opens($0) || (!isOpen && $0 < first && bears($0, .passing, openingOnly: true))
      }
    }
  }

  @Test(arguments: StepOrder.allCases, [false, true])
  func findsTheAttemptThatWalkingEachCandidateFinds(_ order: StepOrder, _ mayOverlap: Bool) {
    for seed: UInt64 in 0..<1500 {
      let unit = RandomUnit(seed: seed, order: order, mayOverlap: mayOverlap)
      let candidates = unit.candidates
      for alwaysRaces in [false, true] {
        var finder = AttemptFinder(rules: unit.rules, alwaysRaces: alwaysRaces)
        let found = finder.find(unit.events, within: .min ..< .max)
        guard !candidates.isEmpty else {
          #expect(found == .noEntry, "seed \(seed) \(order)")
          continue
        }
        #expect(found == .attempt, "seed \(seed) \(order)")
        #expect(
          finder.attempt.entry == unit.plainWinner(candidates), "seed \(seed) \(order) races \(alwaysRaces)")
      }
    }
  }

  /// One user who starts over and over under a window, and never gets to the end.
  @Test(arguments: [StepOrder.ordered, .strict, .any], [EntryRule.first, .any])
  func hostileUnitCostsAFewMovesAnEvent(_ order: StepOrder, _ entry: EntryRule) {
    let steps = (0..<5).map { StepDefinition(id: ByteText("s\($0)"), isOptional: $0 == 2) }
    let items = (0..<4).flatMap { place in StepSignal.allCases.map { [SignalItem(place: place, $0)] } }
    let flow = Flow(Definition(id: "f", steps: steps), steps: Array(0..<5), sets: SignalSets(items)) { $0 }
    var analysis = AnalysisRules()
    analysis.order = order
    analysis.entry = entry
    analysis.window = TimeSpan(microseconds: 50_000)
    let rules = WalkRules(flow: flow, rules: analysis, advance: .explicit)
    var random = SeededGenerator(seed: 7)
    // Mostly starts of the first step; every other signal now and then.
    let events = (0..<100_000).map { index in
      UnitEvent(
        time: Int64(index), duration: -1, session: 0,
        signals: index % 10 == 9 ? .random(in: 1..<UInt32(flow.shapes.count), using: &random) : 1, tieOrder: 0)
    }
    var finder = AttemptFinder(rules: rules)
    #expect(finder.find(events, within: .min ..< .max) == .attempt)
    #expect(finder.attempt.conversion == nil)
    #expect(finder.moves < events.count * 12)
  }

  /// Where an event acts, by the words of section 5: the nearest reachable step, looked for from the first.
  @Test func anEventOfManySignalsActsWhereLookingAtEachSaysSo() {
    for seed: UInt64 in 0..<400 {
      var random = SeededGenerator(seed: seed)
      let count = 12
      let steps = (0..<count).map {
        StepDefinition(id: ByteText("s\($0)"), isOptional: Int.random(in: 0..<3, using: &random) > 0)
      }
      let sets = (0..<6).map { _ in
        (0..<count).flatMap { place in
          StepSignal.allCases.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
            .map { SignalItem(place: place, $0) }
        }
      }
      let flow = Flow(
        Definition(id: "f", steps: steps), steps: Array(0..<count), sets: SignalSets(sets.filter { !$0.isEmpty })
      ) { $0 }
      for advance in AdvanceRule.allCases {
        let rules = WalkRules(flow: flow, rules: AnalysisRules(), advance: advance)
        for (number, shape) in flow.shapes.enumerated() where !shape.marks.isEmpty {
          for current in 0..<count {
            for isStarted in [false, true] {
              let acted = flow.marks[shape.marks].first { mark in
                func isOpen(from first: Int) -> Bool {
                  first <= mark.place && flow.isOptional[first..<mark.place].allSatisfy { $0 }
                }
                let isNext = advance == .next && isStarted && mark.signals.contains(.started)
                return isOpen(from: current) || (mark.place > current && isNext && isOpen(from: current + 1))
              }
              var state = WalkState(current: current, isStarted: isStarted)
              let action = rules.move(&state, by: UInt32(number)).action
              let isBack = flow.marks[shape.marks.lowerBound].place < current
              #expect(
                action == acted.map { .acted(on: $0.place) } ?? (isBack ? .back : .jump),
                "seed \(seed), \(advance), set \(number), at \(current), started \(isStarted)")
            }
          }
        }
      }
    }
  }

  @Test func aCandidateWhoseTimeRanOutKeepsWhatItHadPassed() {
    // The first passes one step within its time, the second none; both stand in one group when the time runs out.
    let steps = [StepDefinition(id: "a"), StepDefinition(id: "b")]
    let sets = SignalSets([[SignalItem(place: 0, .started)], [SignalItem(place: 0, .completed)]])
    let flow = Flow(Definition(id: "f", steps: steps), steps: [0, 1], sets: sets) { $0 }
    var analysis = AnalysisRules()
    analysis.window = TimeSpan(microseconds: 5)
    let rules = WalkRules(flow: flow, rules: analysis, advance: .explicit)
    func event(_ time: Int64, _ signals: UInt32) -> UnitEvent {
      UnitEvent(time: time, duration: -1, session: 0, signals: signals, tieOrder: 0)
    }
    for (second, winner) in [(Int64(3), 0), (4, 1), (9, 1)] {
      // Completed at 6 counts for those that entered at 1 or later.
      let events = [event(second == 3 ? 1 : 0, 1), event(second, 1), event(second == 9 ? 12 : 6, 2)]
      var finder = AttemptFinder(rules: rules, alwaysRaces: true)
      #expect(finder.find(events, within: .min ..< .max) == .attempt)
      #expect(finder.attempt.entry == winner, "second entry at \(second)")
    }
  }
}
