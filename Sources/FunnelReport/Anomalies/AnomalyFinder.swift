import FunnelEngine
import FunnelModel
import FunnelStatistics

/// Puts every rule of section 11 to a report's numbers.
struct AnomalyFinder {
  let analysis: Analysis
  let reading: ReadingSummary
  let plan: AnalysisPlan
  let thresholds: AnomalyThresholds
  let names: RowNames
  private(set) var anomalies: [Anomaly] = []

  /// All anomalies, most severe first, then by breakdown, step and rule.
  static func anomalies(
    _ analysis: Analysis, _ reading: ReadingSummary, settings: ReportSettings, comparisons: VariantComparisons,
    shifts: [Shift]
  ) -> [Anomaly] {
    var finder = AnomalyFinder(
      analysis: analysis, reading: reading, plan: settings.plan, thresholds: settings.thresholds,
      names: RowNames(analysis))
    for (place, row) in analysis.breakdowns.enumerated() where row.attempts > 0 { finder.findInSteps(place, row) }
    finder.findInData()
    finder.findInVariants(comparisons)
    for shift in shifts where shift.speaks { finder.add(shift) }
    return finder.inOrder
  }

  mutating func add(_ anomaly: Anomaly) { anomalies.append(anomaly) }

  private var inOrder: [Anomaly] {
    let rules = Dictionary(uniqueKeysWithValues: AnomalyCode.allCases.enumerated().map { ($1, $0) })
    return anomalies.enumerated().sorted { left, right in
      func key(_ anomaly: Anomaly) -> [Int] {
        [-Severity.allCases.firstIndex(of: anomaly.code.severity)!, place(of: anomaly.row), anomaly.step ?? -1]
          + [rules[anomaly.code]!]
      }
      let keys = (key(left.element), key(right.element))
      return keys.0 == keys.1 ? left.offset < right.offset : keys.0.lexicographicallyPrecedes(keys.1)
    }.map(\.element)
  }

  private func place(of row: Anomaly.Row) -> Int {
    switch row {
    case .all: -2
    case .variant: -1
    case .breakdown(let place): place
    }
  }

  // MARK: - Words

  /// `Step 3 \`first_task\`` with the row where there are several.
  func stepName(_ step: Int, at place: Int, of row: Int?) -> Prose {
    let name: Prose = "step \(place + 1) \(name: analysis.definition.steps[step].id)"
    guard let row, !names.isWhole, analysis.breakdowns[row].kind != .all else { return "S" + Prose.tail(of: name) }
    return "In \(names.name(analysis.breakdowns[row])), " + name
  }

  /// Where the tip of a step stands, in words that follow "its tip".
  func tip(of step: Int) -> Prose {
    analysis.definition.steps[step].tooltipPosition.map { ", shown \(name: $0)," } ?? ""
  }
}

extension Prose {
  /// A sentence without its first letter.
  fileprivate static func tail(of prose: Prose) -> Prose {
    guard case .plain(let words)? = prose.runs.first else { return prose }
    return Prose(runs: [.plain(String(words.dropFirst()))] + prose.runs.dropFirst())
  }

  /// An interval of shares: `58.0 to 62.0 %`.
  static func range(_ interval: Interval) -> Prose {
    let ends = [interval.low, interval.high].map { FixedDecimals.text($0 * 100, decimals: 1) }
    return "\(ends[0]) to \(ends[1]) %"
  }
}
