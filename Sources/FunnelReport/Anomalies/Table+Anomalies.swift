import FunnelEngine
import FunnelModel

extension Table {
  /// The table `anomalies`: a row each, most severe first.
  static func anomalies(_ anomalies: [Anomaly], _ analysis: Analysis) -> Table {
    let columns =
      [Column("code", .text), Column("severity", .text)] + breakdownColumns(analysis) + [
        Column("step_id", .text), Column("metric", .text), Column("value", .mixed), Column("expected_low", .mixed),
        Column("expected_high", .mixed), Column("n", .count), Column("p_value", .ratio), Column("message", .text),
        Column("advice", .text),
      ]
    let rows = anomalies.map { anomaly -> [Cell] in
      let names: [Cell] = [
        .text(ByteText(anomaly.code.rawValue)), .text(ByteText(anomaly.code.severity.rawValue)),
      ]
      let numbers: [Cell] = [
        anomaly.step.map { .text(analysis.definition.steps[$0].id) } ?? .empty, .text(ByteText(anomaly.metric)),
        anomaly.value, anomaly.expectedLow, anomaly.expectedHigh, .count(anomaly.count), .number(anomaly.p),
      ]
      return names + values(of: anomaly.row, analysis).map(Cell.text) + numbers
        + [.text(anomaly.message.plainText), .text(anomaly.advice.plainText)]
    }
    return Table(name: .anomalies, columns: columns, rows: rows)
  }

  private static func values(of row: Anomaly.Row, _ analysis: Analysis) -> [ByteText] {
    switch row {
    case .breakdown(let place): analysis.breakdowns[place].values
    case .variant(let name): analysis.breakdownFields.map { $0 == .variant ? name : "(all)" }
    case .all: analysis.breakdownFields.map { _ in "(all)" }
    }
  }
}
