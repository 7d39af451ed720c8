import FunnelModel
import FunnelStatistics

/// How long passing each step took: its distribution on a logarithmic scale, the median with its interval, and the 90
/// %.
struct DurationPicture: Picture {
  let title: Prose
  let description: Prose
  let scale: DurationScale
  let steps: [Step]

  /// One step.
  struct Step: Sendable {
    let number: String
    let name: Prose
    let row: MarkedRow
    /// Microseconds, ascending.
    let durations: AscendingSample
  }

  private static let parts = 40
  private var top: Int { 24 }
  var style: String { "times numbered" }
  var rows: [MarkedRow] { steps.map(\.row) }
  var height: Int { top + steps.count * Drawing.rowHeight }

  var marks: [Markup] {
    let ticks = scale.ticks
    return ticks.map { Drawing.upright("grid", at: $0.place, top: 18, bottom: height) }
      + ticks.map { Drawing.tick($0.words, at: $0.place, baseline: 12) }
      + [distributions, estimates]
      + steps.enumerated().map { drawn($1, top: top + $0 * Drawing.rowHeight) }
  }

  private func drawn(_ step: Step, top: Int) -> Markup {
    let name = PictureName(number: step.number, name: step.name)
    let label: Markup = .tag("text", ["x": "100%"], text: step.row.plain("median_seconds"))
    return Drawing.row(top: top, title: name.whole + lines(step), name.marks + [label])
  }

  private func lines(_ step: Step) -> [String] {
    guard !step.durations.isEmpty else { return ["no durations"] }
    var lines = ["\(step.row.plain("timed")) timed, half in \(step.row.plain("median_seconds")) or less"]
    if step.row["median_low"] != .empty {
      lines.append("likely \(step.row.plain("median_low")) to \(step.row.plain("median_high"))")
    }
    return lines + ["90 % in \(step.row.plain("p90_seconds")) or less"]
  }

  /// The outlines of how many durations of each step lie in each part of the scale, as high as the fullest part allows.
  private var distributions: Markup {
    let outlines = steps.enumerated().map { place, step in
      outline(step.durations, foot: top + place * Drawing.rowHeight + 38)
    }
    return .tag(
      "svg",
      [
        "width": "100%", "height": String(height), "viewBox": "0 0 \(Self.parts) \(height)",
        "preserveAspectRatio": "none",
      ], [.tag("path", ["class": "spread", "d": outlines.joined()])])
  }

  private func outline(_ durations: AscendingSample, foot: Int) -> String {
    let tall = 18
    let counts = scale.counts(ofAscending: durations, parts: Self.parts)
    guard let most = counts.max(), most > 0, let first = counts.firstIndex(where: { $0 > 0 }),
      let last = counts.lastIndex(where: { $0 > 0 })
    else { return "" }
    var outline = "M\(first) \(foot)"
    var level = 0
    var run = 0
    for count in counts[first...last] {
      let height = (count * tall + most - 1) / most
      if height != level {
        outline += (run > 0 ? "h\(run)" : "") + "v\(level - height)"
        (level, run) = (height, 0)
      }
      run += 1
    }
    return outline + "h\(run)v\(level)z"
  }

  /// The medians with their intervals, and the times that nine of ten took at most, of all steps.
  private var estimates: Markup {
    var (likely, ninety, medians) = ("", "", "")
    func place(_ microseconds: Double) -> String { Drawing.number(scale.place(microseconds: microseconds)) }
    for (number, step) in steps.enumerated() {
      guard let median = step.row.number("median_seconds"), let p90 = step.row.number("p90_seconds") else { continue }
      let top = top + number * Drawing.rowHeight
      if let interval = medianInterval(ofSorted: step.durations) {
        likely += "M\(place(Double(interval.lowerBound))) \(top + 39)H\(place(Double(interval.upperBound)))"
      }
      ninety += "M\(place(p90 * 1e6)) \(top + 25)v16"
      medians += "M\(place(median * 1e6)) \(top + 19)v22"
    }
    return Drawing.lines(height: height, [("ninety", ninety), ("likely", likely), ("median", medians)])
  }
}
