import FunnelModel

/// Reads times: RFC 3339, and numbers whose unit follows from their size.
struct TimeText {
  /// What a text says.
  enum Reading: Hashable {
    /// Microseconds since 1970 UTC.
    case time(Int64)
    /// The same, of a text without a zone.
    case timeWithoutZone(Int64)
    case fault(TimeFault)
  }

  /// The years 2000 to 2099 in seconds since 1970 UTC.
  private static let believed: Range<Int64> = 946_684_800..<4_102_444_800
  /// The same in microseconds.
  static let believedMicroseconds: Range<Int64> = 946_684_800_000_000..<4_102_444_800_000_000

  private let zone: ZoneTable
  /// The last date of the common form that was read, its ten bytes in two words, and when it begins: most events of a log
  /// share it with the one before.
  private var dateHead: UInt64 = 0
  private var dateTail: UInt64 = 0
  private var dateBegin: Int64 = 0

  /// A reader that takes times without a zone to be in this one.
  init(zone: ZoneTable) {
    self.zone = zone
  }

  /// Reads a text that is a string's.
  @inline(__always)
  mutating func string(_ text: BytePointer, _ start: Int, _ length: Int) -> Reading {
    if length == 24 || length == 20, let time = commonForm(text, start, length) { return .time(time) }
    return anyForm(text, start..<start + length)
  }

  /// Reads a text that is a number of JSON's grammar.
  @inline(never)
  func number(_ text: BytePointer, _ range: Range<Int>) -> Reading {
    guard let number = DecimalText(text, range) else { return .fault(.form) }
    if number.isNegative { return .fault(.range) }
    let power =
      switch number.point {
      case ...11: 6
      case ...14: 3
      case ...17: 0
      default: -3
      }
    guard let time = number.scaled(byPowerOfTen: power),
      time >= TimeText.believed.lowerBound * 1_000_000, time < TimeText.believed.upperBound * 1_000_000
    else { return .fault(.range) }
    return .time(time)
  }

  /// The time of `2026-03-01T12:34:56.789Z`, or the same without a fraction; nil where the text is anything else.
  @inline(__always)
  private mutating func commonForm(_ text: BytePointer, _ start: Int, _ length: Int) -> Int64? {
    let head = text.word(at: start)
    // The ninth to the sixteenth byte: the day, the T and the time up to its minutes' colon.
    let middle = text.word(at: start &+ 8)
    if head != dateHead || middle & 0xFF_FFFF != dateTail {
      guard let begin = commonDate(text, start) else { return nil }
      dateHead = head
      dateTail = middle & 0xFF_FFFF
      dateBegin = begin
    }
    let clock = text.word(at: start &+ 11) ^ 0x3030_3A30_303A_3030
    // A digit may be 0...9 and a colon must be 0: what is more reaches the highest bit of its byte.
    guard (clock | (clock &+ 0x7676_7F76_767F_7676)) & 0x8080_8080_8080_8080 == 0 else { return nil }
    let pairs = clock &* 10 &+ clock &>> 8
    let hour = pairs & 0xFF
    let minute = (pairs &>> 24) & 0xFF
    let second = (pairs &>> 48) & 0xFF
    guard hour < 24, minute < 60, second < 60 else { return nil }
    var fraction: Int64 = 0
    if length == 24 {
      let tail = text.word(at: start &+ 16) &>> 24
      // The bytes are a point, three digits and a Z.
      let digits = tail ^ 0x5A_3030_302E
      guard (digits | (digits &+ 0x7F_7676_767F)) & 0x80_8080_8080 == 0 else { return nil }
      let tens = (digits &>> 8 & 0xFF) &* 100 &+ (digits &>> 16 & 0xFF) &* 10 &+ (digits &>> 24 & 0xFF)
      fraction = Int64(truncatingIfNeeded: tens) &* 1_000
    } else if text[start &+ 19] != 0x5A {
      return nil
    }
    let seconds = Int64(truncatingIfNeeded: hour &* 3_600 &+ minute &* 60 &+ second)
    return dateBegin &+ seconds &* 1_000_000 &+ fraction
  }

  /// When the date of ten bytes and a `T` begins in UTC, in microseconds, or nil where it is none that counts.
  @inline(never)
  private func commonDate(_ text: BytePointer, _ start: Int) -> Int64? {
    var parser = TimeParser(text: text, position: start, end: start + 11)
    guard let days = parser.date(), parser.take(0x54) else { return nil }
    let second = days * 86_400
    return TimeText.believed.contains(second) ? second * 1_000_000 : nil
  }

  /// The time of any accepted text.
  @inline(never)
  private func anyForm(_ text: BytePointer, _ range: Range<Int>) -> Reading {
    var parser = TimeParser(text: text, position: range.lowerBound, end: range.upperBound)
    guard let form = parser.form() else { return number(text, range) }
    guard let local = form.local else { return .fault(.date) }
    let second = form.offset.map { local - $0 } ?? zone.second(atLocal: local)
    guard TimeText.believed.contains(second) else { return .fault(.range) }
    let time = second * 1_000_000 + form.fraction
    return form.offset == nil ? .timeWithoutZone(time) : .time(time)
  }
}
