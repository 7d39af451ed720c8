import Foundation
public import FunnelModel

extension PlainEvent {
  /// The event as a line of a log, in one of the many spellings that the specification gives it (section 2).
  ///
  /// The line has no line end. Values at `platform`, `version` and `properties.k` are written; other fields are not.
  public func line(random: inout SeededGenerator) -> String {
    var members: [(String, String)] = []
    var properties: [(String, String)] = []
    func word(_ text: ByteText) -> String {
      if Double(text.string) != nil, Bool.random(using: &random) { return text.string }
      let escapes = Int.random(in: 0..<8, using: &random) == 0
      let characters = text.string.unicodeScalars.map { scalar in
        escapes ? "\\u00" + String(scalar.value, radix: 16) : String(scalar)
      }
      return "\"" + characters.joined() + "\""
    }
    func pick(_ words: String...) -> String { words.randomElement(using: &random)! }
    func nest(_ name: String, _ value: String) {
      if Int.random(in: 0..<4, using: &random) == 0 {
        properties.append((name, value))
      } else {
        members.append((name, value))
      }
    }
    members.append((pick("event", "name"), word(name)))
    members.append((pick("user_id", "anonymous_id", "device_id"), word(user)))
    members.append((pick("timestamp", "ts", "time"), spelledTime(random: &random)))
    if let step { nest("step_id", word(step)) }
    if let variant { nest("variant", word(variant)) }
    if let session { members.append(("session_id", word(session))) }
    if let id { members.append((pick("event_id", "insert_id"), word(id))) }
    if isSkipped { nest("skipped", pick("true", "\"true\"", "1", "\"1\"")) }
    if let duration {
      let seconds = "\(duration / 1_000_000)." + String(duration % 1_000_000 + 1_000_000).dropFirst()
      nest("duration_seconds", pick(seconds, "\"\(seconds)\""))
    }
    for (field, value) in values.sorted(by: { $0.key.name < $1.key.name }) {
      let text =
        switch value {
        case .text(let text): word(text)
        case .truth(let truth): "\(truth)"
        }
      switch field.name {
      case "platform": members.append(("platform", text))
      case "version": members.append(("onboarding_version", text))
      case "properties.k": properties.append(("k", text))
      default: break
      }
    }
    func object(_ members: [(String, String)]) -> String {
      "{" + members.shuffled(using: &random).map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }
    if !properties.isEmpty { members.append(("properties", object(properties))) }
    return object(members)
  }

  private func spelledTime(random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "\(time)"
    case 1: return "\"\(time)000\""
    case 2: return "\(time / 1_000_000)." + String(time % 1_000_000 + 1_000_000).dropFirst()
    case 3: return "\"\(PlainEvent.calendar(time, separator: " "))Z\""
    case 4: return "\"\(PlainEvent.calendar(time + 19_800_000_000, separator: "T"))+05:30\""
    default: return "\"\(PlainEvent.calendar(time - 3_600_000_000, separator: "t"))-01\""
    }
  }

  /// Date and time with six digits of a fraction, without a zone.
  private static func calendar(_ time: Int64, separator: String) -> String {
    var parts = unsafe tm()
    var seconds = time_t(time / 1_000_000)
    unsafe gmtime_r(&seconds, &parts)
    let date = unsafe String(format: "%04d-%02d-%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday)
    let clock = unsafe String(format: "%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
    return date + separator + clock + "." + String(time % 1_000_000 + 1_000_000).dropFirst()
  }

  /// A moment as an option names it.
  public static func option(_ moment: Moment) -> String { calendar(moment.microseconds, separator: "T") + "Z" }
}
