/// The completions of zsh, for a folder of `fpath` or to be sourced.
enum ZshCompletions {
  /// The script.
  static var text: String {
    """
    #compdef funnel
    \(Shell.zsh.remark)

    _funnel() {
      local curcontext=$curcontext state line
      typeset -A opt_args
      local -a commands options topics
      commands=(
    \(described(CommandName.allCases.map { ($0.rawValue, $0.line) }))
      )
      options=(
    \(described(FirstWord.options.map { ("--" + $0.name, $0.line) }))
      )

      if ((CURRENT == 2)); then
        _describe -t commands command commands
        _describe -o -t options option options
        return
      fi

      local command=$words[2]
      shift words
      ((CURRENT--))
      case $command in
    \(CommandName.allCases.map(branch).joined(separator: "\n"))
      esac
    }

    if [[ $funcstack[1] == _funnel ]]; then
      _funnel "$@"
    else
      compdef _funnel funnel
    fi

    """
  }

  private static func described(_ words: [(word: String, line: String)]) -> String {
    words.map { "    " + Shell.zsh.quoted(escaped($0.word) + ":" + $0.line) }.joined(separator: "\n")
  }

  private static func branch(_ command: CommandName) -> String {
    var lines = ["    \(command.rawValue))"]
    if command == .help, case .words(let words) = command.operands {
      // Options are what help is asked about here, so they are plain words.
      lines.append("      topics=(\(words.map(Shell.zsh.quoted).joined(separator: " ")))")
      lines.append("      if ((CURRENT == 2)); then _describe -t topics 'command or option' topics; fi")
    } else {
      lines.append("      _arguments -S : \\")
      let arguments = command.options.map { argument($0, of: command) } + [operand(command.operands)].compactMap(\.self)
      lines.append(arguments.map { "        " + Shell.zsh.quoted($0) }.joined(separator: " \\\n"))
    }
    lines.append("      ;;")
    return lines.joined(separator: "\n")
  }

  /// An option as `_arguments` takes it: `--name=[line]:VALUE:action`, with a star where it may be repeated.
  private static func argument(_ option: CommandOption, of command: CommandName) -> String {
    let star = option.isRepeatable ? "*" : ""
    let line = "[" + escaped(option.line(of: command)) + "]"
    guard let value = option.valueName else { return "\(star)--\(option.name)\(line)" }
    return "\(star)--\(option.name)=\(line):\(escaped(value)):\(action(.init(option.value(of: command))))"
  }

  private static func operand(_ completed: Completed) -> String? {
    switch completed {
    case .nothing: nil
    case .words: "1:word:" + action(completed)
    case .files, .folders: "*:file:" + action(completed)
    }
  }

  private static func action(_ completed: Completed) -> String {
    switch completed {
    // A blank says that there is something to type, and nothing to offer.
    case .nothing: " "
    case .words(let words): "(" + words.joined(separator: " ") + ")"
    case .files: "_files"
    case .folders: "_files -/"
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      if ["\\", ":", "[", "]"].contains(character) { escaped += "\\" }
      escaped.unicodeScalars.append(character)
    }
    return escaped
  }
}
