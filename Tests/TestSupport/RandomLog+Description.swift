import FunnelModel

extension RandomLog: CustomStringConvertible {
  /// The plan and the events in order of time, for a failed test's message.
  public var description: String {
    let first = events.map(\.time).min() ?? 0
    let lines = events.sorted { ($0.user, $0.time) < ($1.user, $1.time) }.map { event in
      var line = "\(event.user) +\(event.time - first) \(event.name)"
      if let step = event.step { line += " \(step)" }
      if event.isSkipped { line += " skipped" }
      if let duration = event.duration { line += " duration=\(duration)" }
      if let variant = event.variant { line += " variant=\(variant)" }
      if let session = event.session { line += " session=\(session)" }
      if let id = event.id { line += " id=\(id)" }
      for (field, value) in event.values { line += " \(field.name)=\(value)" }
      return line
    }
    var words = ["seed \(seed): \(plan.rules)"]
    if let definition = plan.definition {
      for step in definition.steps {
        words.append(
          "step \(step.id)\(step.isOptional ? " optional" : "")\(step.matches.isEmpty ? "" : " \(step.matches)")")
      }
      for variant in definition.variants {
        words.append("variant \(variant.name) \(variant.steps.map { "\($0)" } ?? "-")")
      }
      if !definition.flowMatches.isEmpty { words.append("flow \(definition.flowMatches)") }
    }
    words.append("by \(plan.breakdown.map(\.name)) only \(plan.only) where \(plan.unitFilters) totals \(plan.totals)")
    let bounds = [plan.since, plan.until, plan.asOf].map { $0.map { "+\($0.microseconds - first)" } ?? "-" }
    words.append("since \(bounds[0]) until \(bounds[1]) as-of \(bounds[2])")
    return (words + lines).joined(separator: "\n")
  }
}
