import FunnelModel

/// The share converted of each day's attempts with its interval, over the band in which the days before would have it.
struct DaysPicture: Picture {
  let title: Prose
  let description: Prose
  /// The days that are shown, as days since 1970-01-01; each has the same width.
  let days: Range<Int>
  /// Those of them that have attempts, ascending.
  let points: [DayPoint]
  /// Where the newest day that is over was expected; nil where there were too few days to say.
  let band: Band?

  /// Where a day like those before it would lie.
  struct Band: Sendable {
    /// The share converted.
    let share: ClosedRange<Double>
    /// The days that it was told from, and the day that it was told for.
    let days: ClosedRange<Int>
  }

  private let top = 24
  private let bottom = 204
  var height: Int { bottom + 44 }

  var style: String { days.count > 62 ? "days many" : days.count > 31 ? "days more" : "days" }
  var rows: [MarkedRow] { points.map(\.row) }

  /// The least span of whole tenths that holds every interval and the band; two tenths at least.
  private var reach: ClosedRange<Double> {
    let lows = points.compactMap { $0.row.number("conversion_low") } + (band.map { [$0.share.lowerBound] } ?? [])
    let highs = points.compactMap { $0.row.number("conversion_high") } + (band.map { [$0.share.upperBound] } ?? [])
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

  /// Where a day begins.
  private func begin(_ day: Int) -> Double {
    let place = Double(min(max(day, days.lowerBound), days.upperBound) - days.lowerBound)
    return Self.start + place / Double(max(1, days.count)) * (1 - Self.start)
  }

  /// Where the middle of a day is.
  private func middle(_ day: Int) -> Double { (begin(day) + begin(day + 1)) / 2 }

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
    return bandMarks + grid + [course] + points.filter { !$0.flags.isEmpty }.flatMap(flag) + dates + [grounds]
  }

  private var bandMarks: [Markup] {
    guard let band else { return [] }
    let (high, low) = (level(band.share.upperBound), level(band.share.lowerBound))
    return [
      Drawing.bar(
        "band", from: begin(band.days.lowerBound), to: begin(band.days.upperBound + 1), top: high,
        height: max(1, low - high))
    ]
  }

  /// The line from day to day, broken where a day has no attempt, with each day's interval and point.
  private var course: Markup {
    var (line, reaches, final, open) = ("", "", "", "")
    var dayBefore: Int?
    for point in points {
      guard let share = point.row.number("conversion"), let low = point.row.number("conversion_low"),
        let high = point.row.number("conversion_high")
      else { continue }
      let x = Drawing.number(middle(point.day))
      line += "\(dayBefore == point.day - 1 ? "L" : "M")\(x) \(level(share))"
      dayBefore = point.day
      reaches += "M\(x) \(level(high))V\(level(low))"
      // A line of no length with round ends is a point.
      if point.isFinal { final += "M\(x) \(level(share))h0" } else { open += "M\(x) \(level(share))h0" }
    }
    return Drawing.lines(
      height: height,
      [("course", line), ("reach", reaches), ("halo", final + open), ("final", final), ("open", open), ("hole", open)])
  }

  /// What the pointer meets: the whole height of each day, with its numbers.
  private var grounds: Markup {
    .tag(
      "svg",
      [
        "class": "grounds", "x": Drawing.across(Self.start), "width": Drawing.across(1 - Self.start),
        "height": String(height), "viewBox": "0 0 \(days.count) \(height)", "preserveAspectRatio": "none",
      ],
      points.map { point in
        .tag(
          "rect", ["x": String(point.day - days.lowerBound)],
          [.tag("title", text: lines(point).joined(separator: "\n"))])
      })
  }

  private func lines(_ point: DayPoint) -> [String] {
    let row = point.row
    var lines = [Self.date(point.day)]
    lines.append(
      """
      \(row.plain("converted")) of \(row.plain("attempts")) converted: \(row.plain("conversion")), likely \
      \(row.plain("conversion_low")) to \(row.plain("conversion_high"))
      """)
    if row.count("in_progress") > 0 { lines.append("\(row.plain("in_progress")) in progress") }
    if !point.isFinal { lines.append("not final yet") }
    if !point.flags.isEmpty { lines.append("stands out: " + point.flags.joined(separator: ", ")) }
    return lines
  }

  private func flag(_ point: DayPoint) -> [Markup] {
    guard let share = point.row.number("conversion"), let low = point.row.number("conversion_low"),
      let high = point.row.number("conversion_high")
    else { return [] }
    let place = middle(point.day)
    let x = Drawing.across(place)
    return [
      .tag("circle", ["class": "ring", "cx": x, "cy": String(level(share)), "r": "9"]),
      .tag(
        "text",
        [
          "class": "flag", "x": x, "y": String(isBelow(share) ? level(low) + 18 : level(high) - 8),
          "text-anchor": place > 0.8 ? "end" : place < 0.25 ? "start" : "middle",
        ], text: point.isOfAllRows ? "▲ anomaly, all rows" : "▲ anomaly"),
    ]
  }

  /// Whether a share lies below the middle of where it was expected: its words then stand under it, clear of the line.
  private func isBelow(_ share: Double) -> Bool {
    let range = band?.share ?? reach
    return share < (range.lowerBound + range.upperBound) / 2
  }

  private static func date(_ day: Int) -> String { CalendarDate(dayNumber: day).description }

  /// The dates of the first and the last day, and of one between where there is room.
  private var dates: [Markup] {
    let last = days.upperBound - 1
    var shown = [days.lowerBound]
    if days.count > 14 { shown.append(days.lowerBound + days.count / 2) }
    if days.count > 1 { shown.append(last) }
    return shown.map { day in
      let place = day == last && days.count > 1 ? 1 : day == days.lowerBound ? Self.start : middle(day)
      return .tag(
        "text",
        [
          "class": "tick", "x": Drawing.across(place), "y": String(bottom + 36),
          "text-anchor": place == 1 ? "end" : place == Self.start ? "start" : "middle",
        ], text: Self.date(day))
    }
  }
}

/// One day of a picture.
struct DayPoint: Sendable {
  /// The day, as days since 1970-01-01.
  let day: Int
  /// The day's row of `trend`.
  let row: MarkedRow
  /// Whether all of its attempts have had their time.
  let isFinal: Bool
  /// The rules by which it stands out from the days before it.
  var flags: [String] = []
  /// Whether only all rows together stand out on it, and not its own.
  var isOfAllRows = false
}
