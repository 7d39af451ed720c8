import FunnelReport
import Testing

@testable import FunnelCommand

@Suite struct ManualPageTests {
  private static let lines = ManualPage.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()

  @Test func isAllThatIsPrinted() {
    let outcome = CommandProbe().run("man")
    #expect(outcome.status == .done)
    #expect(outcome.output == ManualPage.text)
    #expect(outcome.error.isEmpty)
  }

  @Test func hasTheUsualSectionsInTheirOrder() {
    let sections = Self.lines.filter { $0.hasPrefix(".SH ") }.map { String($0.dropFirst(4)) }
    #expect(
      sections == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES",
      ])
  }

  @Test(arguments: CommandOption.all.map(\.name)) func tellsOfEveryOption(name: String) throws {
    let option = try #require(CommandOption.named(name))
    let label =
      "\\fB\(RoffText.escaped("--" + name))\\fR"
      + (option.valueName.map { " \\fI\(RoffText.escaped($0))\\fR" } ?? "")
    let place = try #require(Self.lines.firstIndex(of: label[...]))
    #expect(Self.lines[place - 1] == ".TP")
    #expect(Self.lines[place...].prefix(4).contains(RoffText.escaped(option.text)[...]))
    let heading = try #require(Self.lines[..<place].last { $0.hasPrefix(".SS ") })
    #expect(heading == ".SS \(RoffText.escaped(option.category.rawValue))")
  }

  @Test func tellsOfEveryCommandStatusFileAndExample() {
    for command in CommandName.allCases {
      #expect(Self.lines.contains(RoffText.escaped(command.text)[...]), "\(command)")
      for example in command.examples {
        #expect(Self.lines.contains("\\fB\(RoffText.escaped(example.command))\\fR"), "\(example.command)")
      }
    }
    for status in ExitStatus.allCases {
      #expect(Self.lines.contains("\\fB\(status.rawValue)\\fR"), "\(status)")
    }
    for name in Report.fileNames { #expect(ManualPage.text.contains("DIR/" + RoffText.escaped(name)), "\(name)") }
  }

  @Test func holdsNothingThatRoffWouldTakeForSomethingElse() {
    #expect(ManualPage.text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    let requests = [".\\\"", ".TH", ".SH", ".SS", ".TP", ".PP", ".br", ".nh"]
    for line in Self.lines {
      #expect(!line.isEmpty)
      #expect(!line.hasPrefix("'"), "\(line)")
      if line.hasPrefix(".") { #expect(requests.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)") }
      // A backslash begins one of the few escapes that the page uses.
      for rest in line.split(separator: "\\", omittingEmptySubsequences: false).dropFirst() where !line.hasPrefix(".\\")
      {
        let known = ["-", "&", "fB", "fI", "fR", "(aq", "(rs", "(ga", "(ha", "(ti", "(dq", "[u"]
        #expect(known.contains { rest.hasPrefix($0) }, "\(line)")
      }
    }
  }

  @Test(arguments: [
    ("plain", "plain"), ("--by-day", "\\-\\-by\\-day"), (".TH x", "\\&.TH x"), ("'x'", "\\(aqx\\(aq"),
    ("a.b", "a.b"), ("\\n", "\\(rsn"), ("a \"b\" `c` ^~", "a \\(dqb\\(dq \\(gac\\(ga \\(ha\\(ti"),
    ("é–😀", "\\[u00E9]\\[u2013]\\[u1F600]"), ("", ""),
  ])
  func textIsPrintedAsItStands(text: String, roff: String) {
    #expect(RoffText.escaped(text) == roff)
  }
}
