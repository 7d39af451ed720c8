import FunnelEngine
import FunnelModel
import FunnelStatistics

extension AnomalyFinder {
  /// The rules about single steps, for one row of the breakdown.
  mutating func findInSteps(_ row: Int, _ breakdown: BreakdownTally) {
    for (place, tally) in breakdown.steps.enumerated() {
      findHighSkip(row, place, tally)
      findHighLoss(row, place, tally)
      findTimes(row, place, tally)
      findBrokenPromises(row, place, tally, before: place == 0 ? nil : breakdown.steps[place - 1])
    }
    findOutliers(row, breakdown, .skipOutlier, "skip_rate") { $0.skipped }
    findOutliers(row, breakdown, .lossOutlier, "loss_rate") { $0.lost }
  }

  private mutating func findHighSkip(_ row: Int, _ place: Int, _ tally: StepTally) {
    let share = Proportion(tally.skipped, of: tally.entered)
    guard tally.entered >= leastDenominator, let interval = share.wilsonInterval, interval.low > thresholds.skip
    else { return }
    let position = tip(of: tally.step)
    add(
      Anomaly(
        code: .highSkip, row: .breakdown(row), step: tally.step, metric: "skip_rate", value: .share(share.share),
        expectedHigh: .rate(thresholds.skip), count: tally.entered,
        message: """
          \(stepName(tally.step, at: place, of: row)) is skipped by \
          \(strong: PlainNumber.percent(share.count, of: share.total)) of those who reach it \
          (\(.range(interval))): it is too obvious to be wanted, or its tip\(position) covers what matters.
          """,
        advice: """
          Look at the step as users see it, with its tip\(position) open: can the element be seen and touched? \
          If it can, try the flow without this step.
          """))
  }

  private mutating func findHighLoss(_ row: Int, _ place: Int, _ tally: StepTally) {
    let share = Proportion(tally.lost, of: tally.entered)
    guard tally.entered >= leastDenominator, let interval = share.wilsonInterval, interval.low > thresholds.loss
    else { return }
    let left = tally.dismissed > tally.dropped
    add(
      Anomaly(
        code: .highLoss, row: .breakdown(row), step: tally.step, metric: "loss_rate", value: .share(share.share),
        expectedHigh: .rate(thresholds.loss), count: tally.entered,
        message: """
          \(stepName(tally.step, at: place, of: row)) loses \
          \(strong: PlainNumber.percent(share.count, of: share.total)) of those who reach it \
          (\(.range(interval))): \(tally.dismissed) closed the flow there and \(tally.dropped) fell silent.
          """,
        advice: left
          ? "Look at what the step asks for: most of those whom it loses close the flow on purpose."
          : """
          Look for what stops people at the step: errors and crashes in the app's log first, then what it asks for; \
          most of those whom it loses just fall silent.
          """))
  }

  private mutating func findTimes(_ row: Int, _ place: Int, _ tally: StepTally) {
    let count = tally.durationSample.count
    guard count >= leastDenominator,
      let median = Quantile.median.value(ofAscending: tally.durationSample, unit: 1_000_000),
      let p90 = Quantile.p90.value(ofAscending: tally.durationSample, unit: 1_000_000)
    else { return }
    let step = stepName(tally.step, at: place, of: row)
    if p90 > 10 * median {
      add(
        Anomaly(
          code: .slowTail, row: .breakdown(row), step: tally.step, metric: "p90_seconds", value: .seconds(p90),
          expectedHigh: .seconds(10 * median), count: count,
          message: """
            \(step) takes one in ten \(strong: PlainNumber.duration(p90)) or more, while half need \
            \(PlainNumber.duration(median)) at most.
            """,
          advice: "Look at who is slow: break the step down by --by platform or version, then look at waiting times."))
    }
    let words = analysis.definition.steps[tally.step].tooltipText?.wordCount ?? 0
    let needed = Double(words) * 60 / 238
    guard words > 0, median < needed / 2 else { return }
    add(
      Anomaly(
        code: .unread, row: .breakdown(row), step: tally.step, metric: "median_seconds", value: .seconds(median),
        expectedLow: .seconds(needed / 2), count: count,
        message: """
          \(step) is passed in \(strong: PlainNumber.duration(median)) by half, but its tip of \
          \(PlainNumber.count(words, "word", "words")) takes \(PlainNumber.duration(needed)) to read: few read it.
          """,
        advice: "Cut the tip to what a person needs at that moment, or let the step itself show it."))
  }

