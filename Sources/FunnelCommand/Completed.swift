/// What a shell offers for one word.
enum Completed: Equatable {
  /// Nothing: the word is the user's own, or there is none.
  case nothing
  /// These words.
  case words([String])
  /// The names of files.
  case files
  /// The names of folders.
  case folders

  /// What is offered for an option's value, by the word that help calls it: `FILE` is a file, `DIR` a folder.
  ///
  /// Zones are not listed, since a machine has hundreds.
  init(_ value: CommandOption.Value) {
    switch value {
    case .none: self = .nothing
    case .choice(_, let words), .suggested(_, let words): self = .words(words)
    case .text(let name): self = Self.named[name] ?? .nothing
    }
  }

  private static let named: [String: Completed] = ["FILE": .files, "LOG": .files, "DIR": .folders]
}

extension CommandName {
  /// What a shell offers for the command's words that are no options.
  var operands: Completed {
    switch self {
    case .help:
      .words(CommandName.allCases.map(\.rawValue) + CommandOption.all.map { "--" + $0.name })
    case .completions: .words(Shell.allCases.map(\.rawValue))
    case .man: .nothing
    // Logs, definitions, reports.
    default: .files
    }
  }

  /// The options that it takes, in the order of help.
  var options: [CommandOption] { CommandOption.all.filter { $0.commands.contains(self) } }
}

/// The words that may stand in place of a command.
enum FirstWord {
  /// The options that the program takes without a command.
  static let options = CommandOption.all.filter { RequestParser.standsAlone("--" + $0.name) }
}
