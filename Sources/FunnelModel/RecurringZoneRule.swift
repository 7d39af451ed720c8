/// The rule by which a zone's clocks change every year, as the end of a zone file states it.
///
/// Source: POSIX.1-2017, section 8.3, `TZ`, with the hours from -167 to 167 that RFC 8536, section 3.3.1, adds.
struct RecurringZoneRule {
  /// When in a year clocks change, in local time.
  struct Change {
    /// Which day of a year is meant.
    enum Day {
      /// From 1 to 365; February 29 is never counted.
      case withoutLeapDay(Int)
      /// From 0 to 365; February 29 is counted.
      case withLeapDay(Int)
      /// The nth such weekday (0 is Sunday) of a month; 5 is the last.
      case weekday(Int, week: Int, month: Int)
    }

    var day: Day
    /// Seconds after midnight; may be negative or past the day.
    var time: Int64

    /// The local second of the change in a year.
    func second(in year: Int) -> Int64 {
      Int64(dayNumber(in: year)) * 86_400 + time
    }

    private func dayNumber(in year: Int) -> Int {
      func first(of month: Int) -> Int { CalendarDate(year: year, month: month, day: 1)?.dayNumber ?? 0 }
      switch day {
      case .withoutLeapDay(let day):
        return first(of: 1) + day - 1 + (CalendarDate.isLeap(year) && day >= 60 ? 1 : 0)
      case .withLeapDay(let day): return first(of: 1) + day
      case .weekday(let weekday, let week, let month):
        let first = first(of: month)
        // 1970-01-01 was a Thursday.
        let firstWeekday = ((first + 4) % 7 + 7) % 7
        let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
        return first + (day < CalendarDate.days(in: month, of: year) ? day : day - 7)
      }
    }
  }

  /// Seconds ahead of UTC in standard time.
  var standardOffset: Int64
  /// Daylight saving time; nil where there is none.
  var daylight: (offset: Int64, begins: Change, ends: Change)?

  /// The rule of a text such as `CET-1CEST,M3.5.0,M10.5.0/3`, or nil where it is none.
  init?(_ text: [UInt8]) {
    var cursor = TextCursor(text)
    guard Self.takeName(&cursor), let standard = Self.clock(&cursor) else { return nil }
    standardOffset = -standard
    if cursor.isAtEnd { return }
    guard Self.takeName(&cursor) else { return nil }
    var offset = standardOffset + 3_600
    if cursor.next != UInt8(ascii: ",") {
      guard let daylight = Self.clock(&cursor) else { return nil }
      offset = -daylight
    }
    guard let begins = Self.change(&cursor), let ends = Self.change(&cursor), cursor.isAtEnd else { return nil }
    daylight = (offset, begins, ends)
  }

  /// The stretches that begin in these years, in order of time.
  func stretches(in years: ClosedRange<Int>) -> [ZoneTable.Stretch] {
    guard let daylight else { return [] }
    var stretches: [ZoneTable.Stretch] = []
    for year in years {
      // Where one year's end is the next one's beginning, daylight saving time never ends: the beginning is put last.
      stretches.append(.init(begins: daylight.ends.second(in: year) - daylight.offset, offset: standardOffset))
      stretches.append(.init(begins: daylight.begins.second(in: year) - standardOffset, offset: daylight.offset))
    }
    return stretches.enumerated().sorted { ($0.element.begins, $0.offset) < ($1.element.begins, $1.offset) }
      .map(\.element)
  }

  private static func takeName(_ cursor: inout TextCursor) -> Bool {
    if cursor.take("<") != nil {
      let name = cursor.takeWhile { $0 != UInt8(ascii: ">") }
      return !name.isEmpty && cursor.take(">") != nil
    }
    let name = cursor.takeWhile { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
    return name.count >= 3
  }

  /// A signed `h`, `h:mm` or `h:mm:ss` in seconds.
  private static func clock(_ cursor: inout TextCursor) -> Int64? {
    let isNegative = cursor.take("+-") == UInt8(ascii: "-")
    guard let hours = cursor.number(digits: 1...3), hours <= 167 else { return nil }
    var seconds = hours * 3_600
    for unit in [60, 1] where cursor.take(":") != nil {
      guard let number = cursor.number(digits: 2), number < 60 else { return nil }
      seconds += number * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  private static func change(_ cursor: inout TextCursor) -> Change? {
    guard cursor.take(",") != nil, let day = day(&cursor) else { return nil }
    guard cursor.take("/") != nil else { return Change(day: day, time: 2 * 3_600) }
    guard let time = clock(&cursor) else { return nil }
    return Change(day: day, time: time)
  }

  private static func day(_ cursor: inout TextCursor) -> Change.Day? {
    if cursor.take("M") != nil {
      guard let month = cursor.number(digits: 1...2), (1...12).contains(month), cursor.take(".") != nil,
        let week = cursor.number(digits: 1), (1...5).contains(week), cursor.take(".") != nil,
        let weekday = cursor.number(digits: 1), weekday <= 6
      else { return nil }
      return .weekday(weekday, week: week, month: month)
    }
    if cursor.take("J") != nil {
      guard let day = cursor.number(digits: 1...3), (1...365).contains(day) else { return nil }
      return .withoutLeapDay(day)
    }
    guard let day = cursor.number(digits: 1...3), day <= 365 else { return nil }
    return .withLeapDay(day)
  }
}
