import FunnelModel
import FunnelStatistics

extension Table {
  /// The table `comparisons`: a row for each variant, metric and step.
  static func comparisons(_ comparisons: [Comparison], definition: Definition) -> Table {
    let columns = [
      Column("control", .text), Column("variant", .text), Column("metric", .text), Column("step_id", .text),
      Column("control_n", .count), Column("variant_n", .count), Column("control_value", .mixed),
      Column("variant_value", .mixed), Column("difference", .mixed), Column("low", .ratio), Column("high", .ratio),
      Column("p_value", .ratio), Column("p_adjusted", .ratio), Column("anytime_low", .ratio),
      Column("anytime_high", .ratio), Column("verdict", .text),
    ]
    let rows = comparisons.map { row -> [Cell] in
      let names: [Cell] = [
        .text(row.control), .text(row.variant), .text(ByteText(row.metric.rawValue)),
        row.step.map { .text(definition.steps[$0].id) } ?? .empty,
      ]
      let values = [row.controlValue, row.variantValue].map { row.isTime ? Cell.time($0) : .share($0) }
      let difference: Cell = row.isTime ? .time(row.difference) : .number(row.difference)
      return names + [.count(row.controlCount), .count(row.variantCount)] + values + [difference]
        + [row.interval?.low, row.interval?.high, row.p, row.adjustedP, row.anytime?.low, row.anytime?.high]
        .map(Cell.number) + [.text(ByteText(row.verdict.rawValue))]
    }
    return Table(name: .comparisons, columns: columns, rows: rows)
  }
}

extension Cell {
  /// A share, empty where there is none.
  static func share(_ share: Double?) -> Cell { share.map(Cell.rate) ?? .empty }

  /// A number with decimals, empty where there is none.
  static func number(_ number: Double?) -> Cell { number.map(Cell.ratio) ?? .empty }

  /// Seconds, empty where there are none.
  static func time(_ seconds: Double?) -> Cell { seconds.map(Cell.seconds) ?? .empty }
}
