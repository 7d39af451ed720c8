import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct TextWriterTests {
  private static let document = ReportDocument(HostileFixture.report)

  @Test(arguments: [20, 21, 33, 40, 64, 80, 100, 132, 200, 1000])
  func `no line is wider than the terminal`(width: Int) {
    let text = Self.text(TerminalStyle(width: width))
    for line in text.split(separator: "\n") {
      #expect(String(line).displayWidth <= width, "\(line)")
    }
  }

  @Test func `a terminal of no width is laid out as one of 20 columns`() {
    #expect(Self.text(TerminalStyle(width: 0)) == Self.text(TerminalStyle(width: 20)))
  }

  @Test func `colour changes nothing but control sequences`() {
    let coloured = Self.text(TerminalStyle(width: 90, colour: .basic))
    #expect(coloured.contains("\u{1B}[0;36m"))
    #expect(Self.withoutSequences(coloured) == Self.text(TerminalStyle(width: 90)))
  }

  @Test func `nothing but the report's own line ends and sequences controls the terminal`() {
    for scalar in Self.text(TerminalStyle(width: 90)).unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control, "\(scalar.value)")
    }
  }

  @Test func `columns leave in the order of their importance and are named`() {
    let wide = Self.text(TerminalStyle(width: 300))
    #expect(!wide.contains("No room here for"))
    let narrow = Self.text(TerminalStyle(width: 150))
    #expect(narrow.contains("No room here for: completed, likely, 90 % within\n"))
  }

  @Test(
    arguments: [
      ("one two three", 7, ["one two", "three"]),
      ("one two three", 6, ["one", "two", "three"]),
      ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("up 12.5 % now", 7, ["up", "12.5 %", "now"]),
      ("日本 語語", 5, ["日本", "語語"]),
      ("日本語", 1, ["日", "本", "語"]),
      ("", 5, [""]),
    ] as [(String, Int, [String])])
  func `wraps at blanks`(text: String, width: Int, lines: [String]) {
    #expect(StyledText(text).wrapped(to: width).map { $0.rendered(.none) } == lines)
  }

  private static func text(_ style: TerminalStyle) -> String {
    String(decoding: TextWriter(style: style).write(document), as: UTF8.self)
  }

  private static func withoutSequences(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }
}
