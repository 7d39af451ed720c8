import FunnelModel

/// What became of attempts, a bar for each step or for each row of the breakdown.
///
/// A bar is as wide as its share of all attempts and is cut into what became of them. Across the end of those who
/// passed lies the interval of their share.
struct OutcomeBars: Picture {
  let title: Prose
  let description: Prose
  let bars: [Bar]
  var style: String { bars.contains { $0.number != nil } ? "outcomes numbered" : "outcomes" }
  var rows: [MarkedRow] { bars.map(\.row) }

  /// One bar.
  struct Bar: Sendable {
    /// What stands before its name: the step's place.
    let number: String?
    let name: Prose
    /// What stands after its name, in small letters.
    let remark: String?
    let row: MarkedRow
    /// What the whole width stands for.
    let whole: Int
    let columns: Columns
  }

  /// The columns that a bar shows.
  struct Columns: Sendable {
    /// Those that the bar is cut by, in order from the left.
    let outcomes: [String]
    /// How many the interval's share is of.
    let total: String
    /// The share with an interval.
    let share: String
    let low: String
    let high: String
    /// The share that stands at the bar's right.
    let label: String
    /// The lines of the title that a pointer brings up.
    let lines: @Sendable (MarkedRow) -> [String]
  }

  private var top: Int { 24 }
  var height: Int { top + bars.count * Drawing.rowHeight }

  var marks: [Markup] {
    let grid = [0.25, 0.5, 0.75].map { Drawing.upright("grid", at: $0, top: 18, bottom: height) }
    let ticks = [0, 25, 50, 75, 100].map {
      Drawing.tick($0 == 100 ? "100 % of attempts" : "\($0) %", at: Double($0) / 100, baseline: 12)
    }
    // The long label at the end leaves no room for the one before it on a narrow screen.
    let shownTicks = ticks.enumerated().filter { $0.offset != 3 }.map(\.element)
    return grid + shownTicks + bars.enumerated().map { drawn($1, top: top + $0 * Drawing.rowHeight) }
  }

  private func drawn(_ bar: Bar, top: Int) -> Markup {
    let name = PictureName(number: bar.number, name: bar.name, remark: bar.remark)
    let label: Markup = .tag("text", ["x": "100%"], text: bar.row.plain(bar.columns.label))
    return Drawing.row(
      top: top, title: name.whole + bar.columns.lines(bar.row),
      name.marks + [label, .tag("rect")] + pieces(bar) + interval(bar))
  }

  private func pieces(_ bar: Bar) -> [Markup] {
    guard bar.whole > 0 else { return [] }
    var start = 0
    return bar.columns.outcomes.compactMap { column in
      let count = bar.row.count(column)
      defer { start += count }
      let whole = Double(bar.whole)
      return count == 0
        ? nil
        : Drawing.span(column, from: Double(start) / whole, to: Double(start + count) / whole)
    }
  }

  private func interval(_ bar: Bar) -> [Markup] {
    guard bar.whole > 0, let low = bar.row.number(bar.columns.low), let high = bar.row.number(bar.columns.high) else {
      return []
    }
    let width = Double(bar.row.count(bar.columns.total)) / Double(bar.whole)
    return [Drawing.span("likely", from: low * width, to: high * width)]
  }
}
