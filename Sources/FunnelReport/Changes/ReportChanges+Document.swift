import FunnelModel
import FunnelStatistics

extension ReportChanges {
  /// What changed, for a person.
  var document: ReportDocument {
    let told = changes.filter { ![.noDifference, .insufficient].contains($0.verdict) }
    var blocks: [ReportDocument.Block] = []
    if !differingRules.isEmpty {
      blocks.append(
        .paragraph(
          """
          The two reports follow different rules (\(.list(differingRules))), so what differs may be due to that alone.
          """))
    }
    let conversions = changes.filter { $0.metric == .conversion }.map(sentence)
    return ReportDocument(
      title: "What changed in \(name: new.flow)",
      sections: [
        .init(
          heading: nil,
          blocks: [
            .paragraph("From \(name: old.asOf) to \(name: new.asOf), the moments that the two reports speak of.")
          ]
            + blocks),
        .init(heading: "Conversion", blocks: [.bullets(conversions)]),
        .init(
          heading: "What is more than chance, or new, or gone",
          blocks: told.isEmpty ? [.paragraph("Nothing.")] : [.table(list(told))]),
        .init(heading: "Everything", blocks: [.table(list(changes))]),
      ])
  }

  private func sentence(_ change: Change) -> Prose {
    let values = [change.oldValue, change.newValue].map { $0.map(PlainNumber.percent) ?? PlainNumber.none }
    return """
      \(.list(change.values)): \(strong: values[1]), before \(values[0]); \(change.verdict.rawValue).
      """
  }

  private func difference(_ change: Change) -> String {
    guard let difference = change.difference else { return PlainNumber.none }
    if !change.isTime { return PlainNumber.points(difference) }
    return (difference < 0 ? "-" : "+") + PlainNumber.duration(abs(difference))
  }

  /// The interval of a difference of shares, in points; of medians the interval of each.
  private func likely(_ change: Change) -> String {
    func text(_ interval: Interval?, _ words: (Double) -> String) -> String {
      interval.map { words($0.low) + " to " + words($0.high) } ?? PlainNumber.none
    }
    if !change.isTime { return text(change.interval, PlainNumber.points) }
    if change.oldInterval == nil, change.newInterval == nil { return PlainNumber.none }
    return [change.oldInterval, change.newInterval].map { text($0, PlainNumber.duration) }.joined(separator: ", then ")
  }

  private func list(_ changes: [Change]) -> DisplayTable {
    let columns: [DisplayTable.Column] =
      new.fields.map { .words("\(name: $0)") } + [
        .words("step"), .words("what"), .numbers("old"), .numbers("new"), .numbers("difference", .main),
        .numbers("likely", .side), .numbers("of, old", .detail), .numbers("of, new", .detail), .whole("verdict"),
      ]
    let rows = changes.map { change -> [DisplayTable.Cell] in
      func value(_ number: Double?) -> DisplayTable.Cell {
        .plain(number.map { change.isTime ? PlainNumber.duration($0) : PlainNumber.percent($0) } ?? PlainNumber.none)
      }
      func count(_ count: Int?) -> DisplayTable.Cell { count.map(DisplayTable.Cell.count) ?? .plain(PlainNumber.none) }
      return change.values.map { .words("\(name: $0)") } + [
        change.stepID.map { .words("\(name: $0)") } ?? .plain(""), .plain(change.metric.words), value(change.oldValue),
        value(change.newValue), .plain(difference(change)), .plain(likely(change)), count(change.oldCount),
        count(change.newCount), .plain(change.verdict.rawValue),
      ]
    }
    return DisplayTable(columns: columns, rows: rows)
  }
}

extension Comparison.Metric {
  /// What is compared, in a table for people.
  fileprivate var words: String {
    switch self {
    case .conversion: "converted"
    case .passed: "passed"
    case .skipped: "skipped"
    case .seconds: "median time"
    case .secondsToConvert: "median time to convert"
    }
  }
}
