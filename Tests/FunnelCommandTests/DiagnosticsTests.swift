import FunnelModel
import Testing

@testable import FunnelCommand

@Suite struct DiagnosticsTests {
  private func summary(text: [UInt8]?) -> ReadingSummary {
    var summary = ReadingSummary()
    summary.lines = 40
    summary.rejected = [.invalidJSON: 1, .badTime: 2, .notObject: 0]
    summary.firstRejects = [
      Reject(
        reason: .invalidJSON, file: "night\n.ndjson", line: 12, column: 7,
        detail: "expected ':' after a key, found 'x'", text: text)
    ]
    return summary
  }

  private func said(_ summary: ReadingSummary, isQuiet: Bool) -> String {
    let sink = MemorySink(failure: nil)
    let diagnostics = Diagnostics(sink: sink, isQuiet: isQuiet)
    diagnostics.rejects(of: summary)
    diagnostics.note("worth knowing")
    return sink.text
  }

  @Test func rejectsAreToldWithTheirPlaceAndCounts() {
    #expect(
      said(summary(text: nil), isQuiet: false) == """
        funnel: night\\x0a.ndjson:12:7: expected ':' after a key, found 'x' (invalid_json)
        funnel: 3 of 40 lines were rejected: 1 invalid_json, 2 bad_time
        funnel: note: worth knowing

        """)
  }

  @Test func nothingIsToldWhereQuietIsAskedFor() {
    #expect(said(summary(text: nil), isQuiet: true).isEmpty)
  }

  @Test func aShownLineHasACaretUnderThePlace() {
    #expect(
      said(summary(text: Array("{\"\u{7}é\" x1}".utf8)), isQuiet: false).split(separator: "\n")[1...2] == [
        "  {\"\\x07é\" x1}", "          ^",
      ])
  }

  @Test(
    arguments: [
      (Array("abc".utf8), 1, "  abc\n  ^\n"), (Array("abc".utf8), 4, "  abc\n     ^\n"),
      (Array("abc".utf8), 9, "  abc\n"), ([], 1, "  \n  ^\n"), ([0xFF, 0x41], 2, "  \\xffA\n      ^\n"),
      (Array("\u{202E}\u{1B}".utf8), 1, "  \\u{202e}\\x1b\n  ^\n"),
    ] as [([UInt8], Int, String)])
  func shownLines(bytes: [UInt8], column: Int, shown: String) {
    #expect(RejectedLine(bytes, column: column).shown == shown)
  }

  @Test func ofALongLineTheSurroundingsAreShown() {
    let line = String(repeating: "é", count: 500) + "!" + String(repeating: "b", count: 500)
    let shown = RejectedLine(Array(line.utf8), column: 1001).shown.split(separator: "\n")
    #expect(shown[0].count <= 120)
    #expect(shown[0].hasPrefix("  ...é") && shown[0].hasSuffix("b..."))
    let caret = shown[1].count - 1
    #expect(Array(shown[0])[caret] == "!")
  }
}
