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
    let durations: [Int64]
  }

  private static let parts = 48
  private var top: Int { 24 }
  var style: String { "times" }
  var table: String { steps.first?.row.table ?? "" }
  var height: Int { top + steps.count * Drawing.rowHeight }

  var marks: [Markup] {
    let ticks = scale.ticks
    return ticks.map { Drawing.upright("grid", at: $0.place, top: 18, bottom: height) }
      + ticks.map { Drawing.tick($0.words, at: $0.place, baseline: 12) }
      + [distributions]
      + steps.enumerated().map { drawn($1, top: top + $0 * Drawing.rowHeight) }
  }

  private func drawn(_ step: Step, top: Int) -> Markup {
    let columns = ["timed", "median_seconds", "median_low", "median_high", "p90_seconds"].filter {
      step.row[$0] != .empty
    }
    let words = PictureName.marks(number: step.number, name: step.name, remark: nil)
    let label: Markup = .tag("text", ["class": "value", "x": "100%"], text: step.row.plain("median_seconds"))
    return Drawing.row(
      top: top, attributes: step.row.attributes(columns), title: [step.name.shown] + lines(step),
      words + [label] + estimates(step))
  }

  private func lines(_ step: Step) -> [String] {
    guard !step.durations.isEmpty else { return ["no durations"] }
    var lines = ["\(step.row.plain("timed")) timed", "half took \(step.row.plain("median_seconds")) or less"]
    if step.row["median_low"] != .empty {
      lines.append("likely between \(step.row.plain("median_low")) and \(step.row.plain("median_high"))")
    }
    return lines + ["90 % took \(step.row.plain("p90_seconds")) or less"]
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

  private func outline(_ durations: [Int64], foot: Int) -> String {
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

  private func estimates(_ step: Step) -> [Markup] {
    guard let median = step.row.number("median_seconds"), let p90 = step.row.number("p90_seconds") else { return [] }
    var marks = [Drawing.mark("ninety", at: scale.place(microseconds: p90 * 1e6))]
    if let interval = medianInterval(ofSorted: step.durations) {
      marks.append(
        Drawing.span(
          "likely", from: scale.place(microseconds: Double(interval.lowerBound)),
          to: scale.place(microseconds: Double(interval.upperBound))))
    }
    return marks + [Drawing.mark("median", at: scale.place(microseconds: median * 1e6))]
  }
}
