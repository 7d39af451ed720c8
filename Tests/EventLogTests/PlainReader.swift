import FunnelModel

/// The slow, obvious reading of section 2, which the fast one is compared with.
struct PlainReader {
  var plan = ReadingPlan()
  private(set) var events: [FoundEvent] = []
  private(set) var summary = ReadingSummary()

  struct Rejected: Error {
    var reason: RejectReason
    var place: Int
  }

  init(plan: ReadingPlan = ReadingPlan()) {
    self.plan = plan
  }

  /// What reading these bytes as one log finds; words of rejects are left out.
  static func found(_ bytes: [UInt8], plan: ReadingPlan = ReadingPlan()) -> Found {
    var reader = PlainReader(plan: plan)
    reader.read(bytes)
    return Found(events: reader.events, summary: reader.summary)
  }

  private mutating func read(_ bytes: [UInt8]) {
    summary.files = 1
    summary.bytes = bytes.count
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while !rest.isEmpty {
      let lineFeed = rest.firstIndex(of: 0x0A)
      let end = lineFeed ?? rest.endIndex
      var line = Array(rest[..<end])
      rest = rest[min(end + 1, rest.endIndex)...]
      if lineFeed != nil, line.last == 0x0D { line.removeLast() }
      summary.lines += 1
      if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
        summary.blank += 1
        continue
      }
      do throws(Rejected) {
        events.append(try event(line))
      } catch {
        summary.rejected[error.reason, default: 0] += 1
        if summary.firstRejects.count(where: { $0.reason == error.reason }) < plan.keptRejects {
          let line = summary.lines
          summary.firstRejects.append(
            Reject(reason: error.reason, file: "-", line: line, column: error.place + 1, detail: ""))
        }
      }
    }
  }

  private mutating func event(_ line: [UInt8]) throws(Rejected) -> FoundEvent {
    try event(of: root(line))
  }

  /// What a line holds.
  func root(_ line: [UInt8]) throws(Rejected) -> PlainJSON {
    if line.count > plan.maxLineBytes { throw Rejected(reason: .tooLong, place: plan.maxLineBytes) }
    if String(validating: line, as: UTF8.self) == nil {
      let valid = (0...line.count).last { String(validating: line[..<$0], as: UTF8.self) != nil } ?? 0
      throw Rejected(reason: .invalidUTF8, place: valid)
    }
    do throws(PlainFault) { return try PlainParser.value(line) } catch {
      throw Rejected(reason: .invalidJSON, place: error.place)
    }
  }

  /// The event that a value is.
  mutating func event(of root: PlainJSON) throws(Rejected) -> FoundEvent {
    guard case .object = root else { throw Rejected(reason: .notObject, place: root.place) }
    guard let name = word(.event, root) else { throw Rejected(reason: .missingEvent, place: root.place) }
    guard let user = word(.user, root) else { throw Rejected(reason: .missingUser, place: root.place) }
    guard let timeValue = present(.time, root) else { throw Rejected(reason: .missingTime, place: root.place) }
    let time: PlainTime?
    switch timeValue {
    case .string(let text, _): time = PlainTime.string(text, zone: plan.assumedZone)
    case .number(let text, _): time = PlainTime.number(text)
    default: time = nil
    }
    guard let time else { throw Rejected(reason: .badTime, place: timeValue.place) }
    if time.microseconds > plan.latestTime.microseconds { throw Rejected(reason: .futureTime, place: timeValue.place) }
    if !time.hasZone { summary.noZone += 1 }

    var event = FoundEvent(time: time.microseconds, user: user, event: name)
    event.step = word(.step, root) ?? ""
    event.variant = word(.variant, root) ?? ""
    event.session = word(.session, root) ?? ""
    event.id = word(.id, root) ?? ""
    if let anonymous = word(.anonymous, root) {
      event.anonymous = anonymous
      event.isAnonymous = path(.user, root) == path(.anonymous, root)
      if !event.isAnonymous { summary.bothIDs += 1 }
    }
    switch present(.duration, root) {
    case nil: break
    case .string(let text, _), .number(let text, _):
      event.duration = PlainTime.duration(text) ?? -1
      if event.duration < 0 { summary.badDuration += 1 }
    default: summary.badDuration += 1
    }
    switch present(.skipped, root) {
    case .bool(let isTrue, _): event.isSkipped = isTrue
    case .string(let text, _): event.isSkipped = text == Array("true".utf8) || text == Array("1".utf8)
    case .number(let text, _): event.isSkipped = text == Array("1".utf8)
    default: break
    }
    event.values = plan.values.map { reference in
      switch reference {
      case .variant: textValue(word(.variant, root))
      case .version: textValue(word(.version, root))
      case .path(let path):
        switch PlainReader.value(path, root) {
        case .string(let text, _), .number(let text, _): textValue(ByteText(bytes: text))
        case .bool(let isTrue, _): FoundEvent.Value(kind: isTrue ? .yes : .no, text: "")
        default: FoundEvent.Value(kind: .none, text: "")
        }
      }
    }
    return event
  }

  private func textValue(_ text: ByteText?) -> FoundEvent.Value {
    FoundEvent.Value(kind: text == nil ? .none : .text, text: text ?? "")
  }

  private func path(_ field: EventField, _ root: PlainJSON) -> FieldPath? {
    plan.places[field].first { path in
      switch PlainReader.value(path, root) {
      case .string(let text, _): !text.isEmpty
      case .number: true
      default: false
      }
    }
  }

  private func word(_ field: EventField, _ root: PlainJSON) -> ByteText? {
    for path in plan.places[field] {
      switch PlainReader.value(path, root) {
      case .string(let text, _) where !text.isEmpty: return ByteText(bytes: text)
      case .number(let text, _): return ByteText(bytes: text)
      default: continue
      }
    }
    return nil
  }

  private func present(_ field: EventField, _ root: PlainJSON) -> PlainJSON? {
    for path in plan.places[field] {
      guard let value = PlainReader.value(path, root) else { continue }
      if case .null = value { continue }
      return value
    }
    return nil
  }

  private static func value(_ path: FieldPath, _ root: PlainJSON) -> PlainJSON? {
    var value = root
    for component in path.components {
      switch value {
      case .object(let members, _):
        guard let member = members.last(where: { $0.key == component.bytes }) else { return nil }
        value = member.value
      case .array(let elements, _):
        guard let index = Int(component.string), "\(index)" == component.string, elements.indices.contains(index) else {
          return nil
        }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}

/// Times and durations, digit by digit.
struct PlainTime {
  var microseconds: Int64
  var hasZone = true

  /// RFC 3339, or a number.
  static func string(_ bytes: [UInt8], zone: ZoneTable) -> PlainTime? {
    let characters = bytes.map { Character(UnicodeScalar($0)) }
    // Digits become d, so that the form can be read off.
    let form = characters.map { $0.isASCII && $0.isNumber ? "d" : String($0) }.joined()
    guard let match = try? #/dddd-dd-dd[Tt ]dd:dd:dd(\.d{1,9})?([Zz]|[+-]dd(:?dd)?)?/#.wholeMatch(in: form) else {
      return number(bytes)
    }
    func part(_ from: Int, _ count: Int) -> Int64 { Int64(String(characters[from..<from + count])) ?? 0 }
    let (year, month, day) = (part(0, 4), part(5, 2), part(8, 2))
    let (hour, minute, second) = (part(11, 2), part(14, 2), part(17, 2))
    guard hour < 24, minute < 60, second <= 60, (1...12).contains(month), day >= 1 else { return nil }
    func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    func length(_ month: Int64) -> Int64 {
      month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
    guard day <= length(month) else { return nil }
    var days = day - 1
    for earlier in 1..<month { days += length(earlier) }
    for earlier in min(year, 1970)..<max(year, 1970) { days += (year < 1970 ? -1 : 1) * (isLeap(earlier) ? 366 : 365) }
    var seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
    let fraction = match.1.map { (String(characters[20..<19 + $0.count]) + "000000").prefix(6) } ?? "0"
    var hasZone = true
    if let suffix = match.2 {
      let start = characters.count - suffix.count
      let digits = String(characters[start...]).filter(\.isNumber)
      if suffix.uppercased() != "Z" {
        let (hours, minutes) = (Int64(digits.prefix(2)) ?? 0, Int64(digits.dropFirst(2)) ?? 0)
        guard hours < 24, minutes < 60 else { return number(bytes) }
        seconds -= (suffix.hasPrefix("-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
      }
    } else {
      hasZone = false
      seconds = zone.second(atLocal: seconds)
    }
    return believed(seconds * 1_000_000 + (Int64(fraction) ?? 0), hasZone: hasZone)
  }

  /// A number whose unit follows from its size.
  static func number(_ bytes: [UInt8]) -> PlainTime? {
    guard let number = PlainDecimal(bytes), !number.isNegative else { return nil }
    let whole = number.whole.count
    let power = whole <= 11 ? 6 : whole <= 14 ? 3 : whole <= 17 ? 0 : -3
    let shifted = number.shifted(by: power)
    guard shifted.whole.count <= 18 else { return nil }
    return believed(Int64(String(shifted.whole)) ?? 0, hasZone: true)
  }

  /// The microseconds of a duration in seconds.
  static func duration(_ bytes: [UInt8]) -> Int64? {
    guard let number = PlainDecimal(bytes), !number.isNegative else { return nil }
    let isGreatest = number.whole == Array("1000000000") && number.fraction.allSatisfy { $0 == "0" }
    guard number.whole.count <= 9 || isGreatest else { return nil }
    let shifted = number.shifted(by: 6)
    return (Int64(String(shifted.whole)) ?? 0) + ("5"..."9" ~= (shifted.fraction.first ?? "0") ? 1 : 0)
  }

  private static func believed(_ microseconds: Int64, hasZone: Bool) -> PlainTime? {
    // 2000-01-01 and 2100-01-01.
    let years = 946_684_800_000_000..<4_102_444_800_000_000 as Range<Int64>
    return years.contains(microseconds) ? PlainTime(microseconds: microseconds, hasZone: hasZone) : nil
  }
}

/// A decimal number with all its digits written out.
struct PlainDecimal {
  var isNegative = false
  /// Without leading zeros: none where it is below 1.
  var whole: [Character] = []
  var fraction: [Character] = []

  init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let match = text.wholeMatch(of: #/(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?/#) else {
      return nil
    }
    whole = match.2.drop { $0 == "0" }.map { $0 }
    fraction = match.3.map(Array.init) ?? []
    isNegative = !match.1.isEmpty && (whole + fraction).contains { $0 != "0" }
    // What is shifted out of sight by more than any number here has digits is as good as shifted by this much.
    let exponent = match.4.map { Int($0) ?? ($0.hasPrefix("-") ? -5_000 : 5_000) } ?? 0
    if !(whole + fraction).allSatisfy({ $0 == "0" }) { self = shifted(by: max(-5_000, min(5_000, exponent))) }
  }

  func shifted(by power: Int) -> PlainDecimal {
    var result = self
    for _ in 0..<max(power, 0) { result.whole.append(result.fraction.isEmpty ? "0" : result.fraction.removeFirst()) }
    for _ in 0..<max(-power, 0) { result.fraction.insert(result.whole.popLast() ?? "0", at: 0) }
    result.whole = Array(result.whole.drop { $0 == "0" })
    return result
  }
}
