import FunnelModel
import Testing

@testable import FunnelCommand

@Suite struct RequestParserTests {
  @Test func optionsStandBeforeAndAfterLogs() throws {
    let request = try RequestParser.parse(["analyze", "a", "--order", "any", "b", "--quiet", "-"])
    #expect(request.operands == ["a", "b", "-"])
    #expect(request.order == .any)
    #expect(request.isQuiet)
  }

  @Test func aValueFollowsABlankOrAnEqualsSign() throws {
    for words in [["--session-gap", "5m"], ["--session-gap=5m"]] {
      #expect(try RequestParser.parse(["analyze"] + words).sessionGap == .seconds(300))
    }
    #expect(try RequestParser.parse(["analyze", "--definition=--odd=name"]).definition == "--odd=name")
  }

  @Test func afterTwoDashesEverythingIsALog() throws {
    let request = try RequestParser.parse(["analyze", "--", "--quiet", "--", "-"])
    #expect(request.operands == ["--quiet", "--", "-"])
    #expect(!request.isQuiet)
  }

  @Test func flagsMayBeRepeated() throws {
    #expect(try RequestParser.parse(["analyze", "--quiet", "--quiet"]).isQuiet)
  }

  @Test func filtersOfOneFieldStandTogether() throws {
    let request = try RequestParser.parse([
      "analyze", "--only", "platform=ios", "--only=version=1", "--only", "platform=a=b",
    ])
    #expect(
      request.only == [
        FieldFilter(field: .path(FieldPath(components: ["platform"])), values: ["ios", "a=b"]),
        FieldFilter(field: .version, values: ["1"]),
      ])
    #expect(request.unitFilters.isEmpty)
  }

  @Test(
    arguments: [
      ("1", 1), ("65536", 65_536), ("1K", 1024), ("2KiB", 2048), ("16M", 16 << 20), ("1GiB", 1 << 30),
      ("0", nil), ("1025M", nil), ("-1", nil), ("1k", 1024), ("2kib", 2048), ("3m", 3 << 20), ("1g", 1 << 30),
      ("1KK", nil), ("K", nil), ("", nil), ("99999999999999999999", nil),
      ("9999999999G", nil), ("١", nil),
    ] as [(String, Int?)])
  func bytes(text: String, count: Int?) {
    #expect(ValueSyntax.bytes(text, in: 1...(1 << 30)) == count)
  }

  @Test(arguments: [
    "", "%", "101%", "1.1", "-0", "1e-2", "0x1", "inf", "0.0.1", "1.00000000000000000001", "100.1%",
    "99999999999999999999999", " 1", "1%%",
  ])
  func thisIsNoShare(text: String) {
    #expect(Share(text) == nil)
  }

  @Test(
    arguments: [
      ("0", 0, 100), ("0.01", 1, 100), ("1%", 1, 100), ("0.29", 29, 100), ("29%", 29, 100), ("7%", 7, 100),
      (".5", 5, 10), ("100%", 3, 3), ("1.", 3, 3), ("12.5%", 1, 8),
      ("0.0000000000001", 0, 9_000_000_000), ("33.333333333333333333333333333333333334%", 1, 3),
      ("000.50000000000000000000", 1, 2),
      ("0.33333333333333333333333333333333333333333333333", 0, 3),
    ] as [(String, Int, Int)])
  func aShareIsExceededByTheNextLineOnly(text: String, part: Int, whole: Int) throws {
    let share = try #require(Share(text))
    #expect(!share.isExceeded(by: part, of: whole))
    #expect(share.isExceeded(by: part + 1, of: whole))
  }

  @Test(
    arguments: [("7d", .limited(.seconds(604_800))), ("none", .unlimited), ("None", nil), ("7", nil)]
      as [(String, WindowSetting?)])
  func windows(text: String, window: WindowSetting?) {
    #expect((try? ValueSyntax.window(text)) == window)
  }
}
