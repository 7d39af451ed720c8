import FunnelEngine
import FunnelModel

/// What is worth knowing of an analysis beside its numbers.
struct Notes {
  let analysis: Analysis
  let plan: AnalysisPlan

  /// One line each; empty where there is nothing to say.
  var lines: [String] {
    var lines: [String] = []
    if analysis.stepsSource == .log {
      lines.append(
        "the steps were inferred from the log; to fix them: funnel init LOG... > flow.json, then "
          + "--definition flow.json")
    }
    lines += fieldsWithoutValue.map { field in
      let name = ShownText.escaped(field)
      let nearest = Suggestion.nearest(to: field, among: ["variant", "version"])
      return "no unit has a value of '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
    if !plan.unitFilters.isEmpty, analysis.breakdowns.isEmpty {
      lines.append("no unit has the values that --where asks for, so the tables are empty")
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
