import FunnelEngine
import FunnelModel

extension DayHistory {
  /// The history that a file holds.
  ///
  /// - Throws: the first fault. Nothing of a damaged file is used: a night that is missing would look like a change.
  public init(parsing bytes: [UInt8]) throws(HistoryFault) {
    self.init()
    var lines = HistoryLines(bytes)
    guard let title = lines.next(), title.bytes.starts(with: Self.title.utf8.dropLast()) else {
      throw HistoryFault(line: 1, cause: .foreign)
    }
    guard title.bytes.last != 0x0D else {
      throw HistoryFault(line: 1, cause: .damaged("its lines end in CR LF, and funnel's in LF alone"))
    }
    guard title.bytes == Array(Self.title.utf8) else { throw HistoryFault(line: 1, cause: .unknownVersion) }
    guard let head = lines.next() else { throw HistoryFault(line: 2, cause: .cutShort) }
    guard head.bytes == Array(Self.columns.joined(separator: ",").utf8) else {
      throw HistoryFault(line: 2, cause: .damaged("the names of the columns are not those of version 1"))
    }
    var rows = 0
    var current: Key?
    while let line = lines.next() {
      if line.bytes.first == UInt8(ascii: "#"), line.bytes.starts(with: "# end".utf8) {
        guard line.bytes == Array(Self.ending(rows: rows).utf8), line.isEnded else {
          throw HistoryFault(line: line.number, cause: .damaged("\(rows) rows stand before it"))
        }
        if let more = lines.next() { throw HistoryFault(line: more.number, cause: .damaged("it stands after the end")) }
        return
      }
      try read(HistoryRow(line), &current)
      rows += 1
    }
    throw HistoryFault(line: lines.lineCount + 1, cause: .cutShort)
  }

  private mutating func read(_ row: HistoryRow, _ current: inout Key?) throws(HistoryFault) {
    let key = Key(flow: row.fields[0], row: row.fields[1], day: try row.day(2))
    if row.fields[3].isEmpty {
      if figures[key] != nil { throw row.fault("the day stands there twice") }
      let day = Figures(
        distance: try row.number(4, least: .min), attempts: Int(try row.number(5, least: 1)),
        converted: Int(try row.number(6)))
      guard day.converted <= day.attempts else { throw row.fault("more converted than there were attempts") }
      try row.expectEmpty(7...12)
      figures[key] = day
      current = key
      return
    }
    guard current == key else { throw row.fault("a step stands apart from its day") }
    try row.expectEmpty(4...6)
    var step = StepFigures(
      entered: Int(try row.number(7, least: 1)), skipped: Int(try row.number(8)), lost: Int(try row.number(9)),
      timed: Int(try row.number(10)))
    guard max(step.skipped, step.lost, step.timed) <= step.entered else {
      throw row.fault("a count is larger than 'entered'")
    }
    if step.timed > 0 {
      let middle = MiddlePair(low: try row.number(11), high: try row.number(12))
      guard middle.low <= middle.high else { throw row.fault("the two middle durations are in the wrong order") }
      step.middle = middle
    } else {
      try row.expectEmpty(11...12)
    }
    guard figures[key]?.steps.updateValue(step, forKey: row.fields[3]) == nil else {
      throw row.fault("the step stands there twice")
    }
  }
}

/// A line of a history, or several where a quoted field holds line ends.
struct HistoryLine {
  var bytes: [UInt8]
  /// The number of its first line, from 1.
  var number: Int
  /// Whether a line end stands after it.
  var isEnded: Bool
}

/// Cuts a history into lines, leaving line ends within quotes alone.
struct HistoryLines {
  private let bytes: [UInt8]
  private var place = 0
  /// How many line ends were met.
  private(set) var lineCount = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next line, nil at the end.
  mutating func next() -> HistoryLine? {
    guard place < bytes.count else { return nil }
    let begin = place
    let number = lineCount + 1
    var isQuoted = false
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard byte == 0x0A else { continue }
      lineCount += 1
      if !isQuoted { return HistoryLine(bytes: Array(bytes[begin..<place - 1]), number: number, isEnded: true) }
    }
    return HistoryLine(bytes: Array(bytes[begin...]), number: number, isEnded: false)
  }
}

/// A row of a history, cut into its fields.
struct HistoryRow {
  private let line: HistoryLine
  private(set) var fields: [ByteText] = []

  /// The fields of a line, as many as there are columns.
  init(_ line: HistoryLine) throws(HistoryFault) {
    self.line = line
    guard line.isEnded else { throw HistoryFault(line: line.number, cause: .cutShort) }
    var rest = line.bytes[...]
    repeat { fields.append(try Self.takeField(&rest, line)) } while Self.takeComma(&rest)
    guard rest.isEmpty, fields.count == DayHistory.columns.count else {
      throw fault("expected \(DayHistory.columns.count) fields")
    }
  }

  private static func takeComma(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: ",") else { return false }
    rest.removeFirst()
    return true
  }

  private static func takeField(_ rest: inout ArraySlice<UInt8>, _ line: HistoryLine) throws(HistoryFault) -> ByteText {
    let quote = UInt8(ascii: "\"")
    var text: [UInt8] = []
    if rest.first == quote {
      rest.removeFirst()
      while true {
        guard let byte = rest.popFirst() else {
          throw HistoryFault(line: line.number, cause: .damaged("a quote is not closed"))
        }
        if byte == quote {
          if rest.first != quote { break }
          rest.removeFirst()
        }
        text.append(byte)
      }
    } else {
      text = Array(rest.prefix { $0 != UInt8(ascii: ",") })
      rest = rest.dropFirst(text.count)
    }
    guard String(validating: text, as: UTF8.self) != nil else {
      throw HistoryFault(line: line.number, cause: .damaged("it is not UTF-8"))
    }
    return ByteText(bytes: text)
  }

  /// A fault of this row.
  func fault(_ what: String) -> HistoryFault { HistoryFault(line: line.number, cause: .damaged(what)) }

  /// The whole number in a column.
  func number(_ column: Int, least: Int64 = 0) throws(HistoryFault) -> Int64 {
    guard let number = Int64(fields[column].string), number >= least, String(number) == fields[column].string else {
      throw fault("'\(DayHistory.columns[column])' is no number that can stand there")
    }
    return number
  }

  /// The day in a column, as days since 1970-01-01.
  func day(_ column: Int) throws(HistoryFault) -> Int {
    let parts = fields[column].string.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, let date = CalendarDate(year: parts[0], month: parts[1], day: parts[2]),
      date.description == fields[column].string
    else { throw fault("'\(DayHistory.columns[column])' is no date") }
    return date.dayNumber
  }

  /// Sees that nothing stands in some columns.
  func expectEmpty(_ columns: ClosedRange<Int>) throws(HistoryFault) {
    guard let column = columns.first(where: { !fields[$0].isEmpty }) else { return }
    throw fault("'\(DayHistory.columns[column])' is to be empty there")
  }
}
