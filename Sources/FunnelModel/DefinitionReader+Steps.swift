extension DefinitionReader {
  mutating func steps(_ value: JSONValue) -> [StepDefinition] {
    let elements = list(value, at: "steps", remedy: "list at least one step, such as {\"id\": \"welcome\"}") ?? []
    var steps: [StepDefinition] = []
    var firstPaths: [ByteText: String] = [:]
    for element in elements {
      guard let (step, idPlace) = step(element.value, at: element.path) else { continue }
      if let first = firstPaths[step.id] {
        fault(.repeatedStep(step.id, first: first), at: element.path + ".id", idPlace)
      } else {
        firstPaths[step.id] = element.path
        steps.append(step)
      }
    }
    return steps
  }

  private mutating func step(_ value: JSONValue, at path: String) -> (step: StepDefinition, idPlace: TextPlace)? {
    let known = ["id", "canSkip", "optional", "match", "tooltipText", "tooltipPosition"]
    guard let members = members(of: value, at: path, known: known, unknown: .leftAlone) else { return nil }
    var step = StepDefinition(id: "")
    step.isOptional = members["optional"].flatMap { truth($0, at: path + ".optional") } ?? false
    step.canSkip = members["canSkip"].flatMap { truth($0, at: path + ".canSkip") }
    step.tooltipText = members["tooltipText"].flatMap { tip($0, at: path + ".tooltipText") }
    step.tooltipPosition = members["tooltipPosition"].flatMap { tip($0, at: path + ".tooltipPosition") }
    if let match = members["match"] { step.matches = stepMatches(match, at: path + ".match") }
    guard let idValue = members["id"] else {
      missing("id", of: value, at: path, example: "\"id\": \"welcome\"")
      return nil
    }
    guard let id = name(idValue, at: path + ".id") else { return nil }
    step.id = id
    return (step, idValue.place)
  }

  /// A text that describes the step to people; the app may have it in a shape of its own.
  private mutating func tip(_ value: JSONValue, at path: String) -> ByteText? {
    if case .string(let text) = value.content { return text }
    hint(.leftAlone(expected: "a string", found: value.kind), at: path, value.place)
    return nil
  }

  mutating func variants(_ value: JSONValue, steps: [StepDefinition]) -> [VariantDefinition] {
    var variants: [VariantDefinition] = []
    for member in lastMembers(of: value, at: "variants") ?? [] {
      let path = Self.path("variants", member.key)
      if member.key.isEmpty {
        fault(.empty(remedy: "give the variant the name that events give it"), at: path, member.keyPlace)
      }
      guard let members = members(of: member.value, at: path, known: ["weight", "steps"], unknown: .leftAlone)
      else { continue }
      var variant = VariantDefinition(name: member.key)
      variant.weight = members["weight"].flatMap { weight($0, at: path + ".weight") }
      variant.steps = members["steps"].flatMap { ownSteps($0, at: path + ".steps", among: steps) }
      variants.append(variant)
    }
    if !variants.isEmpty, variants.allSatisfy({ $0.weight == 0 }) { fault(.noWeight, at: "variants", value.place) }
    return variants
  }

  private mutating func weight(_ value: JSONValue, at path: String) -> Double? {
    guard case .number(let text) = value.content else {
      fault(
        .wrongType(expected: "a number that is not negative, such as 0.5", found: value.kind), at: path, value.place)
      return nil
    }
    guard let weight = Double(text.string), weight >= 0, weight.isFinite else {
      fault(.badWeight(text), at: path, value.place)
      return nil
    }
    return weight
  }

  private mutating func ownSteps(_ value: JSONValue, at path: String, among steps: [StepDefinition]) -> [Int]? {
    let remedy = "list the variant's steps, or leave the key out where it has all of them"
    guard let elements = list(value, at: path, remedy: remedy), !steps.isEmpty else { return nil }
    var places: [Int] = []
    var firstPaths: [Int: String] = [:]
    let placeOfStep = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($0.element.id, $0.offset) })
    let ids = steps.map(\.id.string)
    for element in elements {
      guard let id = name(element.value, at: element.path) else { continue }
      guard let place = placeOfStep[id] else {
        fault(.unknownStep(id, known: ids), at: element.path, element.value.place)
        continue
      }
      if let first = firstPaths[place] {
        fault(.repeatedStep(id, first: first), at: element.path, element.value.place)
      } else {
        firstPaths[place] = element.path
        places.append(place)
      }
    }
    return places
  }
}
