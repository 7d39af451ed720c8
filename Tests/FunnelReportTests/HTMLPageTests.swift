import Foundation
import FunnelModel
import FunnelStatistics
import Testing

@testable import FunnelReport

/// The page for the browser; `scripts/check-html` looks at the same pages in a real one.
@Suite struct HTMLPageTests {
  private static func page(_ report: Report) -> String {
    String(decoding: report.write(.html), as: UTF8.self)
  }

  /// With `FUNNEL_HTML_PAGES` in the environment the pages are left in that folder for a browser to open.
  @Test(arguments: HTMLFixtures.pages.map(\.name))
  func `the page is small and holds no markup but the report's own`(name: String) throws {
    let fixture = try #require(HTMLFixtures.pages.first { $0.name == name })
    let page = Self.page(fixture.report)
    #expect(page.utf8.count < 300_000)
    let names = Set(page.matches(of: #/<\/?([^ >\/]*)/#).map { String($0.1).lowercased() })
    #expect(names.subtracting(Self.elements) == [])
    let attributes = Set(page.matches(of: #/ ([a-zA-Z_:-]+)="/#).map { String($0.1) }.filter { !$0.hasPrefix("data-") })
    #expect(attributes.subtracting(Self.attributes) == [])
    #expect(Self.isBalanced(page))
    if let folder = ProcessInfo.processInfo.environment["FUNNEL_HTML_PAGES"] {
      let place = URL(fileURLWithPath: folder).appending(path: name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(page.utf8).write(to: place.appending(path: "report.html"))
      try Data(fixture.report.write(.json)).write(to: place.appending(path: "report.json"))
    }
  }

  @Test func `no control and no mark that turns the direction of writing gets into the page`() {
    for fixture in HTMLFixtures.pages {
      for scalar in Self.page(fixture.report).unicodeScalars where scalar != "\n" && scalar != "\u{200D}" {
        #expect(![.control, .format].contains(scalar.properties.generalCategory), "\(scalar.value) in \(fixture.name)")
      }
    }
  }

  @Test func `the policy allows the page's own style and nothing else`() {
    let page = Self.page(HostileFixture.report)
    let style = page.firstMatch(of: /(?s)<style>(.*)<\/style>/)?.1 ?? ""
    let hash = ContentHash.base64(Array(style.utf8))
    #expect(
      page.contains(
        """
        <meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-\(hash)&#39;; \
        base-uri &#39;none&#39;; form-action &#39;none&#39;">
        """))
    #expect(!page.contains("style=\""))
  }

  @Test func `tables have captions and scopes, pictures titles and descriptions`() {
    let page = Self.page(HTMLFixtures.large)
    #expect(page.matches(of: /<table>/).count == page.matches(of: /<table><caption>(?:[^<]|<bdi)/).count)
    #expect(page.matches(of: /<th[ >]/).count == page.matches(of: /<th scope="(col|row)"/).count)
    let pictures = page.matches(
      of: /<svg class="picture[^>]*role="img"[^>]*>\s*<title id="[^"]*">[^<]+<\/title>\s*<desc id="/)
    // How attempts ended; the funnel, the times and the days of 6 variants; conversion against the control, and the steps
    // of the variants that differ at one.
    #expect(pictures.count == 25)
    #expect(page.matches(of: /class="picture/).count == pictures.count)
  }

  @Test func `a page says which rows have no pictures`() {
    let page = Self.page(HTMLFixtures.rows)
    #expect(page.matches(of: /The first 12 of 14 rows have pictures; the tables hold all\./).count == 2)
    #expect(!Self.page(HTMLFixtures.large).contains("rows have pictures"))
  }

  @Test func `days have the band of those before and marks where they stand out`() {
    let page = Self.page(HTMLFixtures.quarter)
    #expect(page.matches(of: /<rect class="band" x=/).count == 2)
    #expect(page.matches(of: /▲ anomaly</).count == 2)
    #expect(page.matches(of: /stands out: conversion_shift</).count == 2)
    #expect(page.contains("Conversion by day, the newest 90 days"))
    // Ninety days, of which Tuesdays before the last three weeks have no attempt.
    #expect(page.matches(of: /<title>20\d\d-\d\d-\d\d\n/).count == 2 * 80)
    #expect(Self.page(HTMLFixtures.large).matches(of: /<title>20\d\d-\d\d-\d\d\n/).count == 6 * 30)
  }

  @Test func `what people did next is told where events' names are kept`() {
    #expect(Self.page(HTMLFixtures.large).contains("What people did next"))
    var settings = HTMLFixtures.large.settings
    settings.plan.eventDetail = .none
    let plain = Report(
      analysis: HTMLFixtures.large.analysis, reading: HTMLFixtures.large.reading, settings: settings)
    #expect(!Self.page(plain).contains("What people did next"))
  }

  @Test(
    arguments: [
      ("", "(empty)"), ("welcome", "welcome"), ("12345678", "12345678"), ("123456789", "12345678…"),
      ("日本語日本", "日本語日…"), ("👩‍👩‍👧‍👦👩", "👩‍👩‍👧‍👦…"), ("a\u{0}\u{202E}", #"a␀\u{202…"#),
    ] as [(ByteText, String)])
  func `names are cut at the columns that they take`(name: ByteText, short: String) {
    #expect(name.shortened(to: 8) == short)
  }

  @Test func `a letter under thousands of marks is cut too`() {
    let name = ByteText("ab" + String(repeating: "\u{301}", count: 5000))
    #expect(name.shortened(to: 8) == "ab\u{301}\u{301}\u{301}")
  }

  @Test func `text cannot leave its place`() {
    let markup = Markup.tag("p", ["title": "\"'<&>"], text: "</p>&amp;\"'")
    #expect(
      markup.rendered == "<p title=\"&quot;&#39;&lt;&amp;&gt;\">&lt;/p&gt;&amp;amp;&quot;&#39;</p>\n")
  }

  @Test(
    arguments: [
      ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="), ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
      ),
    ])
  func `hashes as the standard's examples do`(text: String, hash: String) {
    #expect(ContentHash.base64(Array(text.utf8)) == hash)
  }

  @Test func `a scale of durations ends where nearly all are`() {
    let scale = DurationScale(samples: [[], [1_000_000], [100_000_000]])
    #expect(abs(scale.place(microseconds: 10_000_000) - 0.5) < 1e-9)
    #expect(scale.place(microseconds: 0) == 0)
    #expect(scale.place(microseconds: 1e15) == 1)
    #expect(scale.ticks.map(\.words) == ["1 s", "10 s", "1 min"])
    #expect(scale.counts(ofAscending: [0, 20_000_000, 1_000_000_000_000], parts: 2) == [1, 2])
  }

  @Test func `a scale without durations has a width`() {
    let scale = DurationScale(samples: [])
    #expect(scale.place(microseconds: 1e6) < scale.place(microseconds: 1e7))
  }

  private static func isBalanced(_ page: String) -> Bool {
    var open: [Substring] = []
    for tag in page.matches(of: /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/)
    where tag.3.isEmpty && !["meta", "td", "th", "tr"].contains(tag.2) {
      if tag.1.isEmpty {
        open.append(tag.2)
      } else if open.popLast() != tag.2 {
        return false
      }
    }
    return open.isEmpty
  }

  private static let elements: Set<String> = [
    "!doctype", "html", "head", "meta", "title", "style", "body", "main", "header", "nav", "section", "h1", "h2", "h3",
    "p", "ul", "li", "a", "div", "figure", "figcaption", "table", "caption", "thead", "tbody", "tr", "th", "td", "bdi",
    "strong", "svg", "desc", "defs", "pattern", "g", "rect", "circle", "line", "path", "text", "tspan",
  ]

  private static let attributes: Set<String> = [
    "lang", "dir", "charset", "http-equiv", "content", "name", "class", "id", "href", "title", "role", "tabindex",
    "scope",
    "aria-label", "aria-labelledby", "aria-describedby", "aria-hidden", "focusable", "width", "height", "viewBox",
    "preserveAspectRatio", "transform", "patternUnits", "patternTransform", "x", "y", "dx", "d", "cx", "cy", "r", "x1",
    "x2", "y1", "y2", "text-anchor",
  ]
}
