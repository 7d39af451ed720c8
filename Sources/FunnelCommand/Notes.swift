import FunnelEngine
import FunnelModel

/// What is worth knowing of an analysis beside its numbers.
struct Notes {
  let analysis: Analysis
  let reading: ReadingSummary
  let plan: AnalyzePlan

  /// One line each; empty where there is nothing to say.
  var lines: [String] {
    var lines: [String] = []
    if analysis.stepsSource == .log {
      lines.append(
        "the steps were inferred from the log; to fix them: funnel init LOG... > flow.json, then "
          + "--definition flow.json")
    }
    lines += ExperimentNotes(reading, analysis, chosen: plan.reading.experiment).lines
    lines += fieldsWithoutValue.map { field in
      let name = ShownText.escaped(field)
      let nearest = Suggestion.nearest(to: field, among: ["variant", "version"])
      return "no unit has a value of '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
    if !plan.analysis.unitFilters.isEmpty, analysis.breakdowns.isEmpty {
      lines.append("no unit has the values that --where asks for, so the tables are empty")
    }
    if analysis.breakdowns.contains(where: { $0.kind == .other }) {
      lines.append(
        "there are more rows than are printed: the 50 with most units stand by themselves, the rest as (other)")
    }
    let variants = analysis.variants.map { $0.values[0] }.filter { $0 != "(none)" }
    let asked = plan.analysis.control
    if let control = asked ?? analysis.definition.control, !variants.isEmpty, !variants.contains(control) {
      let name = ShownText.escaped(control.string)
      let nearest = Suggestion.nearest(to: control.string, among: variants.map(\.string))
      lines.append(
        "no unit belongs to \(asked == nil ? "the definition's control" : "--control") '\(name)'"
          + ", so nothing is compared" + (nearest.map { "; did you mean '\(ShownText.escaped($0))'?" } ?? ""))
    } else if analysis.hasOtherVariants {
      let others = analysis.definition.variants.isEmpty ? "" : " and those of the definition"
      lines.append(
        "there are more than 50 variants: only the 50 with most units\(others) are compared with the control")
    }
    return lines
  }

  /// The fields of `--by` of which every unit's value is `(none)`; the standard `variant` may well be so.
  private var fieldsWithoutValue: [String] {
    let rows = analysis.breakdowns.filter { $0.kind == .values }
    if rows.isEmpty { return [] }
    return analysis.breakdownFields.indices.compactMap { index in
      let field = analysis.breakdownFields[index]
      if field == .variant || rows.contains(where: { $0.values[index] != "(none)" }) { return nil }
      return field.name
    }
  }
}
