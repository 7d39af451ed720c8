public import FunnelModel
import FunnelStatistics

/// What changed from one report to another, per row and step.
public struct ReportChanges: Sendable {
  let old: SavedReport
  let new: SavedReport
  let changes: [Change]
  /// The rules that the two reports do not share, by name.
  public let differingRules: [ByteText]

  /// Why two reports cannot be compared.
  public enum Fault: Error, Equatable, Sendable {
    /// They are broken down by different fields.
    case differentFields(old: [ByteText], new: [ByteText])
  }

  /// Compares two reports of one breakdown.
  ///
  /// Shares are of all attempts and tested as variants are: pooled or Fisher's, adjusted by Holm over the table. The test
  /// takes the two for different people; where both reports hold the same ones it finds less than there is.
  public init(from old: SavedReport, to new: SavedReport) throws(Fault) {
    guard old.fields == new.fields else { throw .differentFields(old: old.fields, new: new.fields) }
    self.old = old
    self.new = new
    let oldRules = Dictionary(old.rules.map { ($0.key, $0.value) }) { $1 }
    let newRules = Dictionary(new.rules.map { ($0.key, $0.value) }) { $1 }
    let names = new.rules.map(\.key) + old.rules.map(\.key).filter { newRules[$0] == nil }
    differingRules = names.filter { oldRules[$0] != newRules[$0] }
    var changes = Self.flowChanges(old, new) + Self.stepChanges(old, new)
    for (place, p) in holmAdjusted(changes.map(\.p)).enumerated() { changes[place].judge(adjustedP: p) }
    self.changes = changes
  }

  private static func flowChanges(_ old: SavedReport, _ new: SavedReport) -> [Change] {
    pairs(old.variants.map { (old.values(of: $0), $0) }, new.variants.map { (new.values(of: $0), $0) })
      .flatMap { values, before, after in
        [
          share(.conversion, values, nil, share(before, "converted"), share(after, "converted")),
          time(.secondsToConvert, values, nil, before, after, count: "converted"),
        ]
      }
  }

  private static func stepChanges(_ old: SavedReport, _ new: SavedReport) -> [Change] {
    func keyed(_ report: SavedReport) -> [([ByteText], SavedReport.Row)] {
      report.steps.map { (report.values(of: $0) + [$0.text("step_id") ?? ""], $0) }
    }
    func attempts(_ report: SavedReport) -> [[ByteText]: Int] {
      Dictionary(report.variants.map { (report.values(of: $0), $0.count("attempts")) }) { first, _ in first }
    }
    let (oldAttempts, newAttempts) = (attempts(old), attempts(new))
    return pairs(keyed(old), keyed(new)).flatMap { key, before, after -> [Change] in
      let (values, step) = (Array(key.dropLast()), key.last)
      func passed(_ row: SavedReport.Row?, _ attempts: Int?) -> Proportion? {
        row.map { of($0.count("completed") + $0.count("skipped"), attempts) }
      }
      func skipped(_ row: SavedReport.Row?, _ attempts: Int?) -> Proportion? {
        row.map { of($0.count("skipped"), attempts) }
      }
      return [
        share(.passed, values, step, passed(before, oldAttempts[values]), passed(after, newAttempts[values])),
        share(.skipped, values, step, skipped(before, oldAttempts[values]), skipped(after, newAttempts[values])),
        time(.seconds, values, step, before, after, count: "timed"),
      ]
    }
  }

  private static func of(_ count: Int, _ total: Int?) -> Proportion { Proportion(count, of: total ?? 0) }

  private static func share(_ row: SavedReport.Row?, _ column: ByteText) -> Proportion? {
    row.map { of($0.count(column), $0.count("attempts")) }
  }

  private static func share(
    _ metric: Comparison.Metric, _ values: [ByteText], _ step: ByteText?, _ old: Proportion?, _ new: Proportion?
  ) -> Change {
    var change = Change(values: values, stepID: step, metric: metric, oldCount: old?.total, newCount: new?.total)
    (change.oldValue, change.newValue) = (old?.share, new?.share)
    (change.oldInterval, change.newInterval) = (old?.wilsonInterval, new?.wilsonInterval)
    if let old, let new {
      change.interval = newcombeInterval(of: new, against: old)
      change.p = ShareTest(of: new, against: old)?.p
    }
    return change
  }

  private static func time(
    _ metric: Comparison.Metric, _ values: [ByteText], _ step: ByteText?, _ old: SavedReport.Row?,
    _ new: SavedReport.Row?, count: ByteText
  ) -> Change {
    func interval(_ row: SavedReport.Row?) -> Interval? {
      guard let low = row?.number("median_low"), let high = row?.number("median_high"), low <= high else { return nil }
      return Interval(low: low, high: high)
    }
    var change = Change(
      values: values, stepID: step, metric: metric, oldCount: old?.count(count), newCount: new?.count(count))
    (change.oldValue, change.newValue) = (old?.number("median_seconds"), new?.number("median_seconds"))
    (change.oldInterval, change.newInterval) = (interval(old), interval(new))
    return change
  }

  /// The rows of two reports by what names them: the new one's in its order, then those that are gone.
  private static func pairs(
    _ old: [([ByteText], SavedReport.Row)], _ new: [([ByteText], SavedReport.Row)]
  ) -> [([ByteText], SavedReport.Row?, SavedReport.Row?)] {
    let before = Dictionary(old) { first, _ in first }
    let after = Set(new.map(\.0))
    return new.map { ($0.0, before[$0.0], $0.1) } + old.filter { !after.contains($0.0) }.map { ($0.0, $0.1, nil) }
  }
}
