import FunnelModel

@testable import FunnelEngine
@testable import FunnelReport

/// Reports that the page is looked at with.
enum HTMLFixtures {
  /// Each page's name and the report that it shows.
  static let pages: [(name: String, report: Report)] = [
    ("hostile", HostileFixture.report), ("large", large), ("long", long), ("quarter", quarter), ("rows", rows),
  ]

  /// A flow of 20 steps in 6 variants.
  static let large = report(
    steps: [
      "welcome", "notifications", "language", "import_contacts", "profile_photo", "display_name", "interests",
      "follow_five", "first_search", "save_search", "open_map", "allow_location", "compare", "add_to_cart", "coupon",
      "payment_method", "shipping_address", "review_order", "first_order", "invite_friends",
    ], variants: ["control", "long_tips", "no_tips", "progress_bar", "reward", "short"],
    days: 40)

  /// Two variants over more days than a picture shows, some of them without an attempt, and the newest one bad.
  static let quarter = report(
    steps: ["log_in", "chat", "skills", "walk_through", "settings"], variants: ["pager", "tour"], days: 120)

  /// More rows than have pictures.
  static let rows = report(
    steps: ["log_in", "chat", "skills"], variants: (1...14).map { ByteText("build-\($0)") }, days: 9)

  /// Names that are empty, very long, of stacked marks, wide, or turn the direction of writing.
  static let long = report(
    steps: [
      "", ByteText(String(repeating: "W", count: 5000)),
      ByteText("z" + String(repeating: "\u{301}\u{316}", count: 900) + "algo"),
      ByteText(String(repeating: "漢字", count: 60)), ByteText(String(repeating: "👩‍👩‍👧‍👦", count: 50)),
      ByteText("\u{202E}\u{2066}" + String(repeating: "שלום עולם ", count: 20)),
      "</title></svg><script>alert(1)</script>",
      "\"><img src=x onerror=alert(1)>", "a&lt;b&#x3C;", "]]><!--", "\u{0}\u{1B}[31m\u{7F}\u{85}\u{2028}",
    ], variants: ["A", ByteText("B" + String(repeating: "-very-long", count: 40)), "<svg onload=alert(1)>"])

  private static func report(steps: [ByteText], variants: [ByteText], days: Int = 2) -> Report {
    var definition = Definition(id: "first-run", steps: steps.map { StepDefinition(id: $0) })
    for place in [2, 4] where place < steps.count { definition.steps[place].isOptional = true }
    var analysis = HostileFixture.analysis
    analysis.definition = definition
    analysis.breakdownFields = [.variant]
    analysis.breakdowns = variants.enumerated().map { place, variant in
      var row = row(variant, steps: steps.count, attempts: max(300, 2400 - 310 * place), seed: UInt64(place + 1))
      addDays(days, to: &row, seed: UInt64(place + 1))
      return row
    }
    analysis.variants = analysis.breakdowns
    // Some hours into the last of the days.
    analysis.asOf = Moment(microseconds: 20_515 * 86_400_000_000 + 11_000_000_000)
    var plan = AnalysisPlan()
    plan.breakdown = [.variant]
    plan.eventDetail = .following
    return Report(
      analysis: analysis, reading: HostileFixture.reading, settings: ReportSettings(version: "1.2.3", plan: plan))
  }

  /// Days up to the one that still goes on; on the newest that is over fewer convert than before, and Tuesdays have no
  /// attempt where there are many days.
  private static func addDays(_ count: Int, to row: inout BreakdownTally, seed: UInt64) {
    var numbers = Numbers(state: seed &* 77)
    let newest = 20_515
    for day in newest - count + 1...newest where count < 100 || day % 7 != 5 || day > newest - 20 {
      var tally = DayTally(day: day)
      tally.attempts = day == newest ? 40 : 150 + numbers.next(below: 90)
      let percent = day == newest - 1 ? 30 : 52 + numbers.next(below: 7)
      tally.converted = tally.attempts * percent / 100
      tally.inProgress = day > newest - 3 ? 7 : 0
      row.days.append(tally)
      guard day < newest else { continue }
      var standing = StandingDay(day: day)
      (standing.attempts, standing.converted) = (tally.attempts, tally.converted)
      row.standing.append(standing)
    }
  }

  private static func row(_ variant: ByteText, steps: Int, attempts: Int, seed: UInt64) -> BreakdownTally {
    var numbers = Numbers(state: seed)
    var row = BreakdownTally(kind: .values, values: [variant])
    row.units = attempts + 40
    row.attempts = attempts
    row.sessions.users = row.units
    row.sessions.sessions = attempts * 2
    row.sessions.events = attempts * 31
    row.sessions.lengths = (0..<attempts).map { Int64($0) * 251_000 }
    var left = attempts
    row.steps = (0..<steps).map { place in
      var step = StepTally(step: place)
      step.dismissed = left * numbers.next(below: 30) / 1000
      step.dropped = left * (numbers.next(below: 60) + (place == 3 ? 160 : 0)) / 1000
      step.inProgress = left * numbers.next(below: 16) / 1000
      left -= step.dismissed + step.dropped + step.inProgress
      step.skipped = left * (place % 4 == 1 ? 300 + numbers.next(below: 300) : numbers.next(below: 80)) / 1000
      step.completed = left - step.skipped
      step.started = left
      step.passedOfAll = left
      let typical = 1_500_000 * (1 + numbers.next(below: 40))
      step.durations = (0..<left).map { _ in
        // A product of a few even numbers leans to the right as times do.
        (0..<4).reduce(Int64(typical)) { time, _ in time * Int64(400 + numbers.next(below: 1500)) / 1000 }
      }.sorted()
      step.sinceEntry = step.durations.map { $0 * Int64(place + 1) }
      for number in 0..<step.dismissed + step.dropped + step.inProgress {
        step.paths.add(following(number, from: place, of: steps))
      }
      row.dismissed += step.dismissed
      row.dropped += step.dropped
      row.inProgress += step.inProgress
      return step
    }
    row.converted = left
    row.unskipped = left / 3
    row.mayReturn = row.inProgress
    row.conversionTimes = (0..<left).map { Int64($0 + 60) * 1_000_000 }
    row.sameSession = left / 2
    return row
  }

  /// What somebody did next who ended at a step.
  private static func following(_ number: Int, from place: Int, of steps: Int) -> Following {
    let names: [ByteText] = [
      "onboarding_dismissed", "onboarding_step_started", "help_opened", "app_closed", "settings",
    ]
    let name = names[number * number % 5]
    let next = number % 3 == 0 ? nil : StepPaths.NextEvent(name: name, step: name == names[1] ? "other" : nil)
    let back: StepPaths.Return = number % 11 == 0 ? .withoutStep : .at(step: number % 5 == 1 ? place : number % steps)
    return Following(next: next, comesBack: number % 4 == 0 ? .stayedAway : back)
  }

  /// A small generator: the same numbers on every machine.
  private struct Numbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }
}
