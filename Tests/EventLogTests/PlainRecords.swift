import FunnelModel

/// The slow, obvious reading of records that end by their braces, or with their line: each is looked for in the whole log at
/// hand, forwards and back, and what it holds is found by recursion.
struct PlainRecords {
  private let bytes: [UInt8]
  private let areLines: Bool
  private var reader: PlainReader
  private(set) var events: [FoundEvent] = []
  private(set) var rejected: [RejectReason: Int] = [:]
  /// Lines, columns and reasons of all rejects.
  private(set) var places: [String] = []
  private(set) var count = 0
  private(set) var blank = 0

  init(_ bytes: [UInt8], areLines: Bool, plan: ReadingPlan) {
    self.bytes = bytes
    self.areLines = areLines
    reader = PlainReader(plan: plan)
    for record in areLines ? PlainRecords.lines(bytes) : PlainRecords.ranges(bytes) { take(record) }
  }

  /// The lines of a log.
  private static func lines(_ bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = bytes.starts(with: mark) ? mark.count : 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      lines.append(start..<end)
      start = end + 1
    }
    return lines
  }

  // MARK: Where records lie

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }
  private static func isBreak(_ byte: UInt8) -> Bool { [0x0A, 0x1E].contains(byte) }

  /// The records of a log.
  static func ranges(_ bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var place = 0
    var isInArray = false
    var mayBeElement = false
    while place < bytes.count {
      let byte = bytes[place]
      if isBlank(byte) || isBreak(byte) {
        place += 1
      } else if bytes[place...].starts(with: mark) {
        place += 3
      } else if byte == ascii(",") {
        mayBeElement = isInArray
        place += 1
      } else if byte == ascii("["), !isInArray || !mayBeElement {
        isInArray = true
        mayBeElement = true
        place += 1
      } else if byte == ascii("]"), isInArray {
        isInArray = false
        place += 1
      } else {
        let isValue = "{[".utf8.contains(byte) || byte == ascii("\"") && isInArray
        let (end, next) = isValue ? value(place, bytes) : other(place, bytes, isInArray: isInArray)
        ranges.append(place..<end)
        place = next
        mayBeElement = false
      }
    }
    return ranges
  }

  /// Where what is no value ends.
  private static func other(_ start: Int, _ bytes: [UInt8], isInArray: Bool) -> (end: Int, next: Int) {
    for place in start..<bytes.count {
      if isBreak(bytes[place]) || isInArray && ",]".utf8.contains(bytes[place]) { return (place, place) }
      if bytes[place] == ascii("\""), let brace = brace(before: place, from: start, bytes) { return (brace, brace) }
    }
    return (bytes.count, bytes.count)
  }

  /// Where a container or a string ends, and where to go on.
  private static func value(_ start: Int, _ bytes: [UInt8]) -> (end: Int, next: Int) {
    var open: [UInt8] = []
    var previous: UInt8 = 0
    var lineEnd: Int?
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x1E { return (lineEnd ?? place, place) }
      if byte == 0x0A { lineEnd = place }
      if isBlank(byte) || byte == 0x0A {
        place += 1
        continue
      }
      if let lineEnd, !mayFollow(previous, byte, open) { return (lineEnd, place) }
      lineEnd = nil
      switch byte {
      case ascii("\""):
        let close = closingQuote(place, bytes)
        guard close < bytes.count, bytes[close] == ascii("\"") else { return (close, close) }
        if let brace = brace(before: close, from: place + 1, bytes), close + 1 < bytes.count {
          let next = bytes[close + 1]
          if !isBlank(next), !isBreak(next), !",:]}".utf8.contains(next) { return (brace, brace) }
        }
        if open.isEmpty { return (close + 1, close + 1) }
        place = close
      case ascii("{"):
        if !open.isEmpty, !mayFollow(previous, byte, open) { return (place, place) }
        open.append(byte)
      case ascii("["): open.append(byte)
      case ascii("}"), ascii("]"):
        if open.count == 1 {
          let isOwn = byte == open[0] + 2
          return isOwn ? (place + 1, place + 1) : (place, place)
        }
        open.removeLast()
      default: break
      }
      previous = byte
      place += 1
    }
    return (bytes.count, bytes.count)
  }

  /// Where the string ends whose quote stands at a place: at its other quote, at a line end, or at the log's end.
  private static func closingQuote(_ quote: Int, _ bytes: [UInt8]) -> Int {
    var place = quote + 1
    var isEscaped = false
    while place < bytes.count, !isBreak(bytes[place]) {
      if bytes[place] == ascii("\""), !isEscaped { return place }
      isEscaped = !isEscaped && bytes[place] == ascii("\\")
      place += 1
    }
    return place
  }

  /// Where an opening brace stands before a place, only blanks between.
  private static func brace(before place: Int, from start: Int, _ bytes: [UInt8]) -> Int? {
    guard let last = bytes[start..<place].lastIndex(where: { !isBlank($0) }), bytes[last] == ascii("{") else {
      return nil
    }
    return last
  }

  private static func mayFollow(_ previous: UInt8, _ byte: UInt8, _ open: [UInt8]) -> Bool {
    let beginsValue = "\"{[-0123456789tfn".utf8.contains(byte)
    switch Character(UnicodeScalar(previous)) {
    case "{": return "\"}".utf8.contains(byte)
    case "[": return beginsValue || byte == ascii("]")
    case ",": return open.last == ascii("[") ? beginsValue : byte == ascii("\"")
    case ":": return beginsValue
    default: return ",:]}".utf8.contains(byte)
    }
  }

  private static func ascii(_ character: Character) -> UInt8 { character.asciiValue ?? 0 }

  // MARK: What records hold

  private mutating func take(_ record: Range<Int>) {
    // A line end within a record is a blank.
    var text = bytes[record].map { $0 == 0x0A ? 0x0D : $0 }
    // One before a line end is a part of it; the log's last byte is before none.
    if text.last == 0x0D, record.upperBound < bytes.count || !areLines { text.removeLast() }
    let start = record.lowerBound
    if text.allSatisfy(PlainRecords.isBlank) {
      count += 1
      blank += 1
      return
    }
    do throws(PlainReader.Rejected) {
      if try !takeEvents(of: reader.root(text), text, { start + $0 }) { reject(.missingEvent, start) }
    } catch {
      reject(error.reason, start + error.place)
    }
  }

  private mutating func reject(_ reason: RejectReason, _ place: Int) {
    count += 1
    rejected[reason, default: 0] += 1
    let first = bytes.starts(with: PlainRecords.mark) ? PlainRecords.mark.count : 0
    let lineStart = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? first
    let line = bytes[..<place].count { $0 == 0x0A } + 1
    places.append("\(line):\(place - lineStart + 1) \(reason.rawValue)")
  }

  /// Takes the events that a value is or holds, whether any; `place` tells where in the log a byte of its text stands.
  private mutating func takeEvents(
    of root: PlainJSON, _ text: [UInt8], _ place: (Int) -> Int
  ) throws(PlainReader.Rejected) -> Bool {
    do throws(PlainReader.Rejected) {
      events.append(try reader.event(of: root))
      count += 1
      return true
    } catch {
      guard error.reason == .missingEvent, case .object(let members, _) = root else { throw error }
      for key in ["batch", "Records", "logEvents", "log", "message"] {
        guard let value = members.last(where: { $0.key == Array(key.utf8) })?.value else { continue }
        if try takeEvents(within: value, text, place) { return true }
      }
      return false
    }
  }

  private mutating func takeEvents(
    within value: PlainJSON, _ text: [UInt8], _ place: (Int) -> Int
  ) throws(PlainReader.Rejected) -> Bool {
    switch value {
    case .object: return try takeEvents(of: value, text, place)
    case .array(let elements, _):
      guard elements.contains(where: { if case .object = $0 { true } else { false } }) else { return false }
      for element in elements {
        do throws(PlainReader.Rejected) {
          if try !takeEvents(of: element, text, place) { reject(.missingEvent, place(element.place)) }
        } catch {
          reject(error.reason, place(error.place))
        }
      }
      return true
    case .string(let inner, let quote):
      guard inner.first(where: { !PlainRecords.isBlank($0) }) == PlainRecords.ascii("{") else { return false }
      /// Where in the string each byte stands that it holds.
      var origins: [Int] = []
      var at = quote + 1
      for _ in 0...inner.count {
        origins.append(at)
        at += text[at] == PlainRecords.ascii("\\") ? 2 : 1
      }
      var line = inner.map { $0 == 0x0A ? 0x0D : $0 }
      // It is read like a line, so this is a part of its end.
      if line.last == 0x0D { line.removeLast() }
      do throws(PlainReader.Rejected) {
        return try takeEvents(of: reader.root(line), line) { place(origins[$0]) }
      } catch {
        throw PlainReader.Rejected(reason: error.reason, place: origins[error.place])
      }
    default: return false
    }
  }
}
