extension DefinitionReader {
  mutating func analysis(_ value: JSONValue) -> AnalysisSettings {
    var settings = AnalysisSettings()
    let known = ["sessionGap", "window", "order", "entry", "advance", "unit"]
    guard let members = members(of: value, at: "analysis", known: known, unknown: .refused) else { return settings }
    settings.sessionGap = members["sessionGap"].flatMap { value in
      span(value, at: "analysis.sessionGap", example: "\"30m\"", TimeSpan.init(parsing:))
    }
    settings.window = members["window"].flatMap { value in
      span(value, at: "analysis.window", example: "\"7d\" or \"none\"", WindowSetting.init(parsing:))
    }
    settings.order = members["order"].flatMap { word($0, at: "analysis.order") }
    settings.entry = members["entry"].flatMap { word($0, at: "analysis.entry") }
    settings.advance = members["advance"].flatMap { word($0, at: "analysis.advance") }
    settings.unit = members["unit"].flatMap { word($0, at: "analysis.unit") }
    return settings
  }

  mutating func source(_ value: JSONValue) -> SourceSettings {
    var settings = SourceSettings()
    guard let members = members(of: value, at: "source", known: ["format", "fields"], unknown: .refused)
    else { return settings }
    settings.format = members["format"].flatMap { word($0, at: "source.format") }
    if let fields = members["fields"] { settings.fields = self.fields(fields) }
    return settings
  }

  private mutating func fields(_ value: JSONValue) -> [EventField: [FieldPath]] {
    let path = "source.fields"
    let known = EventField.allCases.map(\.rawValue)
    let members = members(of: value, at: path, known: known, unknown: .refused) ?? [:]
    var fields: [EventField: [FieldPath]] = [:]
    for field in EventField.allCases {
      guard let value = members[ByteText(field.rawValue)] else { continue }
      let remedy = "write a field path, or leave the key out for the native places"
      for element in oneOrList(value, at: path + "." + field.rawValue, remedy: remedy) {
        guard case .string(let text) = element.value.content else {
          let expected = "a field path such as \"ctx.uid\", or a list of them"
          fault(.wrongType(expected: expected, found: element.value.kind), at: element.path, element.value.place)
          continue
        }
        do throws(FieldPathFault) {
          fields[field, default: []].append(try FieldPath(asked: text.string))
        } catch {
          fault(.badPath(text, error), at: element.path, element.value.place)
        }
      }
    }
    return fields
  }

  private mutating func span<Span>(
    _ value: JSONValue, at path: String, example: String, _ parse: (ByteText) throws(TimeSpanFailure) -> Span
  ) -> Span? {
    guard case .string(let text) = value.content else {
      fault(.wrongType(expected: "a span of time such as \(example)", found: value.kind), at: path, value.place)
      return nil
    }
    do throws(TimeSpanFailure) {
      return try parse(text)
    } catch {
      fault(.badSpan(error), at: path, value.place)
      return nil
    }
  }

  private mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue, at path: String
  ) -> Word? {
    let known = Word.allCases.map(\.rawValue)
    guard case .string(let text) = value.content else {
      let words = known.map { "\"\($0)\"" }.joined(separator: ", ")
      fault(.wrongType(expected: "one of \(words)", found: value.kind), at: path, value.place)
      return nil
    }
    if let word = Word.allCases.first(where: { ByteText($0.rawValue) == text }) { return word }
    fault(.unknownWord(text, known: known), at: path, value.place)
    return nil
  }
}
