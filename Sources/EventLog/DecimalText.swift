/// A number of JSON's grammar, kept exactly enough to cut it or round it at any place that times and durations need.
///
/// Its worth is 0.d1d2d3... times ten to the power of `point`, d1 not 0 unless the whole number is.
struct DecimalText {
  /// How many of its first digits are kept.
  static let keptDigits = 19
  /// A bound that exponents are cut at: far outside of what times and durations may be.
  private static let exponentBound = 1_000_000_000

  /// Whether it is less than 0: -0 is not.
  private(set) var isNegative = false
  /// How many digits stand before the point, as if there were no exponent; negative where zeros follow the point.
  private(set) var point = 0
  /// Its first 19 digits from d1 on, zeros where it has none.
  private(set) var digits: UInt64 = 0
  /// Whether a digit after the kept ones is not 0.
  private(set) var hasMore = false

  var isZero: Bool { digits == 0 }

  /// The number that a range of text is, or nil where it is none by JSON's grammar.
  init?(_ text: BytePointer, _ range: Range<Int>) {
    var position = range.lowerBound
    let end = range.upperBound
    func byte() -> UInt8 { position < end ? text[position] : 0 }

    let hasMinus = byte() == Ascii.minus
    if hasMinus { position += 1 }
    let first = byte()
    guard Ascii.isDigit(first) else { return nil }
    var count = 0
    var before = 0
    var after = 0
    var isFraction = false
    func take(_ digit: UInt8) {
      if isFraction { after += 1 } else { before += 1 }
      guard digit != 0 || count > 0 else { return }
      if count == 0 { point = isFraction ? 1 - after : 1 - before }
      if count < DecimalText.keptDigits {
        digits = digits * 10 + UInt64(digit)
      } else if digit != 0 {
        hasMore = true
      }
      count += 1
    }
    while Ascii.isDigit(byte()) {
      take(byte() - Ascii.zero)
      position += 1
    }
    guard before == 1 || first != Ascii.zero else { return nil }
    // So far `point` is one less the place of d1; the digits before the point move it.
    let firstIsWhole = count > 0
    if byte() == Ascii.point {
      position += 1
      isFraction = true
      while Ascii.isDigit(byte()) {
        take(byte() - Ascii.zero)
        position += 1
      }
      guard after > 0 else { return nil }
    }
    if firstIsWhole { point += before }
    if byte() | 0x20 == 0x65 {
      position += 1
      let isDown = byte() == Ascii.minus
      if isDown || byte() == Ascii.plus { position += 1 }
      guard Ascii.isDigit(byte()) else { return nil }
      var exponent = 0
      while Ascii.isDigit(byte()) {
        exponent = min(exponent * 10 + Int(byte() - Ascii.zero), DecimalText.exponentBound)
        position += 1
      }
      point += isDown ? -exponent : exponent
    }
    guard position == end else { return nil }
    for _ in min(count, DecimalText.keptDigits)..<DecimalText.keptDigits { digits *= 10 }
    isNegative = hasMinus && !isZero
  }

  /// The whole part of its size times ten to some power, or nil where that has more than 18 digits.
  func scaled(byPowerOfTen power: Int) -> Int64? {
    if isZero { return 0 }
    let wanted = point + power
    guard wanted <= 18 else { return nil }
    return wanted <= 0 ? 0 : Int64(digits / DecimalText.power(DecimalText.keptDigits - wanted))
  }

  /// As `scaled`, rounded to the nearest whole number, halves up.
  func rounded(byPowerOfTen power: Int) -> Int64? {
    if isZero { return 0 }
    let wanted = point + power
    guard let whole = scaled(byPowerOfTen: power) else { return nil }
    if wanted < 0 { return 0 }
    let next = digits / DecimalText.power(DecimalText.keptDigits - wanted - 1) % 10
    return next >= 5 ? whole + 1 : whole
  }

  /// Whether its size is more than ten to a power of at least 0.
  func exceeds(powerOfTen power: Int) -> Bool {
    if isZero || point <= power { return false }
    return point > power + 1 || digits > DecimalText.power(DecimalText.keptDigits - 1) || hasMore
  }

  private static func power(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
