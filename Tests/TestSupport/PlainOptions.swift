public import FunnelModel

/// A minimal reading of a definition's JSON and of the options that the cases use, for the plain reading alone.
public struct PlainOptions: Sendable {
  /// What to take out of each line.
  public var reading = ReadingPlan()
  /// What to work out.
  public var analysis = AnalysisPlan()

  /// What a faulty definition or a word that the plain reading does not know comes to.
  public struct Unknown: Error {
    /// What was not understood.
    public var what: String
  }

  /// The plans of a definition's text, if there is one, and of a command's words.
  public init(definition text: [UInt8]?, options: [String]) throws(Unknown) {
    if let text {
      guard let root = PlainJSONReader.read(text) else { throw Unknown(what: "definition") }
      analysis.definition = try PlainOptions.definition(root)
      try take(rules: root["analysis"])
    }
    var words = options[...]
    while let word = words.popFirst() { try take(option: word, words: &words) }
    reading.values = analysis.values
  }

  private mutating func take(option: String, words: inout ArraySlice<String>) throws(Unknown) {
    if option == "--totals" {
      analysis.totals = true
      return
    }
    guard let value = words.popFirst() else { throw Unknown(what: option) }
    func moment() throws(Unknown) -> Moment {
      let text = value.count == 10 ? value + "T00:00:00Z" : value
      guard let time = PlainTime.read(.string(ByteText(text)), assumedZone: .utc) else { throw Unknown(what: value) }
      return Moment(microseconds: time.microseconds)
    }
    switch option {
    case "--by": analysis.breakdown = value.split(separator: ",").compactMap { FieldReference(String($0)) }
    case "--only": PlainOptions.add(value, to: &analysis.only)
    case "--where": PlainOptions.add(value, to: &analysis.unitFilters)
    case "--since": analysis.since = try moment()
    case "--until": analysis.until = try moment()
    case "--as-of": analysis.asOf = try moment()
    case "--session-by": analysis.rules.sessionRule = SessionRule(rawValue: value)!
    case "--mixed": analysis.rules.mixed = MixedRule(rawValue: value)!
    default: throw Unknown(what: option)
    }
  }

  private static func add(_ text: String, to filters: inout [FieldFilter]) {
    let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard let field = FieldReference(halves[0]) else { return }
    if let place = filters.firstIndex(where: { $0.field == field }) {
      filters[place].values.append(ByteText(halves[1]))
    } else {
      filters.append(FieldFilter(field: field, values: [ByteText(halves[1])]))
    }
  }

  private mutating func take(rules: PlainJSON?) throws(Unknown) {
    guard case .object(let members)? = rules else { return }
    for member in members {
      guard case .string(let word) = member.value else { throw Unknown(what: member.key.string) }
      let value = word.string
      switch member.key.string {
      case "sessionGap": analysis.rules.sessionGap = try PlainOptions.span(value)
      case "window": analysis.rules.window = value == "none" ? nil : try PlainOptions.span(value)
      case "order": analysis.rules.order = StepOrder(rawValue: value)!
      case "entry": analysis.rules.entry = EntryRule(rawValue: value)!
      case "advance": analysis.rules.advance = AdvanceRule(rawValue: value)!
      case "unit": analysis.rules.unit = CountedUnit(rawValue: value)!
      default: throw Unknown(what: member.key.string)
      }
    }
  }

  private static func span(_ text: String) throws(Unknown) -> TimeSpan {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()) else {
      throw Unknown(what: text)
    }
    return .seconds(count * unit)
  }

  private static func definition(_ root: PlainJSON) throws(Unknown) -> Definition {
    guard case .array(let steps)? = root["steps"] else { throw Unknown(what: "steps") }
    var definition = Definition(id: root["id"]?.nameText ?? "", steps: [])
    definition.steps = steps.map { step in
      var result = StepDefinition(id: step["id"]?.nameText ?? "", isOptional: step["optional"] == .truth(true))
      for (signal, name) in [(StepSignal.started, "started"), (.completed, "completed"), (.skipped, "skipped")] {
        result.matches[signal] = step["match"]?[ByteText(name)].map(match)
      }
      return result
    }
    for signal in FlowSignal.allCases {
      definition.flowMatches[signal] = root["match"]?[ByteText(signal.name)].map(match)
    }
    if case .object(let variants)? = root["variants"] {
      definition.variants = variants.map { variant in
        var result = VariantDefinition(name: variant.key)
        if case .array(let own)? = variant.value["steps"] {
          result.steps = own.compactMap { id in definition.steps.firstIndex { .string($0.id) == id } }
        }
        return result
      }
    }
    return definition
  }

  private static func match(_ value: PlainJSON) -> EventMatch {
    func list(_ value: PlainJSON?) -> [PlainJSON] {
      if case .array(let elements)? = value { return elements }
      return value.map { [$0] } ?? []
    }
    var result = EventMatch(events: list(value["event"]).compactMap(\.nameText))
    guard case .object(let conditions)? = value["where"] else { return result }
    result.conditions = conditions.map { condition in
      MatchCondition(
        path: FieldPath(dotted: condition.key.string)!,
        values: list(condition.value).compactMap { value in
          switch value {
          case .string(let text), .number(let text): .text(text)
          case .truth(let truth): .truth(truth)
          default: nil
          }
        })
    }
    return result
  }
}
