import FunnelEngine
import FunnelModel
import FunnelStatistics

extension ReportDocument {
  /// The conversion of each row in a sentence with its interval; of more rows than one reads, the first and how many follow.
  static func headline(_ analysis: Analysis, names: RowNames) -> [Block] {
    let spoken = 8
    var sentences = analysis.breakdowns.prefix(spoken).map { sentence($0, rules: analysis.rules, names: names) }
    let rest = analysis.breakdowns.count - sentences.count
    if rest > 0 {
      sentences.append("\(PlainNumber.count(rest, "more row stands", "more rows stand")) in the tables below.")
    }
    return [.bullets(sentences)]
  }

  private static func sentence(_ row: BreakdownTally, rules: AnalysisRules, names: RowNames) -> Prose {
    let name: Prose = "\(names.name(row)): "
    guard let interval = Proportion(row.converted, of: row.attempts).wilsonInterval else {
      return name + "no attempt among \(PlainNumber.count(row.units, rules.unit.one, rules.unit.many))."
    }
    var prose: Prose =
      """
      \(name)\(strong: PlainNumber.percent(row.converted, of: row.attempts)) converted, \
      \(row.converted) of \(PlainNumber.count(row.attempts, "attempt", "attempts")); likely between \
      \(PlainNumber.percent(interval.low)) and \(PlainNumber.percent(interval.high)).
      """
    if let median = Quantile.median.value(ofAscending: row.conversionSample, unit: 1_000_000) {
      prose = prose + " Half of those took \(PlainNumber.duration(median)) or less."
    }
    if row.mayReturn > 0 {
      prose = prose + " \(row.mayReturn) more still \(row.mayReturn == 1 ? "has" : "have") time to convert."
    }
    return prose
  }

  /// The table of how attempts ended, a line for each row of the breakdown.
  static func attempts(_ analysis: Analysis, names: RowNames) -> [Block] {
    let columns: [DisplayTable.Column] =
      names.columns + [
        .numbers("\(analysis.rules.unit.many)", .side), .numbers("attempts"), .numbers("converted", .main),
        .numbers("without a skip", .detail), .numbers("dismissed", .side), .numbers("dropped", .side),
        .numbers("in progress", .side), .numbers("may return", .detail), .numbers("conversion"),
        .numbers("likely", .main), .numbers("median time", .main), .numbers("90 % within", .side),
        .numbers("in one session", .detail), .numbers("back", .detail), .numbers("jump", .detail),
      ]
    let rows = analysis.breakdowns.map { row in
      let counts = [
        row.units, row.attempts, row.converted, row.unskipped, row.dismissed, row.dropped, row.inProgress,
        row.mayReturn,
      ]
      let estimates: [DisplayTable.Cell] = [
        .plain(PlainNumber.percent(row.converted, of: row.attempts)), .interval(row.converted, of: row.attempts),
        .duration(.median, of: row.conversionSample), .duration(.p90, of: row.conversionSample),
      ]
      return names.cells(row) + counts.map(DisplayTable.Cell.count) + estimates
        + [row.sameSession, row.back, row.jump].map(DisplayTable.Cell.count)
    }
    let table = Block.table(DisplayTable(columns: columns, rows: rows))
    guard let other = analysis.breakdowns.first(where: { $0.kind == .other }) else { return [table] }
    return [
      table,
      .paragraph(
        """
        The rows with most \(analysis.rules.unit.many) stand by themselves; the other \
        \(strong: PlainNumber.count(other.units, analysis.rules.unit.one, analysis.rules.unit.many)) stand together as \
        \(name: "(other)"), without steps, days and comparisons of their own. Where that is not meant, the field holds \
        something that differs from one to the next.
        """),
    ]
  }
}

extension CountedUnit {
  /// One of them.
  var one: String { rawValue }
  /// Several of them.
  var many: String { rawValue + "s" }
}

extension DisplayTable.Cell {
  /// The interval of a share: `56.7 – 62.7 %`.
  static func interval(_ count: Int, of total: Int) -> Self {
    guard let interval = Proportion(count, of: total).wilsonInterval else { return .plain(PlainNumber.none) }
    let ends = [interval.low, interval.high].map { FixedDecimals.text($0 * 100, decimals: 1) }
    return .plain("\(ends[0]) – \(ends[1]) %")
  }

  /// A quantile of ascending microseconds.
  static func duration(_ quantile: Quantile, of microseconds: AscendingSample) -> Self {
    let seconds = quantile.value(ofAscending: microseconds, unit: 1_000_000)
    return .plain(seconds.map(PlainNumber.duration) ?? PlainNumber.none)
  }
}
