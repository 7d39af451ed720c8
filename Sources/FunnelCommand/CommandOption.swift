/// One row of the table of options: what parsing, help and all that is told of an option come from.
struct CommandOption: Sendable {
  /// What follows an option's name.
  enum Value: Sendable {
    /// Nothing.
    case none
    /// A value, by the word that help calls it.
    case text(String)
    /// One of these words.
    case choice(String, [String])
    /// A value, by the word that help calls it, and the words for its usual ones.
    case suggested(String, [String])
  }

  /// Its name without the dashes.
  let name: String
  /// What follows it.
  let value: Value
  /// The heading that help lists it under.
  let category: OptionCategory
  /// Its effect in one line of help, in lower case and without a full stop.
  let line: String
  /// Its effect in full sentences.
  let text: String
  /// The commands that take it.
  let commands: [CommandName]
  /// Whether it may be given more than once.
  let isRepeatable: Bool
  /// For commands that take fewer of its words than others, those that they take.
  var narrowed: [CommandName: [String]] = [:]
  /// Puts its value into the request.
  let take: @Sendable (String, inout Request) throws(ValueFault) -> Void

  /// The word that help calls its value; nil where it takes none.
  var valueName: String? {
    switch value {
    case .none: nil
    case .text(let name), .choice(let name, _), .suggested(let name, _): name
    }
  }

  /// What follows its name at a command.
  func value(of command: CommandName) -> Value {
    guard case .choice(let name, _) = value, let words = narrowed[command] else { return value }
    return .choice(name, words)
  }

  /// Its line in the help of a command.
  func line(of command: CommandName) -> String { narrowed[command].map(Self.list) ?? line }

  /// The commands that take it, in the table's order, those together that take the same words.
  var groups: [(commands: [CommandName], value: Value)] {
    var groups: [(commands: [CommandName], words: [String]?)] = []
    for command in commands {
      if let place = groups.firstIndex(where: { $0.words == narrowed[command] }) {
        groups[place].commands.append(command)
      } else {
        groups.append(([command], narrowed[command]))
      }
    }
    return groups.map { ($0.commands, value(of: $0.commands[0])) }
  }

  /// How it is written, such as `--window SPAN`.
  var usage: String { "--" + name + (valueName.map { " " + $0 } ?? "") }
}

/// Why a value is none of its option.
struct ValueFault: Error, Equatable {
  /// What would have been right.
  let expected: String
  /// The right word that is nearest to what was typed.
  let nearest: String?

  init(expected: String, nearest: String? = nil) {
    self.expected = expected
    self.nearest = nearest
  }
}

/// The headings of help, by what a person wants to do.
enum OptionCategory: String, CaseIterable {
  case flow = "What is walked"
  case selection = "What is counted"
  case time = "Time"
  case judgement = "What stands out"
  case output = "What is printed"
  case reading = "Reading"
  case general = "General"
}
