import FunnelEngine
import FunnelModel
import FunnelStatistics

extension ReportDocument {
  /// The variants against the control: conversion and time of each, and the steps at which they differ.
  static func comparisons(_ report: Report) -> [Block] {
    let all = report.comparisons.comparisons
    guard let control = report.comparisons.control, !all.isEmpty else { return [.paragraph(without(report))] }
    let (shown, cut) = shownComparisons(all)
    let hidden = all.count - shown.count - cut
    var blocks: [Block] = [
      .paragraph(
        """
        Each variant is compared with \(name: control) over all its \(report.analysis.rules.unit.many). Shares are of \
        all attempts; a verdict on them holds however often one looks.
        """)
    ]
    if report.analysis.hasOtherVariants {
      blocks.append(
        .paragraph(
          """
          No more than the \(Analysis.mostRows) variants with most \(report.analysis.rules.unit.many)\
          \(report.analysis.definition.variants.isEmpty ? "" : " and those of the definition") are compared.
          """))
    }
    blocks += differenceFigures(shown, report: report)
    blocks.append(.table(table(shown.map { all[$0] }, definition: report.analysis.definition)))
    if cut > 0 {
      blocks.append(
        .paragraph("\(PlainNumber.count(cut, "more step differs", "more steps differ")); see the table comparisons."))
    }
    if hidden > 0 {
      blocks.append(
        .paragraph(
          """
          At steps not shown nothing differs, or there is too little to tell \
          (\(PlainNumber.count(hidden, "comparison", "comparisons")) more in the table comparisons).
          """))
    }
    return blocks
  }

  /// The places of the comparisons that a person is shown, and how many that differ are left out.
  ///
  /// Of few all; of many those of the whole flow, and of each variant the steps at which it differs most surely, in shares
  /// before times.
  private static func shownComparisons(_ all: [Comparison]) -> (shown: [Int], cut: Int) {
    let (most, few, leastSteps) = (40, 20, 2)
    if all.count <= few { return (Array(all.indices), 0) }
    let whole = all.indices.filter { all[$0].step == nil }
    let differing = all.indices.filter { place in
      all[place].step != nil && ![.noDifference, .insufficient].contains(all[place].verdict)
    }
    let variants = Dictionary(grouping: differing) { all[$0].variant }
    let room = whole.count < most ? max(leastSteps, (most - whole.count) / max(1, variants.count)) : 0
    let steps = variants.values.flatMap { places in
      places.sorted { left, right in
        let keys = [left, right].map { (all[$0].isTime ? 1 : 0, all[$0].adjustedP ?? 1, $0) }
        return keys[0] < keys[1]
      }.prefix(room)
    }
    return ((whole + steps).sorted(), differing.count - steps.count)
  }

  private static func without(_ report: Report) -> Prose {
    let names = report.comparisons.variants.map { $0.values[0] }
    guard let control = report.comparisons.control, !names.isEmpty else { return "The log knows no variants." }
    return names.contains(control)
      ? "There is one variant alone, \(name: control)." : "No unit belongs to the control, \(name: control)."
  }

  private static func table(_ comparisons: [Comparison], definition: Definition) -> DisplayTable {
    let columns: [DisplayTable.Column] = [
      .words("variant"), .words("what", .main), .numbers("control", .main), .numbers("variant’s", .main),
      .numbers("difference", .main), .numbers("likely", .side), .words("verdict"),
    ]
    let rows = comparisons.map { row -> [DisplayTable.Cell] in
      let interval = row.interval.map { interval in
        [interval.low, interval.high].map(PlainNumber.points).joined(separator: " to ")
      }
      return [
        .words("\(name: row.variant)"), .words(what(row, definition)),
        .plain(value(row.controlValue, row)), .plain(value(row.variantValue, row)), .plain(difference(row)),
        .plain(interval ?? PlainNumber.none), .plain(row.verdict.rawValue),
      ]
    }
    return DisplayTable(columns: columns, rows: rows)
  }

  /// What is compared, after a variant's name.
  static func what(_ row: Comparison, _ definition: Definition) -> Prose {
    let step: Prose = row.step.map { "\(name: definition.steps[$0].id)" } ?? ""
    switch row.metric {
    case .conversion: return "converted"
    case .passed: return "passed " + step
    case .skipped: return "skipped " + step
    case .seconds: return "median time of " + step
    case .secondsToConvert: return "median time to convert"
    }
  }

  private static func value(_ number: Double?, _ row: Comparison) -> String {
    number.map { row.isTime ? PlainNumber.duration($0) : PlainNumber.percent($0) } ?? PlainNumber.none
  }

  private static func difference(_ row: Comparison) -> String {
    guard let difference = row.difference else { return PlainNumber.none }
    let sign = difference < 0 ? "-" : "+"
    return row.isTime ? sign + PlainNumber.duration(abs(difference)) : PlainNumber.points(difference)
  }
}
