extension StepSignal {
  /// The word for it in definitions.
  public var name: String {
    switch self {
    case .started: "started"
    case .completed: "completed"
    case .skipped: "skipped"
    }
  }
}

extension DefinitionReader {
  mutating func flowMatches(_ value: JSONValue) -> [FlowSignal: EventMatch] {
    let known = FlowSignal.allCases.map(\.name)
    let members = members(of: value, at: "match", known: known, unknown: .refused) ?? [:]
    var matches: [FlowSignal: EventMatch] = [:]
    for signal in FlowSignal.allCases {
      guard let value = members[ByteText(signal.name)] else { continue }
      matches[signal] = eventMatch(value, at: "match." + signal.name)
    }
    return matches
  }

  mutating func stepMatches(_ value: JSONValue, at path: String) -> [StepSignal: EventMatch] {
    let known = StepSignal.allCases.map(\.name)
    guard let members = members(of: value, at: path, known: known, unknown: .refused) else { return [:] }
    if case .object([]) = value.content {
      let remedy = "name started, completed or skipped, or leave the key out for the native events"
      fault(.empty(remedy: remedy), at: path, value.place)
    }
    var matches: [StepSignal: EventMatch] = [:]
    for signal in StepSignal.allCases {
      guard let value = members[ByteText(signal.name)] else { continue }
      matches[signal] = eventMatch(value, at: path + "." + signal.name)
    }
    return matches
  }

  private mutating func eventMatch(_ value: JSONValue, at path: String) -> EventMatch? {
    guard let members = members(of: value, at: path, known: ["event", "where"], unknown: .refused) else { return nil }
    var match = EventMatch(events: [])
    if let event = members["event"] {
      for element in oneOrList(event, at: path + ".event", remedy: "name at least one event") {
        if let name = name(element.value, at: element.path) { match.events.append(name) }
      }
    } else {
      missing("event", of: value, at: path, example: "\"event\": \"screen_view\"")
    }
    if let demands = members["where"] { match.conditions = conditions(demands, at: path + ".where") }
    return match
  }

  private mutating func conditions(_ value: JSONValue, at path: String) -> [MatchCondition] {
    var conditions: [MatchCondition] = []
    for member in lastMembers(of: value, at: path) ?? [] {
      let keyPath = Self.path(path, member.key)
      let fieldPath: FieldPath
      do throws(FieldPathFault) {
        fieldPath = try FieldPath(asked: member.key.string)
      } catch {
        fault(.badPath(member.key, error), at: keyPath, member.keyPlace)
        continue
      }
      var condition = MatchCondition(path: fieldPath, values: [])
      for element in oneOrList(member.value, at: keyPath, remedy: "list at least one value") {
        switch element.value.content {
        case .string(let text), .number(let text): condition.values.append(.text(text))
        case .truth(let truth): condition.values.append(.truth(truth))
        case .null, .array, .object:
          hint(.matchesNothing(found: element.value.kind), at: element.path, element.value.place)
        }
      }
      conditions.append(condition)
    }
    return conditions
  }
}
