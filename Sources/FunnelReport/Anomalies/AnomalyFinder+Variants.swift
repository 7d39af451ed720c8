import FunnelEngine
import FunnelModel
import FunnelStatistics

extension AnomalyFinder {
  /// The rules about variants against each other.
  mutating func findInVariants(_ comparisons: VariantComparisons) {
    findSampleRatio(comparisons.variants)
    for comparison in comparisons.comparisons where comparison.metric == .conversion && comparison.verdict == .lower {
      addWorse(comparison)
    }
  }

  private mutating func addWorse(_ comparison: Comparison) {
    guard let value = comparison.variantValue, let base = comparison.controlValue, let anytime = comparison.anytime
    else { return }
    let points = FixedDecimals.text(abs(value - base) * 100, decimals: 1)
    add(
      Anomaly(
        code: .worseThanControl, row: row(ofVariant: comparison.variant), metric: "conversion", value: .rate(value),
        expectedLow: .rate(base), count: comparison.variantCount, p: comparison.adjustedP,
        message: """
          Variant \(name: comparison.variant) converts \(strong: PlainNumber.percent(value)), \
          \(name: comparison.control) \(PlainNumber.percent(base)): \(points) points less, and more than chance on \
          any night (\(FixedDecimals.text(anytime.low * 100, decimals: 1)) to \
          \(FixedDecimals.text(anytime.high * 100, decimals: 1)) points).
          """,
        advice: """
          Stop giving new users \(name: comparison.variant) until it is clear why; the table comparisons shows at \
          which step it falls behind.
          """))
  }

  private func row(ofVariant name: ByteText) -> Anomaly.Row {
    guard analysis.breakdownFields == [.variant],
      let place = analysis.breakdowns.firstIndex(where: { $0.kind == .values && $0.values == [name] })
    else { return .variant(name) }
    return .breakdown(place)
  }

  /// Attempts by variant against the weights: the definition's arms where it lists any, else the log's, all alike.
  ///
  /// An arm without a weight has the mean of the others', one of weight 0 is left out, and one that no unit of the log
  /// saw counts with none: it may be the one that is broken.
  private mutating func findSampleRatio(_ variants: [BreakdownTally]) {
    let attempts = Dictionary(uniqueKeysWithValues: variants.map { ($0.values[0], $0.attempts) })
    var arms: [(name: ByteText, weight: Double)] = variants.map { ($0.values[0], 1) }
    let listed = analysis.definition.variants
    if !listed.isEmpty {
      let given = listed.compactMap(\.weight)
      let mean = given.isEmpty ? 1 : given.reduce(0, +) / Double(given.count)
      arms = listed.map { ($0.name, $0.weight ?? mean) }.filter { $0.weight > 0 && $0.name != "(none)" }
    }
    let observed = arms.map { attempts[$0.name] ?? 0 }
    guard observed.reduce(0, +) >= leastDenominator,
      let test = ChiSquareTest(observed: observed, weights: arms.map(\.weight)),
      test.smallestExpected >= 8, test.p < 0.001
    else { return }
    let total = Double(observed.reduce(0, +))
    let weight = arms.reduce(0) { $0 + $1.weight }
    let expected = arms.map { total * $0.weight / weight }
    let worst = arms.indices.max {
      abs(Double(observed[$0]) - expected[$0]) < abs(Double(observed[$1]) - expected[$1])
    }!
    add(
      Anomaly(
        code: .sampleRatio, row: .all, metric: "attempts", value: .count(observed[worst]),
        expectedLow: .ratio(expected[worst]), expectedHigh: .ratio(expected[worst]), count: Int(total), p: test.p,
        message: """
          Variant \(name: arms[worst].name) has \(strong: PlainNumber.count(observed[worst], "attempt", "attempts")) \
          where its share is \(PlainNumber.count(Int(expected[worst].rounded()))): users are not split between the \
          variants as planned, so no comparison of them can be trusted.
          """,
        advice: """
          Find where users get lost before they are counted: the assignment, a crash of one variant at its start, a \
          redirect, or bots.
          """))
  }
}
