import FunnelModel

/// The share converted of each day's attempts with its interval, over the band in which the days before would have it.
struct DaysPicture: Picture {
  let title: Prose
  let description: Prose
  /// The days in order, one after the other.
  let points: [DayPoint]
  /// Where the newest day was expected; nil where there were too few days to say.
  let band: ClosedRange<Double>?

  private let top = 24
  private let bottom = 204
  var height: Int { bottom + 44 }

  var style: String { "days" }
  var table: String { points.first?.row.table ?? "" }

  /// The least span of whole tenths that holds every interval and the band; two tenths at least.
  private var reach: ClosedRange<Double> {
    let lows = points.compactMap { $0.row.number("conversion_low") } + (band.map { [$0.lowerBound] } ?? [])
    let highs = points.compactMap { $0.row.number("conversion_high") } + (band.map { [$0.upperBound] } ?? [])
    let low = min(8, ((lows.min() ?? 0) * 10).rounded(.down))
    let high = max(low + 2, ((highs.max() ?? 1) * 10).rounded(.up))
    return low / 10...high / 10
  }

  private func level(_ share: Double) -> Int {
    let reach = reach
    let part = (share - reach.lowerBound) / (reach.upperBound - reach.lowerBound)
    return bottom - Int((min(1, max(0, part)) * Double(bottom - top)).rounded())
  }

  /// Where the days begin, right of the words of the scale.
  private static let start = 0.1

  private func across(_ place: Double) -> Double {
    Self.start + place / Double(max(1, points.count)) * (1 - Self.start)
  }

  var marks: [Markup] {
    let reach = reach
    let levels = [reach.lowerBound, (reach.lowerBound + reach.upperBound) / 2, reach.upperBound]
    let grid = levels.flatMap { share -> [Markup] in
      let y = String(level(share))
      return [
        .tag("line", ["class": "grid", "x1": Drawing.across(Self.start), "x2": "100%", "y1": y, "y2": y]),
        .tag(
          "text", ["class": "tick", "y": String(level(share) + 4)], text: "\(Int((share * 100).rounded())) %"),
      ]
    }
    return bandMarks + grid + [line] + points.enumerated().map { drawn($1, place: $0) } + dates
  }

  private var bandMarks: [Markup] {
    guard let band else { return [] }
    let (high, low) = (level(band.upperBound), level(band.lowerBound))
    return [Drawing.bar("band", from: Self.start, to: 1, top: high, height: max(1, low - high))]
  }

  /// The line from day to day, broken where a day has no attempt.
  private var line: Markup {
    var outline = ""
    var isDrawing = false
    for (place, point) in points.enumerated() {
      guard let share = point.row.number("conversion") else {
        isDrawing = false
        continue
      }
      outline +=
        "\(isDrawing ? "L" : "M")\(FixedDecimals.text(across(Double(place) + 0.5) * 100, decimals: 2)) \(level(share))"
      isDrawing = true
    }
    return .tag(
      "svg",
      [
        "width": "100%", "height": String(height), "viewBox": "0 0 100 \(height)",
        "preserveAspectRatio": "none",
      ], outline.isEmpty ? [] : [.tag("path", ["class": "course", "d": outline])])
  }

  private func drawn(_ point: DayPoint, place: Int) -> Markup {
    let columns = ["attempts", "converted", "conversion", "conversion_low", "conversion_high", "in_progress"]
    let row = point.row
    var lines = [point.day.shown]
    lines.append("\(row.plain("converted")) of \(row.plain("attempts")) attempts converted")
    if row["conversion"] != .empty {
      lines.append(
        "\(row.plain("conversion")), likely \(row.plain("conversion_low")) to \(row.plain("conversion_high"))")
    }
    if row.count("in_progress") > 0 { lines.append("\(row.plain("in_progress")) in progress") }
    if !point.isFinal { lines.append("not final: some still have time to convert") }
    if point.isFlagged { lines.append("stands out from the days before it") }
    let ground: Markup = .tag(
      "rect",
      [
        "class": "ground", "x": Drawing.across(across(Double(place))), "y": String(top),
        "width": Drawing.across((1 - Self.start) / Double(points.count)), "height": String(bottom - top),
      ])
    let hover: Markup = .tag("title", text: lines.joined(separator: "\n"))
    return Markup.tag("g", ["class": "day"], [hover, ground] + dayMarks(point, at: across(Double(place) + 0.5)))
      .with(row.attributes(columns))
  }

  private func dayMarks(_ point: DayPoint, at across: Double) -> [Markup] {
    guard let share = point.row.number("conversion"), let low = point.row.number("conversion_low"),
      let high = point.row.number("conversion_high")
    else { return [] }
    let (x, y) = (Drawing.across(across), String(level(share)))
    var marks = [
      Drawing.upright("reach", at: across, top: level(high), bottom: level(low)),
      .tag("circle", ["class": point.isFinal ? "final" : "open", "cx": x, "cy": y, "r": "4"]),
    ]
    if point.isFlagged {
      marks.append(.tag("circle", ["class": "ring", "cx": x, "cy": y, "r": "9"]))
      marks.append(
        .tag(
          "text",
          [
            "class": "flag", "x": x, "y": String(isBelow(share) ? level(low) + 18 : level(high) - 8),
            "text-anchor": across > 0.85 ? "end" : across < 0.2 ? "start" : "middle",
          ], text: "▲ anomaly"))
    }
    return marks
  }

  /// Whether a share lies below the middle of where it was expected: its words then stand under it, clear of the line.
  private func isBelow(_ share: Double) -> Bool {
    share < band.map { ($0.lowerBound + $0.upperBound) / 2 } ?? (reach.lowerBound + reach.upperBound) / 2
  }

  private var dates: [Markup] {
    guard let first = points.first, let last = points.last else { return [] }
    let y = String(bottom + 36)
    let ends: [Markup] = [
      .tag("text", ["class": "tick", "x": Drawing.across(Self.start), "y": y], text: first.day.shown)
    ]
    return points.count < 2
      ? ends
      : ends + [.tag("text", ["class": "tick", "x": "100%", "y": y, "text-anchor": "end"], text: last.day.shown)]
  }
}

/// One day of a picture.
struct DayPoint: Sendable {
  /// The day's date.
  let day: ByteText
  /// The day's row of `trend`.
  let row: MarkedRow
  /// Whether all of its attempts have had their time.
  let isFinal: Bool
  /// Whether it stands out from the days before it.
  let isFlagged: Bool
}
