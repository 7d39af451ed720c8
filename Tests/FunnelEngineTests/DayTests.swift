import FunnelEngine
import FunnelModel
import TestSupport
import Testing

/// What the engine says of single days, against plain runs whose as-of is the day's own.
@Suite struct DayTests {
  /// Clocks go forward in the middle of the logs, so that one day has 23 hours.
  private static let shifting = ZoneTable(
    name: "shifting",
    stretches: [.init(begins: .min, offset: 3600), .init(begins: 1_772_500_000 / 3600 * 3600, offset: 7200)])

  /// A random log; every other one with time stretched, so that it goes over many days.
  private static func log(_ seed: UInt64) -> RandomLog {
    var log = RandomLog(seed: seed)
    let west = ZoneTable(name: "west", stretches: [.init(begins: .min, offset: -18_000)])
    log.plan.zone = [.utc, shifting, west][Int(seed % 3)]
    guard seed.isMultiple(of: 2) else { return log }
    let begin = log.events.map(\.time).min() ?? 0
    func stretched(_ time: Int64) -> Int64 { begin + (time - begin) * 40 }
    for event in log.events.indices { log.events[event].time = stretched(log.events[event].time) }
    log.plan.rules.window = log.plan.rules.window.map { TimeSpan(microseconds: $0.microseconds * 40) }
    log.plan.asOf = log.plan.asOf.map { Moment(microseconds: stretched($0.microseconds)) }
    log.plan.since = log.plan.since.map { Moment(microseconds: stretched($0.microseconds)) }
    log.plan.until = log.plan.until.map { Moment(microseconds: stretched($0.microseconds)) }
    return log
  }

  private static func engine(_ log: RandomLog) throws -> Analysis {
    let collectors = (0...Int(log.seed % 3)).map { _ in EventCollector(plan: log.plan) }
    for (place, event) in log.events.enumerated() {
      BatchBuilder.hand([event], values: log.plan.values, to: collectors[place % collectors.count])
    }
    return try EventCollector.analyze(collectors, plan: log.plan)
  }

  /// What plain runs say of a log, in the engine's words: by row the days, and the days as they stood.
  private static func expectation(_ log: RandomLog, _ analysis: Analysis) throws -> (
    days: [[ByteText]: [DayTally]], standing: [[ByteText]: [StandingDay]]
  ) {
    var plan = log.plan
    plan.definition = analysis.definition
    plan.rules.advance = analysis.rules.advance
    plan.totals = true
    var days: [[ByteText]: [DayTally]] = [:]
    var standing: [[ByteText]: [StandingDay]] = [:]
    let first = plan.zone.dayNumber(of: analysis.firstTime)
    let last = plan.zone.dayNumber(of: analysis.lastTime)
    for day in first...last {
      let (begin, end) = (plan.zone.start(ofDay: day).microseconds, plan.zone.start(ofDay: day + 1).microseconds)
      let whole = try PlainReading.analyze(log.events, plan: plan, enteredWithin: begin..<end)
      for row in whole.rows where row.attempts > 0 {
        var tally = DayTally(day: day)
        (tally.attempts, tally.converted, tally.inProgress) = (row.attempts, row.converted, row.inProgress)
        days[row.values, default: []].append(tally)
      }
      guard let newest = analysis.newestDay, day <= newest.day, begin >= plan.since?.microseconds ?? .min else {
        continue
      }
      var asItStood = plan
      asItStood.asOf = Moment(microseconds: end) + newest.distance
      guard let stood = try? PlainReading.analyze(log.events, plan: asItStood, enteredWithin: begin..<end) else {
        continue
      }
      for row in stood.rows where row.attempts > 0 { standing[row.values, default: []].append(.init(row, day: day)) }
    }
    return (days, standing)
  }

  @Test(arguments: UInt64(0)..<6)
  func agreesWithPlainRunsOfEachDay(_ block: UInt64) throws {
    for seed in block * 100..<(block + 1) * 100 {
      let log = Self.log(seed)
      guard let analysis = try? Self.engine(log) else { continue }
      let expected = try Self.expectation(log, analysis)
      let all = analysis.breakdownFields.map { _ in "(all)" as ByteText }
      for row in analysis.breakdowns {
        try #require(row.days == expected.days[row.values] ?? [], "seed \(seed) \(row.values)\n\(log)")
        guard row.kind == .values else { continue }
        try #require(row.standing == expected.standing[row.values] ?? [], "seed \(seed) \(row.values)\n\(log)")
      }
      try #require(analysis.overall.standing == expected.standing[all] ?? [], "seed \(seed)\n\(log)")
    }
  }

