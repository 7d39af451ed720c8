import FunnelEngine
import FunnelModel

/// What the rows of a breakdown are called in the report for people.
struct RowNames {
  private let fields: [FieldReference]
  /// Whether the one row is the whole.
  let isWhole: Bool

  /// The names of an analysis's rows.
  init(_ analysis: Analysis) {
    fields = analysis.breakdownFields
    let rows = analysis.breakdowns
    isWhole = rows.count == 1 && rows[0].values.allSatisfy { $0 == "(none)" }
  }

  /// The columns that name a row, one for each field; none where the one row is the whole.
  var columns: [DisplayTable.Column] {
    isWhole ? [] : fields.map { .words("\(name: ByteText($0.name))") }
  }

  /// The cells under these columns.
  func cells(_ breakdown: BreakdownTally) -> [DisplayTable.Cell] {
    isWhole ? [] : breakdown.values.map { .words("\(name: $0)") }
  }

  /// A row's name: its values, or words for the row that is the whole.
  func name(_ breakdown: BreakdownTally) -> Prose {
    if isWhole || breakdown.kind == .all { return "Everyone" }
    if breakdown.kind == .other { return "All others" }
    return .list(breakdown.values)
  }
}
