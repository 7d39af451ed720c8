import FunnelModel

/// A number of JSON's grammar as its decimal digits: `0.d1d2d3... x 10^magnitude`, without leading zeros.
struct PlainNumber {
  var isNegative: Bool
  /// Without leading zeros; empty for zero.
  var digits: [Int]
  /// How many digits stand before the decimal point; may be negative.
  var magnitude: Int

  /// The number that a text is, or nil where it is none in JSON's grammar or its exponent is beyond all use.
  init?(_ text: ByteText) {
    guard case .number(text)? = PlainJSONReader.read(text.bytes) else { return nil }
    let string = text.string.lowercased()
    isNegative = string.hasPrefix("-")
    let halves = string.drop { $0 == "-" }.split(separator: "e")
    let parts = halves[0].split(separator: ".")
    let exponent = halves.count == 2 ? Int(halves[1].hasPrefix("+") ? halves[1].dropFirst() : halves[1]) : 0
    guard let exponent, abs(exponent) < 1_000_000 else { return nil }
    let all = parts.joined().map { $0.wholeNumberValue! }
    let zeros = all.prefix { $0 == 0 }.count
    digits = Array(all.dropFirst(zeros))
    magnitude = digits.isEmpty ? 0 : parts[0].count - zeros + exponent
  }

  /// The whole part of the number times ten to the `shift`, its sign left out; nil where it has more than 18 digits.
  func whole(shift: Int) -> Int64? {
    let count = digits.isEmpty ? 0 : max(0, magnitude + shift)
    guard count <= 18 else { return nil }
    var result: Int64 = 0
    for place in 0..<count { result = result * 10 + Int64(place < digits.count ? digits[place] : 0) }
    return result
  }

  /// The first digit that `whole(shift:)` cuts off.
  func firstCut(shift: Int) -> Int {
    let place = magnitude + shift
    return digits.indices.contains(place) ? digits[place] : 0
  }
}
