import FunnelModel
import FunnelStatistics

extension ReportChanges {
  /// The formats that a comparison is written in.
  public static let formats: [ReportFormat] = [.csv, .tsv, .markdown, .json, .text]

  /// The bytes of a format; nil of one that is none of `formats`.
  public func write(_ format: ReportFormat, terminal: TerminalStyle = TerminalStyle()) -> [UInt8]? {
    switch format {
    case .csv:
      DelimitedWriter(layout: DelimitedLayout(delimiter: 0x2C, decimalMark: 0x2E, hasByteOrderMark: false)).write(table)
    case .tsv:
      DelimitedWriter(layout: DelimitedLayout(delimiter: 0x09, decimalMark: 0x2E, hasByteOrderMark: false)).write(table)
    case .markdown: MarkdownWriter().write(document)
    case .text: TextWriter(style: terminal).write(document)
    case .json: json
    default: nil
    }
  }

  /// A row for each figure.
  var table: Table {
    let columns =
      new.fields.map { Table.Column($0, .text) } + [
        Table.Column("step_id", .text), Table.Column("metric", .text), Table.Column("old_n", .count),
        Table.Column("new_n", .count), Table.Column("old_value", .mixed), Table.Column("new_value", .mixed),
        Table.Column("difference", .mixed), Table.Column("low", .ratio), Table.Column("high", .ratio),
        Table.Column("p_value", .ratio), Table.Column("p_adjusted", .ratio), Table.Column("old_low", .mixed),
        Table.Column("old_high", .mixed), Table.Column("new_low", .mixed), Table.Column("new_high", .mixed),
        Table.Column("verdict", .text),
      ]
    let rows = changes.map { change -> [Cell] in
      func value(_ number: Double?) -> Cell { change.isTime ? .time(number) : .number(number) }
      func count(_ count: Int?) -> Cell { count.map(Cell.count) ?? .empty }
      let names: [Cell] = [change.stepID.map(Cell.text) ?? .empty, .text(ByteText(change.metric.rawValue))]
      let values = [change.oldValue, change.newValue, change.difference].map(value)
      let tests = [change.interval?.low, change.interval?.high, change.p, change.adjustedP].map(Cell.number)
      let ends = [
        change.oldInterval?.low, change.oldInterval?.high, change.newInterval?.low, change.newInterval?.high,
      ].map(value)
      return change.values.map(Cell.text) + names + [count(change.oldCount), count(change.newCount)] + values + tests
        + ends + [.text(ByteText(change.verdict.rawValue))]
    }
    return Table(name: .comparisons, columns: columns, rows: rows)
  }

  private var json: [UInt8] {
    let rules = differingRules.map { JSONValue.text($0) }
    let head: [(key: ByteText, value: JSONValue)] = [
      ("old_as_of", .text(old.asOf)), ("new_as_of", .text(new.asOf)), ("differing_rules", .list(rules)),
    ]
    let parts = head.map { "\(JSONValue.quoted($0.key)): \($0.value.line)" }
    let rows = table.rows.map { row in
      JSONValue.members(zip(table.columns, row).map { ($0.name, $1.json) }).line
    }
    let list = rows.isEmpty ? "[]" : "[\n    " + rows.joined(separator: ",\n    ") + "\n  ]"
    return Array(("{\n  " + (parts + ["\"changes\": " + list]).joined(separator: ",\n  ") + "\n}\n").utf8)
  }
}
