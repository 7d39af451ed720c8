import FunnelModel

/// How far shares lie from the control's: a point with its interval for each, about the line of no difference.
///
/// The thick bar is the interval of one look at fixed numbers; the thin one holds also where one looks every night.
struct DifferencesPicture: Picture {
  let title: Prose
  let description: Prose
  let differences: [DifferenceRow]
  /// The difference at the right end; the left end is as far the other way.
  let reach: Double

  private var top: Int { 24 }
  var style: String { "differences" }
  var rows: [MarkedRow] { differences.map(\.row) }
  var height: Int { top + differences.count * Drawing.rowHeight }

  /// The least round difference that all of some rows lie within, their intervals included.
  static func reach(of rows: [DifferenceRow]) -> Double {
    let ends = ["low", "high", "anytime_low", "anytime_high", "difference"]
    let furthest = rows.flatMap { row in ends.compactMap { row.row.number($0)?.magnitude } }.max() ?? 1
    return [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].first { $0 >= furthest } ?? 1
  }

  private func place(_ difference: Double) -> Double { 0.5 + difference / reach / 2 }

  var marks: [Markup] {
    let ticks = [-1, 0, 1].map { side in
      let words = side == 0 ? "as control" : DifferenceRow.points(Double(side) * reach, decimals: 0)
      return Drawing.tick(words, at: place(Double(side) * reach), baseline: 12)
    }
    let lines = [-0.5, 0.5].map { Drawing.upright("grid", at: place($0 * reach), top: 18, bottom: height) }
    return lines + [Drawing.upright("zero", at: 0.5, top: 18, bottom: height)] + ticks
      + differences.enumerated().map { drawn($1, top: top + $0 * Drawing.rowHeight) }
  }

  private func drawn(_ row: DifferenceRow, top: Int) -> Markup {
    let cells = row.row
    let name = PictureName(name: row.name, columns: 20)
    let points = cells.number("difference").map { DifferenceRow.points($0, decimals: 1) } ?? PlainNumber.none
    let label: Markup = .tag(
      "text", ["x": "100%"],
      [.tag("tspan", text: points), .tag("tspan", ["class": "remark", "dx": "6"], text: row.verdict)])
    let style = row.isClear ? "clear" : "unclear"
    var pieces: [Markup] = []
    if let low = cells.number("anytime_low"), let high = cells.number("anytime_high") {
      pieces.append(Drawing.span("anytime", from: place(low), to: place(high)))
    }
    if let low = cells.number("low"), let high = cells.number("high") {
      pieces.append(Drawing.span(style, from: place(low), to: place(high)))
    }
    if let difference = cells.number("difference") {
      pieces.append(
        .tag("circle", ["class": "point", "cx": Drawing.across(place(difference)), "cy": "14", "r": "5"]))
    }
    return Drawing.row(top: top, title: name.whole + lines(row), name.marks + [label] + pieces)
  }

  private func lines(_ row: DifferenceRow) -> [String] {
    let cells = row.row
    func points(_ column: String) -> String {
      cells.number(column).map { DifferenceRow.points($0, decimals: 1) } ?? PlainNumber.none
    }
    return [
      "control \(cells.plain("control_value")) of \(cells.plain("control_n"))",
      "variant \(cells.plain("variant_value")) of \(cells.plain("variant_n"))",
      "\(points("difference")), likely \(points("low")) to \(points("high"))",
      "looked at every night: \(points("anytime_low")) to \(points("anytime_high"))",
    ]
  }
}

/// One comparison of a picture: a share of a variant's against the control's.
struct DifferenceRow: Sendable {
  /// What is compared: that it converted, or a step's share; or with whom.
  let name: Prose
  /// Its row of `comparisons`.
  let row: MarkedRow
  /// What the comparison says, in a word or two.
  let verdict: String
  /// Whether it says that there is a difference.
  let isClear: Bool

  /// A difference of shares in percentage points, with its sign: `+2.3 points`.
  static func points(_ difference: Double, decimals: Int) -> String {
    let magnitude = FixedDecimals.text(difference.magnitude * 100, decimals: max(1, decimals))
    let digits = decimals == 0 ? String(magnitude.dropLast(2)) : magnitude
    return (difference < 0 ? "−" : "+") + digits + " points"
  }
}
