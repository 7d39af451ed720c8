import FunnelEngine
import FunnelModel
import FunnelStatistics

extension AnomalyFinder {
  /// The rules about the log as a whole.
  mutating func findInData() {
    findUnknownSteps()
    findLossySteps()
    findMixedVariants()
    findBadLines()
    for (step, clock) in analysis.overall.clocks.enumerated() { findClock(step, clock) }
  }

  private mutating func findUnknownSteps() {
    let count = analysis.counts.unknownStep
    guard count > 0, analysis.counts.events >= leastDenominator else { return }
    let isInferred = analysis.stepsSource == .log
    add(
      Anomaly(
        code: .unknownStep, row: .all, metric: "unknown_step", value: .count(count), expectedHigh: .count(0),
        count: analysis.counts.events,
        message: """
          \(strong: PlainNumber.count(count, "step event names", "step events name")) a step that is in no list: what \
          they tell is in no table.
          """,
        advice: isInferred
          ? "Name the flow's steps in a definition (funnel init writes one from this log), so that rare steps count."
          : "Compare the step ids that the app logs with those of the definition; a renamed step looks like this."))
  }

  private mutating func findLossySteps() {
    let (jumped, attempts) = (analysis.overall.attemptsWithJump, analysis.overall.attempts)
    guard attempts >= leastDenominator, jumped * 20 > attempts else { return }
    add(
      Anomaly(
        code: .lossySteps, row: .all, metric: "jump", value: .share(jumped, of: attempts), expectedHigh: .rate(0.05),
        count: attempts,
        message: """
          \(strong: PlainNumber.percent(jumped, of: attempts)) of attempts have events of steps that they could not \
          have reached: steps before those were not logged, or the flow has another order.
          """,
        advice: """
          Check that every step logs its start and its end; if steps may be passed by, mark them optional, and if their \
          order is free, use --order any.
          """))
  }

  private mutating func findMixedVariants() {
    let counts = analysis.counts
    let leftOut = analysis.rules.mixed == .exclude ? counts.mixedVariants : 0
    let users = counts.users + counts.excludedUsers + leftOut
    guard users >= leastDenominator, counts.mixedVariants * 100 > users else { return }
    add(
      Anomaly(
        code: .mixedVariants, row: .all, metric: "mixed_variants", value: .share(counts.mixedVariants, of: users),
        expectedHigh: .rate(0.01), count: users,
        message: """
          \(strong: PlainNumber.percent(counts.mixedVariants, of: users)) of users saw two variants or more: what \
          they did cannot be put down to one.
          """,
        advice: """
          Check that a user is assigned once and for all, also after signing in and on a second device; until then \
          compare with --mixed exclude.
          """))
  }

  private mutating func findBadLines() {
    let (rejected, lines) = (reading.rejectedTotal, reading.lines)
    guard lines >= leastDenominator, rejected * 100 > lines else { return }
    let worst = RejectReason.allCases.max { reading.rejected[$0] ?? 0 < reading.rejected[$1] ?? 0 }
    add(
      Anomaly(
        code: .badLines, row: .all, metric: "rejected", value: .share(rejected, of: lines), expectedHigh: .rate(0.01),
        count: lines,
        message: """
          \(strong: PlainNumber.percent(rejected, of: lines)) of lines were rejected, most of them \
          \(worst?.words ?? ""): what they tell is in no table.
          """,
        advice: "Look at the first of them, by file and line in the notes; --show-lines prints what they hold."))
  }

  private mutating func findClock(_ step: Int, _ clock: ClockTally) {
    let count = clock.reportedSample.count
    guard count >= leastDenominator,
      let reported = Quantile.median.value(ofAscending: clock.reportedSample, unit: 1_000_000),
      let measured = Quantile.median.value(ofAscending: clock.measuredSample, unit: 1_000_000),
      max(reported, measured) > 2 * min(reported, measured)
    else { return }
    add(
      Anomaly(
        code: .clock, row: .all, step: step, metric: "median_seconds", value: .seconds(reported),
        expectedLow: .seconds(measured / 2), expectedHigh: .seconds(measured * 2), count: count,
        message: """
          Step \(name: analysis.definition.steps[step].id) reports durations of \
          \(strong: PlainNumber.duration(reported)) in the median, but its events lie \
          \(PlainNumber.duration(measured)) apart.
          """,
        advice: """
          Check the unit in which the app reports durations (seconds are expected), and whether events bear the time at \
          which they happened rather than that of their upload.
          """))
  }
}
