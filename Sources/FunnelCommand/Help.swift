/// The texts of help, at most 80 columns wide.
enum Help {
  /// The widest line.
  static let width = 80
  /// Where the second column begins.
  private static let indentation = 27

  /// What is printed where `funnel` stands alone.
  static var shortUsage: String {
    """
    usage: funnel analyze [OPTION...] LOG...
    Counts who got how far in an onboarding, and prints a report.
    All commands and options: funnel --help

    """
  }

  /// The help of the whole program.
  static var overview: String {
    var lines = ["usage: funnel COMMAND [OPTION...] [LOG...]", ""]
    lines += wrapped("Counts from event logs who got how far in an onboarding, and what became of the others.")
    lines += ["", "Commands:"]
    for command in CommandName.allCases { lines += entry(command.rawValue, command.line) }
    lines += examples(of: CommandName.analyze.examples + CommandName.initialize.examples)
    lines += ["", "General:"]
    for option in options(of: .help, in: .general) { lines += entry(option.usage, option.line) }
    lines += [""] + wrapped("The options of a command: funnel COMMAND --help. One at length: funnel help --OPTION.")
    lines += [""] + exitStatuses
    return lines.joined(separator: "\n") + "\n"
  }

  /// The help of one command.
  static func text(of command: CommandName) -> String {
    var lines = ["usage: " + command.usage, ""] + wrapped(command.text)
    for category in OptionCategory.allCases {
      let options = options(of: command, in: category)
      if options.isEmpty { continue }
      lines += ["", category.rawValue + ":"]
      for option in options { lines += entry(option.usage, option.line(of: command)) }
    }
    lines += examples(of: command.examples)
    if [.analyze, .initialize, .paths, .trace].contains(command) {
      lines += [""] + wrapped("An option at length: funnel help --OPTION.")
    }
    lines += [""] + exitStatuses
    return lines.joined(separator: "\n") + "\n"
  }

  /// The long text of one option.
  static func text(of option: CommandOption) -> String {
    var lines = wrapped("\(option.usage): \(option.line)") + [""] + wrapped(option.text)
    if option.isRepeatable { lines += ["", "It may be given more than once."] }
    lines += [""] + wrapped("Belongs to: " + option.commands.map(\.rawValue).joined(separator: ", ") + ".")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text of a topic: a command's name or an option's, with or without its dashes.
  static func text(ofTopic topic: String) -> String? {
    if let command = CommandName(rawValue: topic) { return text(of: command) }
    let name = topic.utf8.drop { $0 == UInt8(ascii: "-") }
    return CommandOption.named(String(decoding: name, as: UTF8.self)).map(text(of:))
  }

  private static func options(of command: CommandName, in category: OptionCategory) -> [CommandOption] {
    CommandOption.all.filter { $0.category == category && $0.commands.contains(command) }
  }

  /// `  --name VALUE   what it does`, the second column wrapped under itself.
  private static func entry(_ name: String, _ line: String) -> [String] {
    let texts = wrapped(line, width: width - indentation)
    let padding = String(repeating: " ", count: indentation)
    let label = "  " + name
    let isNarrow = label.count + 2 <= indentation
    let first = isNarrow ? label + padding.dropFirst(label.count) + texts[0] : label
    return [first] + texts.dropFirst(isNarrow ? 1 : 0).map { padding + $0 }
  }

  private static func examples(of examples: [(command: String, purpose: String)]) -> [String] {
    ["", "Examples:"] + examples.flatMap { ["  # " + $0.purpose, "  " + $0.command] }
  }

  private static let exitStatuses = wrapped(
    "Exit status: " + ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ") + ".")

  /// The words of a text in lines of at most so many columns.
  private static func wrapped(_ text: String, width: Int = width) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
