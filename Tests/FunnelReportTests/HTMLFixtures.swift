import FunnelEngine
import FunnelModel

@testable import FunnelReport

/// Reports and pictures that the page is looked at with.
enum HTMLFixtures {
  /// Each page's name and the document and report that it shows.
  static let pages: [(name: String, report: Report, document: ReportDocument)] = [
    ("hostile", HostileFixture.report, ReportDocument(HostileFixture.report)),
    ("large", large, ReportDocument(large)),
    ("long", long, ReportDocument(long)),
    ("made", large, made),
  ]

  /// A flow of 20 steps in 6 variants.
  static let large = report(
    steps: [
      "welcome", "notifications", "language", "import_contacts", "profile_photo", "display_name", "interests",
      "follow_five", "first_search", "save_search", "open_map", "allow_location", "compare", "add_to_cart", "coupon",
      "payment_method", "shipping_address", "review_order", "first_order", "invite_friends",
    ], variants: ["control", "long_tips", "no_tips", "progress_bar", "reward", "short"])

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

  private static func report(steps: [ByteText], variants: [ByteText]) -> Report {
    var definition = Definition(id: "first-run", steps: steps.map { StepDefinition(id: $0) })
    definition.steps[2].isOptional = true
    definition.steps[4].isOptional = true
    var analysis = HostileFixture.analysis
    analysis.definition = definition
    analysis.breakdownFields = [.variant]
    analysis.breakdowns = variants.enumerated().map { place, variant in
      row(variant, steps: steps.count, attempts: 2400 - 310 * place, seed: UInt64(place + 1))
    }
    analysis.variants = analysis.breakdowns
    var plan = AnalysisPlan()
    plan.breakdown = [.variant]
    return Report(
      analysis: analysis, reading: HostileFixture.reading, settings: ReportSettings(version: "1.2.3", plan: plan))
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

  /// Days and differences, which have pictures of their own.
  private static var made: ReportDocument {
    let days = (0..<28).map { place -> DayPoint in
      let attempts = 180 + (place * 37) % 60
      let converted = attempts * (place == 27 ? 38 : 52 + (place * 13) % 7) / 100
      let cells = Cell.shareWithInterval(converted, of: attempts)
      let date = "2026-03-\(place < 9 ? "0" : "")\(place + 1)"
      let row = MarkedRow(
        table: "trend", place: place,
        cells: [
          "attempts": .count(attempts), "converted": .count(converted), "conversion": cells[0],
          "conversion_low": cells[1], "conversion_high": cells[2], "in_progress": .count(place > 24 ? 7 : 0),
        ])
      return DayPoint(day: ByteText(date), row: row, isFinal: place < 21, isFlagged: place == 27)
    }
    let names: [Prose] = [
      "conversion", "passed \(name: "welcome")", "passed \(name: "first_order")", "skipped \(name: "<b>שלום</b>")",
    ]
    let differences: [DifferenceRow] = names.enumerated().map { place, name in
      let centre = [-0.062, 0.011, -0.038, 0.004][place]
      let row = MarkedRow(
        table: "comparisons", place: place,
        cells: [
          "control_n": .count(2400), "variant_n": .count(2090), "control_value": .rate(0.5),
          "variant_value": .rate(0.5 + centre), "difference": .rate(centre), "low": .rate(centre - 0.028),
          "high": .rate(centre + 0.029), "anytime_low": .rate(centre - 0.049), "anytime_high": .rate(centre + 0.05),
          "p_adjusted": .rate(0.012),
        ])
      return DifferenceRow(
        name: name, row: row, verdict: place == 0 ? "lower" : "no difference", isClear: place == 0)
    }
    return ReportDocument(
      title: "Pictures of days and differences",
      sections: [
        ReportDocument.Section(
          heading: "Days",
          blocks: [
            .figures([
              Figure(
                caption: "Conversion by day", legend: .days,
                picture: DaysPicture(
                  title: "Conversion by day", description: "A point for each day.", points: days, band: 0.47...0.61))
            ])
          ]),
        ReportDocument.Section(
          heading: "Differences",
          blocks: [
            .figures([
              Figure(
                caption: "Against the control", legend: .differences,
                picture: DifferencesPicture(
                  title: "Differences", description: "A row for each comparison.", rows: differences))
            ])
          ]),
      ])
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
