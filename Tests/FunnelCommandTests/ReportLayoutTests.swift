import FunnelReport
import Testing

@testable import FunnelCommand

@Suite struct ReportLayoutTests {
  @Test(arguments: [
    (",", ","), (";", ";"), ("|", "|"), ("\t", "\t"), ("~", "~"), (":", ":"), ("^", "^"),
    ("comma", ","), ("semicolon", ";"), ("tab", "\t"), ("pipe", "|"),
  ])
  func aDelimiterIsAWordOrACharacter(text: String, character: String) {
    #expect(DelimiterSyntax.character(text) == character.utf8.first)
  }

  @Test(arguments: [
    "", " ", "\"", "'", "`", "\r", "\n", "\r\n", "\0", "\u{7F}", "0", "9", "a", "Z", "e", ".", "_", "+", "-", "=", "@",
    ";;", "Tab", "\\t", "§", "\u{37E}",
  ])
  func whatCouldBePartOfAFieldIsNoDelimiter(text: String) {
    #expect(DelimiterSyntax.character(text) == nil)
  }

  @Test(
    arguments: [
      ([], "variant,step,", ",0.500000,"),
      (["--delimiter", ";"], "variant;step;", ";0.500000;"),
      (["--delimiter=tab"], "variant\tstep\t", "\t0.500000\t"),
      (["--decimal-comma"], "variant;step;", ";0,500000;"),
      (["--decimal-comma", "--delimiter=|"], "variant|step|", "|0,500000|"),
      (["--decimal-comma", "--format=tsv"], "variant\tstep\t", "\t0,500000\t"),
    ] as [([String], String, String)])
  func fieldsAndDecimalsAreWrittenAsAsked(options: [String], header: String, number: String) {
    let temporary = TemporaryFolder()
    let log = temporary.file("small.ndjson", SmallLog.text)
    let output = CommandProbe().run(["analyze", "--quiet"] + options + [log]).output
    #expect(output.hasPrefix(header))
    #expect(output.contains(number))
  }

  @Test func theFolderHasItsCSVSoAndEverythingElseAsEver() {
    let temporary = TemporaryFolder()
    let log = temporary.file("small.ndjson", SmallLog.text)
    let folder = temporary.path
    let plain = CommandProbe().run("analyze", "--quiet", "--output", folder + "/plain", log)
    let german = CommandProbe().run("analyze", "--quiet", "--decimal-comma", "--output", folder + "/german", log)
    #expect(plain.status == .done && german.status == .done)
    let names = temporary.names(in: "plain")
    #expect(names.contains("steps.csv") && names.contains("report.json"))
    #expect(names == temporary.names(in: "german"))
    for name in names where name != "report.xlsx" {
      let one = temporary.text("plain/" + name)
      let other = temporary.text("german/" + name)
      if name.hasSuffix(".csv") {
        #expect(one != other, "\(name)")
        #expect(other?.split(separator: "\n").first?.contains(";") == true, "\(name)")
      } else {
        #expect(one == other, "\(name)")
      }
    }
  }

  @Test(
    arguments: [
      (nil, [], false),
      (nil, ["--color=auto"], false),
      (nil, ["--color=always"], true),
      (nil, ["--color=never"], false),
      (TerminalColour.basic, [], true),
      (.basic, ["--color=auto"], true),
      (.basic, ["--color=always"], true),
      (.basic, ["--color=never"], false),
      (TerminalColour.none, [], false),
      (TerminalColour.none, ["--color=always"], true),
    ] as [(TerminalColour?, [String], Bool)])
  func colourIsWhereItIsWanted(terminal: TerminalColour?, options: [String], isColoured: Bool) {
    let temporary = TemporaryFolder()
    let log = temporary.file("small.ndjson", SmallLog.text)
    let probe = CommandProbe(outputTerminal: terminal.map { TerminalStyle(width: 100, colour: $0) })
    let outcome = probe.run(["analyze", "--quiet", "--format=text"] + options + [log])
    #expect(outcome.status == .done)
    #expect(outcome.output.utf8.contains(0x1B) == isColoured)
  }

  @Test(
    arguments: [
      ("xterm-256color", "", .basic), ("xterm", "", .basic), ("", "", .none), ("dumb", "", .none),
      ("xterm", "1", .none), ("xterm", "0", .none), ("dumb", "1", .none),
    ] as [(String, String, TerminalColour)])
  func theEnvironmentMayRefuseColour(term: String, noColor: String, colour: TerminalColour) {
    #expect(CommandIO.colour(term: term, noColor: noColor) == colour)
  }
}
