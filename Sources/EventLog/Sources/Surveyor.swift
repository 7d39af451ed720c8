import FunnelModel

/// Takes down what events hold, one after the other.
final class Surveyor {
  /// How many values of a field are shown, and how much of each.
  private static let examples = 3
  private static let exampleBytes = 40
  /// How many names and fields are kept, others only by their hashes: a log that makes up names must not fill the memory.
  private static let names = 2_000
  private static let fields = 300
  private static let deepest = 8

  private struct Entry {
    var event: SurveyedEvent
    /// By their ids' numbers.
    var users: Set<UInt64> = []
    var places: [String: Int] = [:]
    /// Paths that are not kept.
    var otherPaths: Set<Int> = []

    mutating func count(_ user: UInt64, at time: Moment) {
      event.count += 1
      users.insert(user)
      event.firstTime = min(event.firstTime, time)
      event.lastTime = max(event.lastTime, time)
    }
  }

  private var entries: [Entry] = []
  private var places: [SourceFormat: [ByteText: Int]] = [:]
  /// The events of names that are not kept, by their source.
  private var others: [SourceFormat: Entry] = [:]
  private var otherNames: Set<UInt64> = []
  private let number: @Sendable (ByteText) -> UInt64

  /// A surveyor that tells users apart by the numbers that a function gives their ids.
  init(number: @escaping @Sendable (ByteText) -> UInt64) {
    self.number = number
  }

  /// The survey so far; `users` gives, for the number of an id, that of the user it belongs to.
  func survey(users: (UInt64) -> UInt64) -> LogSurvey {
    func told(_ entry: Entry) -> SurveyedEvent {
      var event = entry.event
      event.users = Set(entry.users.map(users)).count
      event.otherFields = entry.otherPaths.count
      return event
    }
    var events = entries.map(told)
    events.sort { left, right in
      left.count != right.count ? left.count > right.count : left.name < right.name
    }
    return LogSurvey(
      events: events, others: SourceFormat.allCases.compactMap { others[$0].map(told) }, otherNames: otherNames.count)
  }

  /// Takes down an event and the record that it was found in.
  func take(
    _ object: [UInt8], source: SourceFormat, name: ByteText, user: ByteText, time: Moment
  ) {
    guard let place = place(source, name) else {
      otherNames.insert(number(name))
      others[source, default: Entry(event: SurveyedEvent(source: source, name: "(other)"))].count(
        number(user), at: time)
      return
    }
    entries[place].count(number(user), at: time)
    guard let value = try? JSONValue(reading: object) else { return }
    take(value, at: "", of: place, depth: 0)
  }

  private func place(_ source: SourceFormat, _ name: ByteText) -> Int? {
    if let place = places[source]?[name] { return place }
    guard entries.count < Surveyor.names else { return nil }
    entries.append(Entry(event: SurveyedEvent(source: source, name: name)))
    places[source, default: [:]][name] = entries.count - 1
    return entries.count - 1
  }

  private func take(_ value: JSONValue, at path: String, of place: Int, depth: Int) {
    switch value.content {
    case .object(let members) where depth < Surveyor.deepest:
      for member in members {
        let key = member.key.string
        take(member.value, at: path.isEmpty ? key : path + "." + key, of: place, depth: depth + 1)
      }
    case .array(let elements) where depth < Surveyor.deepest:
      takeKeyed(elements, at: path, of: place, depth: depth)
    case .null: break
    case .truth(let truth): note("boolean", ByteText(truth ? "true" : "false"), at: path, of: place)
    case .number(let text): note("number", text, at: path, of: place)
    case .string(let text): note("string", text, at: path, of: place)
    case .object, .array: note("deep", "", at: path, of: place)
    }
  }

  /// An array of keys and values by its keys, any other as a whole.
  private func takeKeyed(_ elements: [JSONValue], at path: String, of place: Int, depth: Int) {
    let isKeyed = elements.allSatisfy { element in
      if case .string = element["key"]?.content { element["value"] != nil } else { false }
    }
    guard isKeyed, !elements.isEmpty else {
      let first = elements.first.map { " of " + $0.kind.split(separator: " ").last.map(String.init)! } ?? ""
      return note("list" + first, "", at: path, of: place)
    }
    for element in elements {
      guard case .string(let key) = element["key"]?.content, let value = element["value"] else { continue }
      let path = "\(path)[key=\(key.string)].value"
      if case .object(let members) = value.content {
        let typed = members.filter { $0.value.content != .null && $0.key != "set_timestamp_micros" }
        if typed.count == 1 { take(typed[0].value, at: path, of: place, depth: depth + 1) }
      } else {
        take(value, at: path, of: place, depth: depth + 1)
      }
    }
  }

  private func note(_ type: String, _ text: ByteText, at path: String, of place: Int) {
    var field: Int
    if let known = entries[place].places[path] {
      field = known
    } else {
      guard entries[place].event.fields.count < Surveyor.fields else {
        entries[place].otherPaths.insert(path.hashValue)
        return
      }
      field = entries[place].event.fields.count
      entries[place].event.fields.append(SurveyedField(path: path))
      entries[place].places[path] = field
    }
    entries[place].event.fields[field].count += 1
    if !entries[place].event.fields[field].types.contains(type) {
      entries[place].event.fields[field].types.append(type)
    }
    guard entries[place].event.fields[field].examples.count < Surveyor.examples, !text.isEmpty else { return }
    let example = Surveyor.cut(text)
    if !entries[place].event.fields[field].examples.contains(example) {
      entries[place].event.fields[field].examples.append(example)
    }
  }

  /// A text's beginning, cut before a scalar.
  private static func cut(_ text: ByteText) -> ByteText {
    guard text.bytes.count > exampleBytes else { return text }
    var end = exampleBytes
    while end > 0, text.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return ByteText(bytes: Array(text.bytes[..<end]) + Array("...".utf8))
  }
}
