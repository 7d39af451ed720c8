import FunnelReport

/// The manual page, section 1, in the macros of man(7); made of the tables of commands and options.
enum ManualPage {
  /// The page in roff, in ASCII.
  static var text: String {
    var lines = [
      ".\\\" Made of the table of options: funnel man",
      ".TH FUNNEL 1 \(FunnelCommand.versionDate) \"funnel \(FunnelCommand.version)\" \"User Commands\"",
      // No word is divided: a divided option could not be copied.
      ".nh",
    ]
    lines += section("NAME", [RoffText.escaped("funnel") + " \\- " + RoffText.escaped(purpose)])
    lines += section("SYNOPSIS", CommandName.allCases.flatMap { [".br", usage($0.usage)] }.dropFirst())
    lines += section("DESCRIPTION", description.flatMap { [".PP", RoffText.escaped($0)] }.dropFirst())
    lines += section("COMMANDS", CommandName.allCases.flatMap(entry))
    lines += section("OPTIONS", [RoffText.escaped(optionsOfAnalyze)] + OptionCategory.allCases.flatMap(group))
    lines += section("EXIT STATUS", ExitStatus.allCases.flatMap(entry))
    lines += section("ENVIRONMENT", environment.flatMap(entry))
    lines += section("FILES", files)
    lines += section("EXAMPLES", CommandName.allCases.flatMap(\.examples).flatMap(example))
    return lines.joined(separator: "\n") + "\n"
  }

  private static let purpose = "count from event logs who got how far in an onboarding"

  private static let description = [
    """
    Reads the event logs of an onboarding, one JSON object a line, and says step by step and for each variant how many \
    got how far, how long it took them, and where they skip, leave or fall silent.
    """,
    """
    Options may stand before and after the logs; after '--' every word is a log. A value follows its option after a \
    blank or after '='. Standard output takes the report alone; all else that is to be said goes to standard error.
    """,
  ]

  private static let optionsOfAnalyze = "Where no command is named, an option is one of analyze alone."

  private static let environment = [
    ("NO_COLOR", "Where it is set to anything, no colour is printed that --color does not ask for."),
    ("TERM", "Where it is not set or 'dumb', likewise."),
  ]

  private static func section(_ name: String, _ lines: some Sequence<String>) -> [String] { [".SH " + name] + lines }

  /// `funnel analyze` in bold, what stands for other words in italics.
  private static func usage(_ usage: String) -> String {
    usage.split(separator: " ").map { word in
      let escaped = RoffText.escaped(String(word))
      return word.contains { $0.isUppercase } ? "\\fI\(escaped)\\fR" : "\\fB\(escaped)\\fR"
    }.joined(separator: " ")
  }

  private static func entry(_ command: CommandName) -> [String] {
    [".TP", usage(command.usage), RoffText.escaped(command.text)]
  }

  private static func group(_ category: OptionCategory) -> [String] {
    [".SS " + RoffText.escaped(category.rawValue)]
      + CommandOption.all.filter { $0.category == category }.flatMap(entry)
  }

  private static func entry(_ option: CommandOption) -> [String] {
    var lines = [".TP", "\\fB\(RoffText.escaped("--" + option.name))\\fR"]
    if let value = option.valueName { lines[1] += " \\fI\(RoffText.escaped(value))\\fR" }
    lines += [RoffText.escaped(option.line), ".br"]
    lines.append(RoffText.escaped(option.text))
    if option.isRepeatable, !option.text.contains("repeated") { lines.append("It may be given more than once.") }
    if option.commands != CommandName.allCases, option.commands != [.analyze] {
      lines += [".br", "Of " + RoffText.escaped(option.commands.map(\.rawValue).joined(separator: ", ") + ".")]
    }
    return lines
  }

  private static func entry(_ status: ExitStatus) -> [String] {
    [".TP", "\\fB\(status.rawValue)\\fR", RoffText.escaped(status.meaning)]
  }

  private static func entry(_ name: String, _ text: String) -> [String] {
    [".TP", "\\fB\(RoffText.escaped(name))\\fR", RoffText.escaped(text)]
  }

  private static var files: [String] {
    let names = Report.fileNames.map { "DIR/" + $0 }
    return [
      RoffText.escaped("What --output DIR writes, all or nothing:"), ".PP",
      names.map { "\\fI\(RoffText.escaped($0))\\fR" }.joined(separator: ",\n") + ".",
    ]
  }

  private static func example(_ command: String, _ purpose: String) -> [String] {
    [".TP", RoffText.escaped(purpose)]
      + ["\\fB\(RoffText.escaped(command))\\fR"]
  }
}
