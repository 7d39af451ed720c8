import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct PlainNumberTests {
  @Test(
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (12_003, "12,003"), (1_000_007, "1,000,007"), (-1234, "-1,234"),
    ] as [(Int, String)])
  func `parts thousands`(count: Int, expected: String) {
    #expect(PlainNumber.count(count) == expected)
  }

  @Test(
    arguments: [
      (0, "0 %"), (1, "100 %"), (0.0001, "< 0.1 %"), (0.99996, "> 99.9 %"), (0.598, "59.8 %"), (0.0005, "0.1 %"),
      (0.9994, "99.9 %"),
    ] as [(Double, String)])
  func `says none and all only of none and all`(share: Double, expected: String) {
    #expect(PlainNumber.percent(share) == expected)
  }

  @Test(
    arguments: [
      (0, "0 s"), (0.000001, "1 ms"), (0.04, "40 ms"), (0.0994, "99 ms"), (0.0996, "0.1 s"), (3.5, "3.5 s"),
      (59.94, "59.9 s"), (59.96, "1 min 00 s"), (125, "2 min 05 s"), (3599.4, "59 min 59 s"), (3599.6, "1 h 00 min"),
      (3900, "1 h 05 min"), (86_399, "1 d 00 h"), (183_600, "2 d 03 h"),
    ] as [(Double, String)])
  func `names lengths of time in their two largest units`(seconds: Double, expected: String) {
    #expect(PlainNumber.duration(seconds) == expected)
  }

  @Test(
    arguments: [
      (0, "0 s"), (30 * 60, "30 min"), (7 * 86_400, "7 d"), (5400, "1 h 30 min"), (90_061, "1 d 1 h 1 min 1 s"),
    ] as [(Int64, String)])
  func `names spans that were asked for in full`(seconds: Int64, expected: String) {
    #expect(PlainNumber.span(.seconds(seconds)) == expected)
  }

  @Test(
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
      (4_200_000, "4.2 MB"), (1 << 40, "1.1 TB"),
    ] as [(Int, String)])
  func `names sizes`(bytes: Int, expected: String) {
    #expect(PlainNumber.bytes(bytes) == expected)
  }
}
