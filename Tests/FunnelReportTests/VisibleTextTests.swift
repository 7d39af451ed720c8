import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct VisibleTextTests {
  @Test(
    arguments: [
      ("plain", "plain"), ("a\nb", "a␊b"), ("\u{7F}", "␡"), ("\u{202E}x", "\\u{202E}x"),
      ("\u{FFFE}a\u{FFFF}", "\\u{FFFE}a\\u{FFFF}"),
      ("\u{10FFFF}", "\\u{10FFFF}"), ("👩\u{200D}🔬", "👩\u{200D}🔬"), ("\u{FFFD}", "\u{FFFD}"),
    ] as [(String, String)])
  func showsWhatCannotBeSeen(text: String, expected: String) {
    #expect(ByteText(text).visible == expected)
  }

  @Test func noPageHoldsWhatIsNoCharacter() {
    let name: Prose = "\(name: "a\u{FFFE}b\u{1FFFF}")"
    let document = ReportDocument(
      title: name, sections: [ReportDocument.Section(heading: name, blocks: [.paragraph(name), .bullets([name])])])
    for text in [
      HTMLWriter().write(document), MarkdownWriter().write(document),
      TextWriter(style: TerminalStyle()).write(document),
    ] {
      let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
      #expect(!scalars.contains { $0.properties.isNoncharacterCodePoint })
    }
  }
}
