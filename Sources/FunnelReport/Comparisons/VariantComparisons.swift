import FunnelEngine
import FunnelModel
import FunnelStatistics

/// The variants of an analysis against the control (section 10).
struct VariantComparisons: Sendable {
  /// The control's name; nil where there is no variant.
  let control: ByteText?
  /// The variants that can be control or compared, by name.
  let variants: [BreakdownTally]
  /// A comparison for each variant, metric and step.
  let comparisons: [Comparison]

  /// The comparisons of an analysis; `control` names the control, before what the definition says.
  ///
  /// A control that no unit of the log belongs to leaves nothing to compare with: there are no rows then.
  init(_ analysis: Analysis, control asked: ByteText?) {
    variants = analysis.variants.filter { ControlRule.isComparable($0.values[0]) }
    control = ControlRule(named: asked ?? analysis.definition.control).control(among: variants.map { $0.values[0] })
    var rows: [Comparison] = []
    if let control, let base = variants.first(where: { $0.values[0] == control }) {
      for variant in variants where variant.values[0] != control { rows += Self.rows(base, variant) }
    }
    for (place, p) in holmAdjusted(rows.map(\.p)).enumerated() { rows[place].judge(adjustedP: p) }
    comparisons = rows
  }

  private static func rows(_ control: BreakdownTally, _ variant: BreakdownTally) -> [Comparison] {
    let names = (control.values[0], variant.values[0])
    func share(_ metric: Comparison.Metric, _ step: Int?, _ count: Int, _ other: Int) -> Comparison {
      Comparison(
        metric, step: step, control: (names.0, Proportion(count, of: control.attempts)),
        variant: (names.1, Proportion(other, of: variant.attempts)))
    }
    let walked = Dictionary(uniqueKeysWithValues: variant.steps.map { ($0.step, $0) })
    let steps = control.steps.compactMap { tally in walked[tally.step].map { (tally, $0) } }
    return [share(.conversion, nil, control.converted, variant.converted)]
      + steps.map { share(.passed, $0.step, $0.passed, $1.passed) }
      + steps.map { share(.skipped, $0.step, $0.skipped, $1.skipped) }
      + steps.map {
        Comparison(
          .seconds, step: $0.step, control: (names.0, $0.durationSample), variant: (names.1, $1.durationSample))
      } + [
        Comparison(
          .secondsToConvert, step: nil, control: (names.0, control.conversionSample),
          variant: (names.1, variant.conversionSample))
      ]
  }
}
