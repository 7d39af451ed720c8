import FunnelModel

extension RandomLog: CustomStringConvertible {
  /// The plan and the events in order of time, for a failed test's message.
  public var description: String {
    let first = events.map(\.time).min() ?? 0
    let lines = events.sorted { ($0.user, $0.time) < ($1.user, $1.time) }.map { event in
      var line = "\(event.user) +\(event.time - first) \(event.name)"
      if event.isAnonymous { line += " anonymous" } else if let device = event.anonymous { line += " on \(device)" }
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
    words += links.map {
      "\($0.kind) \($0.time.map { "+\($0 - first)" } ?? "-") \($0.first) \($0.firstKind) \($0.second) \($0.secondKind)"
    }
    if let map = plan.identities {
      words += (0..<map.count).map {
        "map \(ByteText(bytes: Array(map.id($0)))) \(ByteText(bytes: Array(map.user($0))))"
      }
    }
    words.append("identity \(plan.identity.map { $0.rawValue } ?? "-")")
    return (words + lines).joined(separator: "\n")
  }
}
