/// Reads reported durations.
enum DurationText {
  /// The longest duration that counts is ten to this power of seconds.
  private static let greatestPower = 9

  /// The microseconds of a duration in seconds, rounded to the nearest, halves up; nil where it is none.
  ///
  /// It is a number of JSON's grammar, not negative (-0 is not) and at most 1e9 as it is written, before rounding.
  static func microseconds(_ text: BytePointer, _ range: Range<Int>) -> Int64? {
    if let common = common(text, range) { return common }
    guard let number = DecimalText(text, range), !number.isNegative, !number.exceeds(powerOfTen: greatestPower) else {
      return nil
    }
    return number.rounded(byPowerOfTen: 6)
  }

  /// The same for the common form: up to eight digits, a point, and up to six digits.
  @inline(__always)
  private static func common(_ text: BytePointer, _ range: Range<Int>) -> Int64? {
    var position = range.lowerBound
    let end = range.upperBound
    var whole: Int64 = 0
    while position < end, Ascii.isDigit(text[position]) {
      if position &- range.lowerBound >= 8 { return nil }
      // Eight digits and six are far from overflow.
      whole = whole &* 10 &+ Int64(text[position] &- Ascii.zero)
      position &+= 1
    }
    let wholeDigits = position &- range.lowerBound
    guard wholeDigits == 1 || wholeDigits > 1 && text[range.lowerBound] != Ascii.zero else { return nil }
    whole = whole &* 1_000_000
    if position == end { return whole }
    guard text[position] == Ascii.point, end &- position >= 2, end &- position <= 7 else { return nil }
    position &+= 1
    var unit: Int64 = 100_000
    while position < end {
      let digit = text[position] &- Ascii.zero
      if digit > 9 { return nil }
      whole = whole &+ Int64(digit) &* unit
      unit /= 10
      position &+= 1
    }
    return whole
  }
}
