import FunnelModel

/// Why the words of a command are wrong; the run ends with status 2 before anything is opened.
enum UsageFailure: Error, Equatable {
  case noCommand
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  case optionOfOtherCommand(option: String, command: CommandName)
  case missingValue(option: String, value: String)
  case unwantedValue(option: String)
  case givenTwice(option: String)
  case wrongValue(option: String, value: String, expected: String, nearest: String?)
  /// A text that its own reader says is wrong, and what to do.
  case wrongText(option: String, fault: String)
  case missingOperand(CommandName, what: String)
  case extraOperand(CommandName, String)
  case unknownTopic(String, nearest: String?)
  case standardInputTwice
  case noEffect(option: String, with: String, advice: String)
  case emptyBounds
  case workbookOnTerminal
  case commaTwice
  case unknownShell(String, nearest: String?)
  case optionBeforeCommand(String)
  case definitionFromStandardInput
  case identitiesFromStandardInput

  /// The fault in one line: what, where, what to do.
  var line: String {
    switch self {
    case .noCommand:
      "no command is given"
    case .unknownCommand(let word, let nearest):
      "unknown command '\(ShownText.escaped(word))'"
        + Self.advice(nearest, else: "to read a log: funnel analyze LOG...; to see all commands: funnel --help")
    case .unknownOption(let word, let nearest):
      "unknown option '\(ShownText.escaped(word))'" + Self.advice(nearest, else: "to see all options: funnel --help")
    case .optionOfOtherCommand(let option, let command):
      "--\(option) is no option of '\(command.rawValue)'; to see those that are: funnel \(command.rawValue) --help"
    case .missingValue(let option, let value):
      "--\(option) needs a value: --\(option) \(value)"
    case .unwantedValue(let option):
      "--\(option) takes no value; leave out what follows the '='"
    case .givenTwice(let option):
      "--\(option) is given twice; leave one out"
    case .wrongValue(let option, let value, let expected, let nearest):
      "--\(option) \(ShownText.word(value)): expected \(expected)" + Self.advice(nearest, else: nil)
    case .wrongText(let option, let fault):
      "--\(option): \(ShownText.escaped(fault))"
    case .missingOperand(let command, let what):
      "\(command.rawValue) needs \(what): \(command.usage)"
    case .extraOperand(let command, let word):
      "\(command.rawValue) does not take '\(ShownText.escaped(word))': \(command.usage)"
    case .unknownTopic(let word, let nearest):
      "there is no command or option '\(ShownText.escaped(word))'"
        + Self.advice(nearest, else: "to see all: funnel --help")
    case .standardInputTwice:
      "standard input ('-') can be read once only; leave one '-' out"
    case .noEffect(let option, let other, let advice):
      "--\(option) has no effect with \(other); \(advice)"
    case .workbookOnTerminal:
      "--format xlsx is not for a terminal; send it into a file: > report.xlsx"
    case .commaTwice:
      "--decimal-comma needs another --delimiter than the comma; leave --delimiter out for ';'"
    case .unknownShell(let word, let nearest):
      "there are no completions for '\(ShownText.escaped(word))'"
        + Self.advice(nearest, else: "there are those for " + Shell.allCases.map(\.rawValue).joined(separator: ", "))
    case .optionBeforeCommand(let word):
      "\(ShownText.escaped(word)) stands before the command; options stand after it, as in: "
        + "funnel analyze [OPTION...] LOG..."
    case .definitionFromStandardInput:
      "a definition is not read from standard input ('-'); name a file"
    case .identitiesFromStandardInput:
      "--identities is not read from standard input ('-'); name a file"
    case .emptyBounds:
      "--until is not later than --since, so nothing would be counted; put the later time into --until"
    }
  }

  private static func advice(_ nearest: String?, else other: String?) -> String {
    if let nearest { return "; did you mean '\(nearest)'?" }
    return other.map { "; " + $0 } ?? ""
  }
}
