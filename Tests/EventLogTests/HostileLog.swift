import TestSupport

/// Seeded logs of right, odd and broken lines.
struct HostileLog {
  private var random: SeededGenerator

  /// The logs of a seed.
  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// A log of so many lines.
  mutating func bytes(lines: Int) -> [UInt8] {
    var log: [UInt8] = one(in: 4) ? [0xEF, 0xBB, 0xBF] : []
    for _ in 0..<lines {
      log += line()
      log += one(in: 5) ? [0x0D, 0x0A] : [0x0A]
    }
    if one(in: 2), !log.isEmpty { log.removeLast() }
    return log
  }

  private mutating func line() -> [UInt8] {
    if one(in: 12) { return Array(["", " ", "\t", " \r ", "\r"].randomElement(using: &random)!.utf8) }
    var line = Array(object(depth: 0).utf8)
    if one(in: 3) {
      for _ in 0..<Int.random(in: 1...3, using: &random) { break_(&line) }
    }
    return line
  }

  private mutating func break_(_ line: inout [UInt8]) {
    guard !line.isEmpty else { return }
    let place = Int.random(in: line.indices, using: &random)
    let bytes: [UInt8] =
      Array("\"\\{}[]:, \t\r0123456789.-+eEtrufalsn".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xE2, 0xF0, 0xFF]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: line.remove(at: place)
    case 1: line.insert(bytes.randomElement(using: &random)!, at: place)
    case 2: line[place] = bytes.randomElement(using: &random)!
    case 3: line.removeSubrange(place...)
    default: line.insert(contentsOf: line[place..<min(place + 9, line.count)], at: place)
    }
  }

  private mutating func object(depth: Int) -> String {
    let keys = [
      "event", "name", "user_id", "anonymous_id", "ts", "timestamp", "time", "step_id", "duration_seconds", "skipped",
      "variant", "session_id", "event_id", "insert_id", "properties", "params", "onboarding_version", "x", "a.b", "é",
      "st\\u0065p_id", "items", "context",
    ]
    var members =
      depth == 0 && !one(in: 6)
      ? ["\"event\":\"e\"", "\"user_id\":\"u\(Int.random(in: 0..<9, using: &random))\"", "\"ts\":\(time())"] : []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let key = keys.randomElement(using: &random)!
      members.append("\(blank())\"\(key)\"\(blank()):\(blank())\(value(key, depth: depth))\(blank())")
    }
    return "{" + members.shuffled(using: &random).joined(separator: ",") + "}"
  }

  private mutating func value(_ key: String, depth: Int) -> String {
    if depth < 5, one(in: 4) || ["properties", "params", "context"].contains(key) { return object(depth: depth + 1) }
    if depth < 5, one(in: 8) || key == "items" {
      let count = Int.random(in: 0...3, using: &random)
      return "[" + (0..<count).map { _ in value("", depth: depth + 1) }.joined(separator: ",") + "]"
    }
    if ["ts", "time", "timestamp"].contains(key), !one(in: 4) { return time() }
    return [
      "null", "true", "false", "0", "1", "-1.5e3", "12.345", "\"\"", "\"true\"", "\"text\"",
      "\"caf\\u00e9 \\\"q\\\" \\\\\"",
      "\"\\ud83d\\ude00\"", "\"é€😀\"", "\"a string that is longer than the thirty-two bytes of a wide step, by far\"",
      "1e999", "\"1\"", "0.0000005", "123456789012345678901234567890",
    ].randomElement(using: &random)!
  }

  private mutating func time() -> String {
    [
      "1772323200", "\"2026-03-01T12:34:56.789Z\"", "\"2026-03-01T12:34:56\"", "1772323200123.5",
      "\"2026-03-01 12:34:56+02:00\"", "\"2026-02-30T00:00:00Z\"", "\"\\u0031772323200\"",
    ].randomElement(using: &random)!
  }

  private mutating func blank() -> String {
    one(in: 8) ? [" ", "\t", "  ", "\r", " \t\r "].randomElement(using: &random)! : ""
  }

  private mutating func one(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
}
