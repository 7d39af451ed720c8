import FunnelEngine
import FunnelModel

extension ReportDocument {
  /// How many rows of a breakdown have pictures; the tables hold them all.
  static let rowsWithPictures = 12

  /// Which rows have no pictures; nil where all have.
  static func withoutPictures(of rows: Int) -> Prose? {
    rows > rowsWithPictures
      ? "The first \(rowsWithPictures) of \(rows) rows have pictures; the tables hold all." : nil
  }

  /// How attempts ended, a bar for each row of the breakdown that has attempts; nothing where a sentence says as much.
  static func conversionFigures(_ report: Report, names: RowNames) -> [Block] {
    let table = report.table(.variants)
    let rows = report.analysis.breakdowns.enumerated().filter { $0.element.attempts > 0 }
    let shown = rows.prefix(rowsWithPictures)
    guard shown.count > 1 else { return [] }
    let bars = shown.map { place, tally in
      OutcomeBars.Bar(
        number: nil, name: names.name(tally), remark: nil, row: MarkedRow(table, row: place), whole: tally.attempts,
        columns: .endings)
    }
    let picture = OutcomeBars(
      title: "How attempts ended",
      description: """
        A bar for each of \(bars.count) rows, cut into attempts that converted, are in progress, were dismissed and were \
        dropped; the same numbers stand in the table of all attempts.
        """,
      bars: Array(bars))
    let figure = Figure(caption: "How attempts ended", legend: .endings, picture: picture)
    return [.figures([figure], note: withoutPictures(of: rows.count))]
  }

  /// The funnel of a row of the breakdown and how long its steps took, side by side.
  static func stepFigures(
    _ row: BreakdownTally, firstRow: Int, report: Report, scale: DurationScale, name: Prose
  ) -> [Figure] {
    let table = report.table(.steps)
    let rows = row.steps.indices.map { MarkedRow(table, row: firstRow + $0) }
    let steps = row.steps.map { report.analysis.definition.steps[$0.step] }
    let bars = zip(steps, rows).enumerated().map { place, step in
      OutcomeBars.Bar(
        number: String(place + 1), name: "\(name: step.0.id)", remark: step.0.isOptional ? "optional" : nil,
        row: step.1, whole: row.attempts, columns: .outcomes)
    }
    let funnel = OutcomeBars(
      title: "Funnel of \(name)",
      description: """
        A bar for each of \(bars.count) steps, as wide as the share of all attempts that entered it, cut into those who \
        completed it, skipped it, are in progress, dismissed it and dropped out; the same numbers stand in the table below.
        """,
      bars: bars)
    let durations = DurationPicture(
      title: "Time that the steps of \(name) took",
      description: """
        The distribution of each step's durations on a logarithmic scale, with the median and its interval; medians stand \
        in the table below.
        """,
      scale: scale,
      steps: zip(steps, rows).enumerated().map { place, step in
        DurationPicture.Step(
          number: String(place + 1), name: "\(name: step.0.id)", row: step.1, durations: row.steps[place].durationSample
        )
      })
    return [
      Figure(caption: "What became of those who entered", legend: .outcomes, picture: funnel),
      Figure(caption: "How long passing took", legend: .durations, picture: durations),
    ]
  }
}

extension OutcomeBars.Columns {
  /// Those of `steps`.
  static let outcomes = OutcomeBars.Columns(
    outcomes: ["completed", "skipped", "in_progress", "dismissed", "dropped"], total: "entered", share: "pass_rate",
    low: "pass_rate_low", high: "pass_rate_high", label: "passed_of_all"
  ) { row in
    var lines = [
      """
      \(row.plain("entered")) entered: \(row.plain("completed")) completed, \(row.plain("skipped")) skipped, \
      \(row.plain("in_progress")) in progress, \(row.plain("dismissed")) dismissed, \(row.plain("dropped")) dropped
      """
    ]
    if row["pass_rate"] != .empty {
      lines.append(
        """
        \(row.plain("pass_rate")) of them passed, likely \(row.plain("pass_rate_low")) to \
        \(row.plain("pass_rate_high"))
        """)
    }
    return lines
  }

  /// Those of `variants`.
  static let endings = OutcomeBars.Columns(
    outcomes: ["converted", "in_progress", "dismissed", "dropped"], total: "attempts", share: "conversion",
    low: "conversion_low", high: "conversion_high", label: "conversion"
  ) { row in
    [
      """
      \(row.plain("attempts")) attempts: \(row.plain("converted")) converted, \(row.plain("in_progress")) in progress, \
      \(row.plain("dismissed")) dismissed, \(row.plain("dropped")) dropped
      """,
      "\(row.plain("conversion")), likely \(row.plain("conversion_low")) to \(row.plain("conversion_high"))",
    ]
  }
}

extension [Figure.Legend] {
  private static let lost: Self = [
    .init(mark: .area("in_progress"), words: "in progress"), .init(mark: .area("dismissed"), words: "dismissed"),
    .init(mark: .area("dropped"), words: "dropped"),
  ]

  static let outcomes: Self =
    [.init(mark: .area("completed"), words: "completed"), .init(mark: .area("skipped"), words: "skipped")] + lost
    + [.init(mark: .bar("likely"), words: "likely share passed")]

  static let endings: Self =
    [.init(mark: .area("converted"), words: "converted")] + lost
    + [.init(mark: .bar("likely"), words: "likely share converted")]

  static let durations: Self = [
    .init(mark: .area("spread"), words: "how many took so long"), .init(mark: .line("median"), words: "median"),
    .init(mark: .bar("likely"), words: "its likely place"), .init(mark: .line("ninety"), words: "90 % within"),
  ]
}
