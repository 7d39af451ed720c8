extension DefinitionFile {
  /// The file as JSON for people: what `funnel init` prints; reading it gives this file again.
  public var text: String { json.text }

  /// The file as a JSON document, without the keys of which it says nothing.
  public var json: JSONValue {
    var members = [JSONMember("id", .string(definition.id))]
    if let version = definition.onboardingVersion { members.append(JSONMember("onboardingVersion", .string(version))) }
    let flowMatches = FlowSignal.allCases.compactMap { signal in
      definition.flowMatches[signal].map { JSONMember(signal.name, $0.json) }
    }
    if !flowMatches.isEmpty { members.append(JSONMember("match", .object(flowMatches))) }
    members.append(JSONMember("steps", .array(definition.steps.map { JSONValue($0.json) })))
    if !definition.variants.isEmpty {
      let variants = definition.variants.map { variant in
        JSONMember(key: variant.name, value: JSONValue(variant.json(of: definition.steps)))
      }
      members.append(JSONMember("variants", .object(variants)))
    }
    if let control = definition.control { members.append(JSONMember("control", .string(control))) }
    if case .object(let settings) = analysis.json, !settings.isEmpty {
      members.append(JSONMember("analysis", .object(settings)))
    }
    if case .object(let settings) = source.json, !settings.isEmpty {
      members.append(JSONMember("source", .object(settings)))
    }
    return JSONValue(.object(members))
  }
}

extension JSONMember {
  fileprivate init(_ key: String, _ content: JSONValue.Content) {
    self.init(key: ByteText(key), value: JSONValue(content))
  }
}

extension JSONValue.Content {
  /// The one element on its own, or a list of more.
  fileprivate static func oneOrList(_ elements: [JSONValue.Content]) -> JSONValue.Content {
    elements.count == 1 ? elements[0] : .array(elements.map { JSONValue($0) })
  }

  fileprivate static func word(_ word: some RawRepresentable<String>) -> JSONValue.Content {
    .string(ByteText(word.rawValue))
  }
}

extension StepDefinition {
  fileprivate var json: JSONValue.Content {
    var members = [JSONMember("id", .string(id))]
    if isOptional { members.append(JSONMember("optional", .truth(true))) }
    if let canSkip { members.append(JSONMember("canSkip", .truth(canSkip))) }
    if let tooltipText { members.append(JSONMember("tooltipText", .string(tooltipText))) }
    if let tooltipPosition { members.append(JSONMember("tooltipPosition", .string(tooltipPosition))) }
    let matches = StepSignal.allCases.compactMap { signal in
      self.matches[signal].map { JSONMember(signal.name, $0.json) }
    }
    if !matches.isEmpty { members.append(JSONMember("match", .object(matches))) }
    return .object(members)
  }
}

extension VariantDefinition {
  fileprivate func json(of flow: [StepDefinition]) -> JSONValue.Content {
    var members: [JSONMember] = []
    if let weight { members.append(JSONMember("weight", .number(ByteText(weight.description)))) }
    if let steps { members.append(JSONMember("steps", .array(steps.map { JSONValue(.string(flow[$0].id)) }))) }
    return .object(members)
  }
}

extension EventMatch {
  fileprivate var json: JSONValue.Content {
    var members = [JSONMember("event", .oneOrList(events.map { .string($0) }))]
    if !conditions.isEmpty {
      let demands = conditions.map { condition in
        JSONMember(condition.path.dotted, condition.values.isEmpty ? .null : .oneOrList(condition.values.map(\.json)))
      }
      members.append(JSONMember("where", .object(demands)))
    }
    return .object(members)
  }
}

extension MatchValue {
  fileprivate var json: JSONValue.Content {
    switch self {
    case .text(let text): .string(text)
    case .truth(let truth): .truth(truth)
    }
  }
}

extension AnalysisSettings {
  fileprivate var json: JSONValue.Content {
    var members: [JSONMember] = []
    if let sessionGap { members.append(JSONMember("sessionGap", .string(ByteText(sessionGap.notation)))) }
    if let window { members.append(JSONMember("window", .string(ByteText(window.notation)))) }
    if let order { members.append(JSONMember("order", .word(order))) }
    if let entry { members.append(JSONMember("entry", .word(entry))) }
    if let advance { members.append(JSONMember("advance", .word(advance))) }
    if let unit { members.append(JSONMember("unit", .word(unit))) }
    return .object(members)
  }
}

extension SourceSettings {
  fileprivate var json: JSONValue.Content {
    var members: [JSONMember] = []
    if let format { members.append(JSONMember("format", .word(format))) }
    let fields = EventField.allCases.compactMap { field in
      self.fields[field].map { paths in
        JSONMember(field.rawValue, .oneOrList(paths.map { .string(ByteText($0.dotted)) }))
      }
    }
    if !fields.isEmpty { members.append(JSONMember("fields", .object(fields))) }
    return .object(members)
  }
}
