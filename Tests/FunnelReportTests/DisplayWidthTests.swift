import FunnelModel
import Testing

@testable import FunnelReport

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("", 0), ("welcome", 7), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ｗ", 2), ("🎉", 2), ("👩‍👩‍👧", 2),
      ("❤️", 2), ("🇩🇪", 2), ("שלום", 4), ("\u{301}", 0), ("…", 1), ("█", 1), ("→", 1),
    ] as [(String, Int)])
  func `counts the columns of a terminal`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(
    arguments: [
      ("plain", "plain"), ("a\nb\tc\r\u{7}\u{7F}", "a␊b␉c␍␇␡"), ("\u{202E}evil", "\\u{202E}evil"),
      ("\u{85}\u{2028}", "\\u{85}\\u{2028}"), ("👩‍👩‍👧 e\u{301}", "👩‍👩‍👧 e\u{301}"), ("\u{FEFF}", "\\u{FEFF}"),
    ] as [(String, String)])
  func `makes visible what cannot be seen`(text: String, visible: String) {
    #expect(Array(ByteText(text).visible.utf8) == Array(visible.utf8))
  }
}
