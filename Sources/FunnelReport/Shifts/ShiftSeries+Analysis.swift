import FunnelEngine
import FunnelModel

extension ShiftSeries {
  /// The series that are tested: each row of values, and all units together where that is not the one row again.
  ///
  /// A row's days are those of the log and of the history, of one day the figures with more attempts, the log's on a tie.
  static func all(of analysis: Analysis, history: DayHistory) -> [ShiftSeries] {
    guard let newest = analysis.newestDay else { return [] }
    let kept = history.adding(DayHistory(analysis))
    func series(_ values: [ByteText]?, _ row: ByteText) -> ShiftSeries {
      ShiftSeries(values: values, days: kept.days(of: row, flow: analysis.definition), newest: newest.day)
    }
    let rows = analysis.breakdowns.filter { $0.kind == .values }
    let isWhole = rows.count == 1 && !analysis.breakdowns.contains { $0.kind == .other }
    let all = isWhole ? [] : [series(nil, DayHistory.allRows)]
    return all + rows.map { series($0.values, DayHistory.text(of: $0.values, analysis.breakdownFields)) }
  }
}
