import Testing

@testable import FunnelReport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct FixedDecimalsTests {
  @Test(
    arguments: [
      (0, 3, "0.000"),
      (1, 6, "1.000000"),
      (0.5, 6, "0.500000"),
      (2.0 / 3, 6, "0.666667"),
      (0.0005, 3, "0.001"),  // the nearest binary number lies above
      (1.0005, 3, "1.000"),  // and here below
      (0.0625, 3, "0.062"),  // a true tie goes to the even digit
      (0.1875, 3, "0.188"),
      (0.5, 1, "0.5"),
      (0.9996, 3, "1.000"),
      (9.9999999, 6, "10.000000"),
      (1e-9, 6, "0.000000"),
      (-1e-9, 6, "-0.000000"),
      (-2.5, 3, "-2.500"),
      (Double.leastNonzeroMagnitude, 18, "0.000000000000000000"),
      (999_999_999.9999, 3, "1000000000.000"),
      (9_007_199_254_740_992, 3, "9007199254740992.000"),
    ] as [(Double, Int, String)])
  func `prints as C does`(number: Double, decimals: Int, expected: String) {
    #expect(FixedDecimals.text(number, decimals: decimals) == expected)
    #expect(Self.printedByC(number, decimals: decimals) == expected)
  }

  @Test func `agrees with C on random numbers of every size`() {
    let seed: UInt64 = 20_260_301
    var random = Splitmix(state: seed)
    for _ in 0..<20_000 {
      let decimals = Int.random(in: 1...9, using: &random)
      let exponent = Int.random(in: -40...40, using: &random)
      let number = Double.random(in: -1...1, using: &random) * Double(sign: .plus, exponent: exponent, significand: 1)
      let ours = FixedDecimals.text(number, decimals: decimals)
      #expect(ours == Self.printedByC(number, decimals: decimals), "seed \(seed), number \(number)")
    }
  }

  @Test func `agrees with C on every half of a last digit`() {
    for thousandths in 0..<4000 {
      let number = (Double(thousandths) + 0.5) / 1000
      #expect(FixedDecimals.text(number, decimals: 3) == Self.printedByC(number, decimals: 3))
    }
  }

  private static func printedByC(_ number: Double, decimals: Int) -> String {
    var buffer = [CChar](repeating: 0, count: 400)
    let count = unsafe withVaList([CInt(decimals), number]) { list in
      unsafe vsnprintf(&buffer, buffer.count, "%.*f", list)
    }
    return String(decoding: buffer.prefix(Int(count)).map(UInt8.init), as: UTF8.self)
  }
}

/// A small generator whose sequence depends on its seed alone.
///
/// Source: S. Vigna's splitmix64.
private struct Splitmix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