  @Test func logsHoldDaysThatStoodOtherwiseThanTheyStandNow() throws {
    var (other, converted, lost, timed) = (0, 0, 0, 0)
    for seed in UInt64(0)..<600 {
      guard let analysis = try? Self.engine(Self.log(seed)) else { continue }
      for row in analysis.breakdowns where row.kind == .values {
        for day in row.standing {
          if row.days.first(where: { $0.day == day.day })?.attempts != day.attempts { other += 1 }
          converted += day.converted
          lost += day.steps.reduce(0) { $0 + $1.lost }
          timed += day.steps.reduce(0) { $0 + $1.timed }
        }
      }
    }
    #expect(min(other, converted, lost, timed) >= 5, "\(other) \(converted) \(lost) \(timed)")
  }

  @Test func variantsAreTalliedWhateverTheBreakdown() throws {
    for seed in UInt64(0)..<300 {
      var log = Self.log(seed)
      log.plan.unitFilters = []
      guard let analysis = try? Self.engine(log) else { continue }
      var plan = log.plan
      plan.breakdown = [.variant]
      plan.totals = false
      let plain = try PlainReading.analyze(log.events, plan: plan)
      let got = analysis.variants.map { [$0.units, $0.attempts, $0.converted] + $0.steps.map(\.entered) }
      let expected = plain.variants.map(\.comparedCounts)
      let shown = zip(got, expected).allSatisfy { $0 == $1 || ($1[1] == 0 && $0.prefix(3) == $1.prefix(3)) }
      try #require(analysis.variants.map(\.values) == plain.variants.map(\.values) && shown, "seed \(seed)")
    }
  }

  /// Logs of more than fifty variants, whose control and whose definition's arms can be any of them.
  @Test(arguments: [[FieldReference.variant], [.version], [.version, .variant]])
  func controlAndArmsAreTalliedHoweverFewTheirUnits(_ breakdown: [FieldReference]) throws {
    var cut = 0
    for seed in UInt64(0)..<8 {
      var random = SeededGenerator(seed: seed)
      var log = RandomLog.ofManyVariants(seed: seed)
      log.plan.breakdown = breakdown
      // Some runs count before they tally, others tally all and put together afterwards.
      log.plan.rules.unit = seed.isMultiple(of: 2) ? .user : .session
      log.plan.control = [nil, nil, "a9", "nobody", "x"].randomElement(using: &random)!
      let analysis = try Self.engine(log)
      log.plan.breakdown = [.variant]
      let plain = try PlainReading.analyze(log.events, plan: log.plan)
      let got = analysis.variants.map { [$0.units, $0.attempts, $0.converted] + $0.steps.map(\.entered) }
      let shown = zip(got, plain.variants.map(\.comparedCounts)).allSatisfy {
        $0 == $1 || ($1[1] == 0 && $0.prefix(3) == $1.prefix(3))
      }
      try #require(analysis.variants.map(\.values) == plain.variants.map(\.values) && shown, "seed \(seed)")
      let isCut = plain.rows.last?.values == ["(other)"]
      #expect(analysis.hasOtherVariants == (isCut && plain.variants.count < log.variantCount), "seed \(seed)")
      if breakdown == [.variant] { #expect(PlainAnalysis(analysis).rows == plain.rows, "seed \(seed)") }
      if plain.variants.count > 50 { cut += 1 }
    }
    #expect(cut >= 2)
  }

  @Test func noDaysAreTalliedWhereNoneAreWanted() throws {
    var log = Self.log(3)
    log.plan.days = .none
    let analysis = try Self.engine(log)
    #expect(analysis.newestDay == nil && analysis.variants.isEmpty && analysis.overall.attempts == 0)
    #expect(analysis.breakdowns.allSatisfy { $0.days.isEmpty && $0.standing.isEmpty })
  }
}

extension PlainAnalysis.Row {
  /// Units, attempts, conversions, and how many entered each step.
  fileprivate var comparedCounts: [Int] {
    [units, attempts, converted]
      + steps.map { $0.completed + $0.skipped + $0.dismissed + $0.dropped + $0.inProgress }
  }
}

extension StandingDay {
  /// A plain run's row in the engine's words.
  fileprivate init(_ row: PlainAnalysis.Row, day: Int) {
    self.init(day: day)
    attempts = row.attempts
    converted = row.converted
    steps = row.steps.compactMap { plain in
      var step = StandingStep(step: plain.step)
      step.lost = plain.dismissed + plain.dropped
      step.entered = plain.completed + plain.skipped + step.lost + plain.inProgress
      step.skipped = plain.skipped
      step.timed = plain.durations.count
      let sorted = plain.durations
      if !sorted.isEmpty {
        step.middle = MiddlePair(low: sorted[(sorted.count - 1) / 2], high: sorted[sorted.count / 2])
      }
      return step.entered > 0 ? step : nil
    }.sorted { $0.step < $1.step }
  }
}
