import FunnelModel

@testable import FunnelEngine
@testable import FunnelReport

/// One report whose names are as bad as names from outside can be, for all writers.
enum HostileFixture {
  static let stepIDs: [ByteText] = [
    "=1+1", "a|b", "<script>alert(1)</script>", "x,\"y\"", "two\nlines\r\nand\ta tab", "שלום \u{202E}evil", "🎉 日本",
    "bell\u{7}", "`tick` **bold** [link](http://example.com)", "@cmd", "'quoted", "\\|", "007", "1e5", "-5",
    "2026-03-01",
  ]

  static let report = Report(analysis: analysis, reading: reading, settings: settings)

  /// Settings by which most steps stand out.
  private static var settings: ReportSettings {
    var settings = ReportSettings(version: "1.2.3", plan: plan)
    settings.thresholds.skip = 0.1
    return settings
  }

  static var plan: AnalysisPlan {
    var plan = AnalysisPlan()
    plan.breakdown = [.variant, .path(FieldPath(components: ["=sum", "<i>"]))]
    plan.unitFilters = [FieldFilter(field: .version, values: ["1", "<b>2</b>"])]
    plan.eventDetail = .following
    return plan
  }

  static var reading: ReadingSummary {
    var reading = ReadingSummary()
    reading.files = 2
    reading.bytes = 123_456
    reading.lines = 1234
    reading.blank = 3
    reading.rejected = [.invalidJSON: 8, .missingUser: 2]
    reading.noZone = 5
    reading.badDuration = 1
    return reading
  }

  static var analysis: Analysis {
    var definition = Definition(id: "first|run <b>", steps: stepIDs.map { StepDefinition(id: $0) })
    definition.steps[1].isOptional = true
    definition.onboardingVersion = "3"
    var rules = AnalysisRules()
    rules.advance = .explicit
    var counts = AnalysisCounts()
    counts.excluded = 4
    counts.duplicate = 6
    counts.events = 1211
    counts.users = 260
    counts.sessions = 270
    counts.mixedVariants = 1
    var analysis = Analysis(
      definition: definition, stepsSource: .definition, rules: rules, advanceIsInferred: true,
      asOf: Moment(microseconds: 1_772_438_399_999_999), firstTime: Moment(microseconds: 1_772_352_000_000_000),
      lastTime: Moment(microseconds: 1_772_438_399_999_999), counts: counts, breakdownFields: plan.breakdown,
      breakdowns: [row("(none)", "", units: 60, attempts: 0), row("x|y", "@now", units: 200, attempts: 64)])
    analysis.breakdowns[1].days = [20_514, 20_515].map { day in
      var tally = DayTally(day: day)
      (tally.attempts, tally.converted, tally.inProgress) = (32, 8, 8)
      return tally
    }
    analysis.variants = [row("=control", "", units: 300, attempts: 260), row("x|y", "", units: 200, attempts: 64)]
    for place in analysis.variants.indices { analysis.variants[place].values.removeLast() }
    analysis.overall.attempts = 64
    analysis.overall.attemptsWithJump = 4
    analysis.newestDay = NewestDay(day: 20_514, distance: .seconds(86_399))
    return analysis
  }

  /// What somebody did next who ended at a step.
  private static func following(_ number: Int, from place: Int) -> Following {
    let names: [ByteText] = ["=HYPERLINK(\"http://example.com\")", "<i>|x", "(end)"]
    let next = StepPaths.NextEvent(name: names[place % 3], step: number == 1 ? stepIDs[place] : nil)
    switch number {
    case 0: return Following(next: nil, comesBack: .stayedAway)
    case 1: return Following(next: next, comesBack: .at(step: (place + 1) % stepIDs.count))
    default: return Following(next: next, comesBack: .withoutStep)
    }
  }

  /// A row in which a few attempts are lost at every step; `attempts` is 0, or more than four for each step.
  private static func row(_ variant: ByteText, _ value: ByteText, units: Int, attempts: Int) -> BreakdownTally {
    var row = BreakdownTally(kind: .values, values: [variant, value])
    row.units = units
    row.attempts = attempts
    row.sessions.users = units
    row.sessions.sessions = units + 5
    row.sessions.events = 5 * units
    row.sessions.lengths = (0..<units + 5).map { Int64($0) * 1_500_000 }
    row.sessions.singleEvent = 7
    var left = attempts
    row.steps = stepIDs.indices.map { place in
      var step = StepTally(step: place)
      let lost = min(left, 3)
      (step.dismissed, step.dropped, step.inProgress) = (min(lost, 1), lost / 2, lost / 3)
      let ended = step.dismissed + step.dropped + step.inProgress
      for number in 0..<ended { step.paths.add(following(number, from: place)) }
      left -= ended
      step.started = left
      step.skipped = left / 4
      step.completed = left - step.skipped
      step.passedOfAll = left
      step.durations = (0..<left).map { Int64($0 + 1) * Int64(place + 1) * 1_234_567 }
      step.sinceEntry = step.durations.map { $0 * 2 }
      step.spanning = place
      row.dismissed += step.dismissed
      row.dropped += step.dropped
      row.inProgress += step.inProgress
      return step
    }
    row.converted = left
    row.unskipped = left / 2
    row.mayReturn = row.inProgress
    row.conversionTimes = (0..<left).map { Int64($0 + 60) * 1_000_000 }
    row.sameSession = left / 2
    (row.back, row.jump) = (left / 5, left / 16)
    return row
  }
}
