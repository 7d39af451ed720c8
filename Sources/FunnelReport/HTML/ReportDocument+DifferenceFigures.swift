import FunnelEngine
import FunnelModel

extension ReportDocument {
  /// How far the shares of comparisons lie from the control's, those by their places in the table `comparisons`.
  ///
  /// Of several variants conversion has a picture of its own, and so has each variant's list of steps. All have one scale.
  static func differenceFigures(_ places: [Int], report: Report) -> [Block] {
    let all = report.comparisons.comparisons
    let shares = places.filter { !all[$0].isTime && all[$0].difference != nil }
    guard let control = report.comparisons.control, !shares.isEmpty else { return [] }
    let table = report.table(.comparisons)
    func rows(_ places: [Int], _ name: (Comparison) -> Prose) -> [DifferenceRow] {
      places.map { place in
        DifferenceRow(
          name: name(all[place]), row: MarkedRow(table, row: place), verdict: all[place].verdict.rawValue,
          isClear: [.higher, .lower].contains(all[place].verdict))
      }
    }
    let reach = DifferencesPicture.reach(of: rows(shares) { _ in "" })
    var variants: [ByteText] = []
    for place in shares where !variants.contains(all[place].variant) { variants.append(all[place].variant) }
    let hasOverview = variants.count > 1
    var figures: [Figure] = []
    if hasOverview {
      let rows = rows(shares.filter { all[$0].metric == .conversion }) { "\(name: $0.variant)" }
      figures.append(figure("Conversion against \(name: control)", rows, reach: reach))
    }
    for variant in variants {
      let own = shares.filter { all[$0].variant == variant && !(hasOverview && all[$0].metric == .conversion) }
      let rows = rows(own) { what($0, report.analysis.definition) }
      if !rows.isEmpty {
        figures.append(figure("\(name: variant) against \(name: control)", rows, reach: reach))
      }
    }
    return [.figures(figures)]
  }

  private static func figure(_ caption: Prose, _ rows: [DifferenceRow], reach: Double) -> Figure {
    let clear = rows.filter(\.isClear)
    var description: Prose =
      """
      \(PlainNumber.count(rows.count, "row", "rows")): the variant's share of all attempts less the control's, in \
      percentage points, with its interval, and with the one that holds however often one looks; the same differences \
      stand in the table below.
      """
    if clear.isEmpty { description = description + " None is clear of no difference." }
    for row in clear {
      let points = row.row.number("difference").map { DifferenceRow.points($0, decimals: 1) } ?? PlainNumber.none
      description = description + " Clear: \(row.name), \(points)."
    }
    return Figure(
      caption: caption, legend: .differences(hasClear: !clear.isEmpty, hasUnclear: clear.count < rows.count),
      picture: DifferencesPicture(title: caption, description: description, differences: rows, reach: reach))
  }
}

extension [Figure.Legend] {
  /// Those of the marks that a picture of differences has.
  fileprivate static func differences(hasClear: Bool, hasUnclear: Bool) -> Self {
    let clear: Self = hasClear ? [.init(mark: .bar("clear"), words: "likely, and clear of no difference")] : []
    let unclear: Self = hasUnclear ? [.init(mark: .bar("unclear"), words: "likely, not clear")] : []
    return [.init(mark: .point("point"), words: "difference")] + unclear + clear
      + [.init(mark: .bar("anytime"), words: "likely, looked at every night")]
  }
}
