/// Takes a definition out of a JSON document and notes every fault on the way.
struct DefinitionReader {
  /// What becomes of a key that the analysis does not know.
  enum UnknownKeys {
    /// It is a fault.
    case refused
    /// It is the app's own.
    case leftAlone
  }

  var faults: [DefinitionFault] = []
  var hints: [DefinitionHint] = []

  /// What the bytes say; nil, or a part of it, where there is a fault.
  mutating func file(_ bytes: [UInt8]) -> DefinitionFile? {
    let document: JSONValue
    do throws(JSONFailure) {
      document = try JSONValue(reading: bytes)
    } catch {
      faults.append(DefinitionFault(.notJSON(error.problem), keyPath: "", place: error.place))
      return nil
    }
    let known = ["id", "onboardingVersion", "match", "steps", "variants", "control", "analysis", "source"]
    guard let members = members(of: document, at: "", known: known, unknown: .leftAlone) else { return nil }

    let id = members["id"].flatMap { name($0, at: "id") }
    if members["id"] == nil { missing("id", of: document, at: "", example: "\"id\": \"first-run\"") }
    let steps = members["steps"].map { self.steps($0) } ?? []
    if members["steps"] == nil { missing("steps", of: document, at: "", example: "\"steps\": [{\"id\": \"welcome\"}]") }

    var definition = Definition(id: id ?? "", steps: steps)
    definition.onboardingVersion = members["onboardingVersion"].flatMap { version($0) }
    if let match = members["match"] { definition.flowMatches = flowMatches(match) }
    if let variants = members["variants"] { definition.variants = self.variants(variants, steps: steps) }
    if let control = members["control"] { definition.control = self.control(control, of: definition.variants) }
    var file = DefinitionFile(definition: definition)
    if let analysis = members["analysis"] { file.analysis = self.analysis(analysis) }
    if let source = members["source"] { file.source = self.source(source) }
    return file
  }

  private mutating func version(_ value: JSONValue) -> ByteText? {
    switch value.content {
    case .string(let text), .number(let text): return text.isEmpty ? nil : text
    default:
      hint(.leftAlone(expected: "a string or a number", found: value.kind), at: "onboardingVersion", value.place)
      return nil
    }
  }

  private mutating func control(_ value: JSONValue, of variants: [VariantDefinition]) -> ByteText? {
    guard let name = name(value, at: "control") else { return nil }
    if !variants.isEmpty, !variants.contains(where: { $0.name == name }) {
      hint(.unlistedControl(name, listed: variants.map(\.name.string)), at: "control", value.place)
    }
    return name
  }
}

extension DefinitionReader {
  mutating func fault(_ cause: DefinitionFault.Cause, at path: String, _ place: TextPlace) {
    faults.append(DefinitionFault(cause, keyPath: path, place: place))
  }

  mutating func hint(_ kind: DefinitionHint.Kind, at path: String, _ place: TextPlace) {
    hints.append(DefinitionHint(kind, keyPath: path, place: place))
  }

  mutating func missing(_ key: ByteText, of object: JSONValue, at path: String, example: String) {
    fault(.missing(example: example), at: Self.path(path, key), object.place)
  }

  /// A key's path within the path of its object.
  static func path(_ path: String, _ key: ByteText) -> String {
    let isWord = key.bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isWord, !key.isEmpty else { return path + "[" + JSONValue.quoted(key) + "]" }
    return path.isEmpty ? key.string : path + "." + key.string
  }

  /// The members of an object by their keys, or nil (and a fault) where the value is none.
  ///
  /// Where unknown keys are left alone, so is `null`: an app may write it for what it has not got.
  mutating func members(
    of value: JSONValue, at path: String, known: [String], unknown: UnknownKeys
  ) -> [ByteText: JSONValue]? {
    guard let members = lastMembers(of: value, at: path) else { return nil }
    let present = Set(members.map(\.key))
    var found: [ByteText: JSONValue] = [:]
    for member in members {
      let keyPath = Self.path(path, member.key)
      if known.contains(where: { ByteText($0) == member.key }) {
        if case .null = member.value.content, unknown == .leftAlone { continue }
        found[member.key] = member.value
      } else if unknown == .refused {
        fault(.unknownKey(member.key, known: known), at: keyPath, member.keyPlace)
      } else if let similar = Self.letterOff(member.key, known: known, present: present) {
        hint(.similarKey(member.key, known: similar), at: keyPath, member.keyPlace)
      }
    }
    return found
  }

  /// The members of an object, of a key that stands twice the last one, or nil (and a fault) where the value is none.
  mutating func lastMembers(of value: JSONValue, at path: String) -> [JSONMember]? {
    guard case .object(let members) = value.content else {
      fault(.wrongType(expected: "an object", found: value.kind), at: path, value.place)
      return nil
    }
    var lastPlace: [ByteText: Int] = [:]
    for (index, member) in members.enumerated() {
      if lastPlace.updateValue(index, forKey: member.key) != nil {
        hint(.repeatedKey, at: Self.path(path, member.key), member.keyPlace)
      }
    }
    return members.enumerated().filter { lastPlace[$0.element.key] == $0.offset }.map(\.element)
  }

  /// The known key that this one is a letter off; of keys as short as `id` only where that is not there itself.
  private static func letterOff(_ key: ByteText, known: [String], present: Set<ByteText>) -> String? {
    known.first { candidate in
      abs(key.bytes.count - candidate.utf8.count) <= 1
        && Suggestion.distance(from: key.string, to: candidate) <= 1
        && (candidate.utf8.count > 3 || !present.contains(ByteText(candidate)))
    }
  }

  /// A name: a string that is not empty, or a number, which stands for its own text.
  mutating func name(_ value: JSONValue, at path: String) -> ByteText? {
    switch value.content {
    case .string(let text) where text.isEmpty:
      fault(.empty(remedy: "write a string that is not empty"), at: path, value.place)
      return nil
    case .string(let text), .number(let text): return text
    default:
      fault(.wrongType(expected: "a string", found: value.kind), at: path, value.place)
      return nil
    }
  }

  mutating func truth(_ value: JSONValue, at path: String) -> Bool? {
    if case .truth(let truth) = value.content { return truth }
    fault(.wrongType(expected: "true or false", found: value.kind), at: path, value.place)
    return nil
  }

  /// The elements of a list that must hold something, with their paths, or nil (and a fault).
  mutating func list(_ value: JSONValue, at path: String, remedy: String) -> [(value: JSONValue, path: String)]? {
    guard case .array(let elements) = value.content else {
      fault(.wrongType(expected: "a list", found: value.kind), at: path, value.place)
      return nil
    }
    guard !elements.isEmpty else {
      fault(.empty(remedy: remedy), at: path, value.place)
      return nil
    }
    return elements.enumerated().map { ($0.element, "\(path)[\($0.offset)]") }
  }

  /// The elements of a list that must hold something, or the one value that stands without a list.
  mutating func oneOrList(_ value: JSONValue, at path: String, remedy: String) -> [(value: JSONValue, path: String)] {
    guard case .array = value.content else { return [(value, path)] }
    return list(value, at: path, remedy: remedy) ?? []
  }
}
