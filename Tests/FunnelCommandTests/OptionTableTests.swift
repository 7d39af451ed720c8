import Testing

@testable import FunnelCommand

@Suite struct OptionTableTests {
  @Test func namesAreUniqueAndPlain() {
    let names = CommandOption.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.allSatisfy { ("a"..."z").contains($0) || $0 == "-" }, "\(name)")
    }
  }

  @Test func optionsAreSortedUnderTheirHeading() {
    for category in OptionCategory.allCases {
      let names = CommandOption.all.filter { $0.category == category }.map(\.name)
      #expect(!names.isEmpty, "\(category)")
      #expect(names == names.sorted(), "\(category)")
    }
  }

  @Test(arguments: CommandOption.all.map(\.name)) func isDocumented(name: String) throws {
    let option = try #require(CommandOption.named(name))
    #expect(option.line.first?.isUppercase == false)
    #expect(!option.line.hasSuffix("."))
    #expect(option.text.hasSuffix("."))
    #expect(option.text.first?.isUppercase == true || option.text.hasPrefix("steps:"))
    #expect(!option.commands.isEmpty)
    for command in option.commands { #expect(Help.text(of: command).contains("--" + name)) }
    #expect(Help.text(ofTopic: "--" + name) == Help.text(of: option))
  }

  @Test func everyOptionOfTheIssuesIsThere() {
    let wanted = [
      "control", "fail-on", "history", "loss-threshold", "skip-threshold", "definition", "format", "table", "output",
      "by", "where", "only", "since", "until", "as-of", "session-gap",
      "session-by", "window", "order", "entry", "advance", "unit", "mixed", "totals", "assume-timezone", "timezone",
      "max-line", "max-rejected", "memory", "bom", "threads", "show-lines", "quiet", "version", "help",
      "color", "decimal-comma", "delimiter", "source", "experiment", "clock", "recursive", "identity", "identities",
    ]
    #expect(Set(wanted) == Set(CommandOption.all.map(\.name)))
  }

  @Test func choicesAreNamedInTheirHelp() {
    for option in CommandOption.all {
      guard case .choice(_, let words) = option.value else { continue }
      let help = option.line + option.text
      for word in words { #expect(help.contains(word), "--\(option.name) \(word)") }
    }
  }
}

@Suite struct HelpTests {
  private var texts: [String] {
    [Help.shortUsage, Help.overview] + CommandName.allCases.map(Help.text(of:)) + CommandOption.all.map(Help.text(of:))
  }

  @Test func fitsEightyColumns() {
    for line in texts.flatMap({ $0.split(separator: "\n") }) { #expect(line.count <= 80, "\(line)") }
  }

  @Test func endsWithOneLineEndAndHasNoTrailingBlanks() {
    for text in texts {
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
      for line in text.split(separator: "\n") { #expect(line.last != " ", "\(line)") }
    }
  }

  @Test func examplesParse() throws {
    for command in CommandName.allCases {
      for example in command.examples {
        let call = try #require(example.command.split(separator: "| ").last).split(separator: ">")[0]
        let words = call.split(separator: " ").dropFirst().map(String.init)
        #expect(throws: Never.self, "\(example.command)") { try RequestParser.parse(words) }
      }
    }
  }

  @Test func isPrintedOnStandardOutput() {
    let probe = CommandProbe()
    for words in [["--help"], ["-h"], ["help"], ["help", "--help"]] {
      let outcome = probe.run(words)
      #expect(outcome.status == .done)
      #expect(outcome.output == Help.overview, "\(words)")
      #expect(outcome.error.isEmpty)
    }
    for words in [["analyze", "--help"], ["help", "analyze"], ["analyze", "-h", "missing.ndjson"]] {
      #expect(probe.run(words).output == Help.text(of: .analyze), "\(words)")
    }
    #expect(probe.run("help", "window").output.hasPrefix("--window SPAN: "))
    #expect(probe.run("help", "--window").output.hasPrefix("--window SPAN: "))
  }

  @Test func versionIsPrintedOnStandardOutput() {
    for words in [["--version"], ["analyze", "--version"]] {
      let outcome = CommandProbe().run(words)
      #expect(outcome.output == "funnel \(FunnelCommand.version)\n")
      #expect(outcome.status == .done)
    }
  }

  @Test func withoutAWordTheUsageStandsOnStandardError() {
    let outcome = CommandProbe().run()
    #expect(outcome.status == .wrongUse)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error == Help.shortUsage)
  }
}
