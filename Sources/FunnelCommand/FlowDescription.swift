import FunnelModel

/// Says in words how attempts go through a flow.
struct FlowDescription {
  let definition: Definition
  let rules: AnalysisRules

  /// Whether an event can pass the step, or nil where that is told from the log.
  func canPass(_ step: StepDefinition) -> Bool? {
    if step.matches.isEmpty || step.matches[.completed] != nil || step.matches[.skipped] != nil { return true }
    if rules.order == .any { return false }
    return rules.advance.map { $0 == .next }
  }

  var unit: String {
    switch rules.unit {
    case .user: "Each user once, by the first attempt that converted, else by the one that passed most steps."
    case .session: "Each session once, by the first attempt that converted, else by the one that passed most steps."
    }
  }

  var entry: String {
    if rules.order == .any { return "An attempt begins where the flow is started or with any event of a step." }
    switch rules.entry {
    case .any:
      return "An attempt begins where the flow is started or with any event of a step, from that step on."
    case .first where definition.hasOwnSteps:
      return "An attempt begins where the flow is started or with an event of its variant's first step, or of one that"
        + " only optional steps stand before."
    case .first:
      let required = definition.steps.firstIndex { !$0.isOptional } ?? definition.steps.count - 1
      let opening = definition.steps[...required].map(\.id)
      return "An attempt begins where the flow is started or with an event of "
        + DefinitionDescription.list(opening, last: "or") + "."
    }
  }

  var conversion: String {
    let required = definition.steps.filter { !$0.isOptional }.map(\.id)
    guard !required.isEmpty else { return "note: no step is required, so no attempt converts." }
    let ownSteps = definition.hasOwnSteps ? ", of the steps of its variant" : ""
    return "It converts once it has completed or skipped " + DefinitionDescription.list(required) + ownSteps + "."
  }

  var window: String {
    guard let window = rules.window else { return "It has as long as it likes." }
    return "It has \(window.notation) from its entry."
  }

  var order: String {
    switch rules.order {
    case .ordered: "An event out of order is counted and changes nothing."
    case .strict: "An event out of order ends the attempt."
    case .any: "Steps are passed in any order."
    }
  }

  var advance: String {
    if rules.order == .any { return "A step is passed by its completion or skip alone." }
    switch rules.advance {
    case .explicit: return "A step is passed by its completion or skip alone."
    case .next: return "A step is passed by its completion or skip, or by the start of the next one."
    case nil:
      return "A step is passed by its completion or skip; in a log that has hardly any, also by the start of the next."
    }
  }
}