  private mutating func findBrokenPromises(_ row: Int, _ place: Int, _ tally: StepTally, before: StepTally?) {
    let step = stepName(tally.step, at: place, of: row)
    if analysis.definition.steps[tally.step].canSkip == false, tally.skipped > 0, tally.entered >= leastDenominator {
      add(
        Anomaly(
          code: .unskippableSkipped, row: .breakdown(row), step: tally.step, metric: "skip_rate",
          value: .share(tally.skipped, of: tally.entered), expectedHigh: .rate(0), count: tally.entered,
          message: """
            \(step) cannot be skipped by its definition (canSkip is false), but \
            \(strong: PlainNumber.count(tally.skipped, "attempt", "attempts")) skipped it.
            """,
          advice: """
            Find the way around the step in the app, or correct the definition; with advance explicit, an event of a \
            later step also skips a started one.
            """))
    }
    guard let before, analysis.stepsSource == .definition, before.passed >= leastDenominator,
      tally.started == 0, tally.passed == 0
    else { return }
    add(
      Anomaly(
        code: .stepAbsent, row: .breakdown(row), step: tally.step, metric: "started", value: .count(0),
        expectedLow: .count(1), count: before.passed,
        message: """
          \(step) was met by \(strong: "no one"), though \(before.passed) passed the step before it, \
          \(name: analysis.definition.steps[before.step].id).
          """,
        advice: "Check that the app still shows the step and logs it under this id; if it does not, take it out."))
  }

  /// A step whose share is at least twice that of the row's other steps together.
  private mutating func findOutliers(
    _ row: Int, _ breakdown: BreakdownTally, _ code: AnomalyCode, _ metric: String, _ counted: (StepTally) -> Int
  ) {
    let shares = breakdown.steps.map { Proportion(counted($0), of: $0.entered) }
    let (count, total) = (shares.reduce(0) { $0 + $1.count }, shares.reduce(0) { $0 + $1.total })
    let others = shares.map { Proportion(count - $0.count, of: total - $0.total) }
    let tests = zip(shares, others).map { share, others in
      min(share.total, others.total) < leastDenominator ? nil : PooledTest(of: share, against: others)?.p
    }
    for (place, p) in holmAdjusted(tests).enumerated() {
      guard let p, p < 0.001, let share = shares[place].share, let other = others[place].share, share >= 2 * other
      else { continue }
      let verb = code == .skipOutlier ? "skipped by" : "where the flow loses"
      add(
        Anomaly(
          code: code, row: .breakdown(row), step: breakdown.steps[place].step, metric: metric, value: .rate(share),
          expectedHigh: .rate(2 * other), count: shares[place].total, p: p,
          message: """
            \(stepName(breakdown.steps[place].step, at: place, of: row)) is \(verb) \
            \(strong: PlainNumber.percent(share)) of those who reach it, the other steps together \
            \(PlainNumber.percent(other)).
            """,
          advice: "Compare the step with its neighbours: what does it ask for that they do not?"))
    }
  }
}

extension StepTally {
  /// Attempts that left here or fell silent here.
  fileprivate var lost: Int { dismissed + dropped }
}

extension ByteText {
  /// How many words, told apart by white space.
  fileprivate var wordCount: Int { string.split(whereSeparator: \.isWhitespace).count }
}
