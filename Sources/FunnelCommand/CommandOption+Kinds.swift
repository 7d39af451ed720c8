import FunnelModel

extension CommandOption {
  /// An option without a value.
  static func flag(
    _ name: String, _ category: OptionCategory, _ commands: [CommandName], line: String, text: String,
    sets path: any WritableKeyPath<Request, Bool> & Sendable
  ) -> CommandOption {
    CommandOption(
      name: name, value: .none, category: category, line: line, text: text, commands: commands, isRepeatable: false
    ) { _, request in
      request[keyPath: path] = true
    }
  }

  /// An option whose value is one of a few words.
  static func choice<Word: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ value: String, _ category: OptionCategory, _ commands: [CommandName], line: String, text: String,
    sets path: any WritableKeyPath<Request, Word?> & Sendable
  ) -> CommandOption where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue)
    return CommandOption(
      name: name, value: .choice(value, words), category: category, line: line, text: text, commands: commands,
      isRepeatable: false
    ) { typed, request throws(ValueFault) in
      guard let word = Word(rawValue: typed) else {
        throw ValueFault(expected: Self.list(words), nearest: Suggestion.nearest(to: typed, among: words))
      }
      request[keyPath: path] = word
    }
  }

  /// An option whose value is read by a function; nil means that the value is none.
  static func value<Value>(
    _ name: String, _ value: String, _ category: OptionCategory, _ commands: [CommandName], line: String, text: String,
    expected: String, sets path: any WritableKeyPath<Request, Value?> & Sendable,
    read: @escaping @Sendable (String) -> Value?
  ) -> CommandOption {
    CommandOption(
      name: name, value: .text(value), category: category, line: line, text: text, commands: commands,
      isRepeatable: false
    ) { typed, request throws(ValueFault) in
      guard let value = read(typed) else { throw ValueFault(expected: expected) }
      request[keyPath: path] = value
    }
  }

  /// An option whose value is a span of time, read by a function that says what is wrong with it.
  static func span<Value>(
    _ name: String, _ commands: [CommandName], line: String, text: String,
    sets path: any WritableKeyPath<Request, Value?> & Sendable,
    read: @escaping @Sendable (String) throws(ValueFault) -> Value
  ) -> CommandOption {
    CommandOption(
      name: name, value: .text("SPAN"), category: .flow, line: line, text: text, commands: commands, isRepeatable: false
    ) { typed, request throws(ValueFault) in
      request[keyPath: path] = try read(typed)
    }
  }

  /// An option whose value is any text but the empty one.
  static func word(
    _ name: String, _ value: String, _ category: OptionCategory, _ commands: [CommandName], line: String, text: String,
    expected: String, sets path: any WritableKeyPath<Request, String?> & Sendable
  ) -> CommandOption {
    .value(
      name, value, category, commands, line: line, text: text, expected: expected, sets: path,
      read: { $0.isEmpty ? nil : $0 })
  }

  /// An option whose value is any text but the empty one, and which may be repeated.
  static func words(
    _ name: String, _ value: String, _ category: OptionCategory, _ commands: [CommandName], line: String, text: String,
    expected: String, adds path: any WritableKeyPath<Request, [String]> & Sendable
  ) -> CommandOption {
    CommandOption(
      name: name, value: .text(value), category: category, line: line, text: text, commands: commands,
      isRepeatable: true
    ) { typed, request throws(ValueFault) in
      if typed.isEmpty { throw ValueFault(expected: expected) }
      request[keyPath: path].append(typed)
    }
  }

  /// A filter, `FIELD=VALUE`, which may be repeated: values of one field stand together.
  static func filter(
    _ name: String, _ category: OptionCategory, _ commands: [CommandName], line: String, text: String,
    adds path: any WritableKeyPath<Request, [FieldFilter]> & Sendable
  ) -> CommandOption {
    CommandOption(
      name: name, value: .text("FIELD=VALUE"), category: category, line: line, text: text, commands: commands,
      isRepeatable: true
    ) { typed, request throws(ValueFault) in
      guard let (field, value) = ValueSyntax.filter(typed) else {
        throw ValueFault(expected: "a field, '=' and a value, such as platform=ios")
      }
      if let index = request[keyPath: path].firstIndex(where: { $0.field == field }) {
        request[keyPath: path][index].values.append(value)
      } else {
        request[keyPath: path].append(FieldFilter(field: field, values: [value]))
      }
    }
  }

  /// The same option, of whose words some commands take fewer.
  func narrowed(_ words: [CommandName: [String]]) -> CommandOption {
    var option = self
    option.narrowed = words
    return option
  }

  /// The character between the fields of CSV, by itself or by a word.
  static let delimiter = CommandOption(
    name: "delimiter", value: .suggested("CHARACTER", DelimiterSyntax.words.map(\.word)), category: .output,
    line: "what stands between the fields of CSV (default comma)",
    text: """
      One of comma, semicolon, tab and pipe, or one ASCII character such as ';', in quotes for the shell. Not possible are \
      letters, digits, blanks, quotes and . _ + - = @. Holds for the CSV files of --output too. With --decimal-comma \
      the default is the semicolon.
      """,
    commands: [.analyze, .paths], isRepeatable: false
  ) { typed, request throws(ValueFault) in
    guard let character = DelimiterSyntax.character(typed) else {
      let nearest = Suggestion.nearest(to: typed, among: DelimiterSyntax.words.map(\.word))
      throw ValueFault(expected: DelimiterSyntax.expected, nearest: nearest)
    }
    request.delimiter = character
  }

  /// `ordered, strict or any`.
  static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? "")
  }
}
