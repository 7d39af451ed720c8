import FunnelModel

/// Says in words what a definition counts: what `funnel check` prints.
///
/// Text from the file stands in quotes with its control characters escaped, so that every line is one line.
struct DefinitionDescription {
  private let definition: Definition
  private let source: SourceSettings
  private let rules: AnalysisRules
  private let flow: FlowDescription

  /// The words for a definition file; what it does not say follows the defaults.
  init(of file: DefinitionFile) {
    definition = file.definition
    source = file.source
    var rules = AnalysisRules()
    file.analysis.apply(to: &rules)
    self.rules = rules
    flow = FlowDescription(definition: file.definition, rules: rules)
  }

  /// The lines to print, without line ends.
  var lines: [String] {
    Array([[title], steps, flowSignals, variants, counting, log].filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var title: String {
    let version = definition.onboardingVersion.map { ", version \($0.inQuotes)" } ?? ""
    let optional = definition.steps.filter(\.isOptional).count
    return "The flow \(definition.id.inQuotes)\(version): \(Self.count(definition.steps.count, "step"))"
      + (optional > 0 ? ", \(optional) of them optional" : "")
  }

  private var steps: [String] {
    let heading = rules.order == .any ? "Steps, in any order:" : "Steps, in this order:"
    return [heading]
      + definition.steps.enumerated().flatMap { place, step in
        ["  \(place + 1). \(step.id.inQuotes), \(step.isOptional ? "optional" : "required")"]
          + stepSignals(step).map { "       " + $0 }
      }
  }

  private func stepSignals(_ step: StepDefinition) -> [String] {
    var lines: [String] = []
    if step.matches.isEmpty {
      lines.append("started, completed and skipped by the native events with this step id")
    } else {
      for signal in StepSignal.allCases {
        lines.append("\(signal.name) by " + (step.matches[signal].map(Self.words) ?? "no event"))
      }
    }
    if step.canSkip == false { lines.append("the app does not let people skip it") }
    if flow.canPass(step) == false { lines.append("note: no event completes or skips it, so no attempt passes it") }
    return lines
  }

  private var flowSignals: [String] {
    ["The flow's own signals:"]
      + FlowSignal.allCases.map { signal in
        let native = NativeEvent.allCases.filter { $0.flowSignal == signal }.map { ByteText($0.rawValue) }
        let match = definition.flowMatches[signal] ?? EventMatch(events: native)
        let effect =
          signal == .flowCompleted && rules.order == .any ? "; without effect where steps come in any order" : ""
        return "  \(signal.name) by \(Self.words(match))\(effect)"
      }
  }

  private var variants: [String] {
    guard !definition.variants.isEmpty else {
      return definition.control.map { ["Variants are those that events name; the control is \($0.inQuotes)."] } ?? []
    }
    return ["Variants:"]
      + definition.variants.map { variant in
        var parts = [variant.steps.map(stepsAlone) ?? "all steps"]
        if let weight = variant.weight { parts.append("weight \(weight)") }
        if variant.name == definition.control { parts.append("the control") }
        if let steps = variant.steps, !steps.contains(where: { !definition.steps[$0].isOptional }) {
          parts.append("note: none of them is required, so no attempt converts")
        }
        return "  \(variant.name.inQuotes): " + parts.joined(separator: ", ")
      }
  }

  private func stepsAlone(_ places: [Int]) -> String {
    (places.count == 1 ? "the step " : "the steps ") + Self.list(places.map { definition.steps[$0].id })
  }

  private var counting: [String] {
    let gap = "A session ends where a user is silent for longer than \(rules.sessionGap.notation)."
    return ["What is counted:"]
      + ([flow.unit, flow.entry, flow.conversion, flow.window, flow.order, flow.advance, gap])
      .map { "  " + $0 }
  }

  private var log: [String] {
    let fields = EventField.allCases.compactMap { field in
      source.fields[field].map { "  \(field.rawValue): " + Self.list($0.map { ByteText($0.dotted) }, last: "else") }
    }
    return fields.isEmpty ? [] : ["Fields of an event that are not where native events have them:"] + fields
  }

  private static func words(_ match: EventMatch) -> String {
    let conditions = match.conditions.map { condition in
      let values = condition.values.map { value in
        switch value {
        case .text(let text): text.inQuotes
        case .truth(let truth): truth ? "true" : "false"
        }
      }
      let wanted = values.isEmpty ? "something that no event can have" : joined(values, last: "or")
      return "\(ByteText(condition.path.dotted).inQuotes) is \(wanted)"
    }
    return list(match.events, last: "or") + (conditions.isEmpty ? "" : " where " + joined(conditions, last: "and"))
  }

  static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  static func list(_ texts: [ByteText], last: String = "and") -> String {
    joined(texts.map(\.inQuotes), last: last)
  }

  private static func joined(_ parts: [String], last: String) -> String {
    guard parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " \(last) " + parts[parts.count - 1]
  }
}
