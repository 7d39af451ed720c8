/// The completions of bash, from 3.2 on, without the package bash-completion.
enum BashCompletions {
  /// The script.
  static var text: String {
    """
    \(Shell.bash.remark)

    # Offers those of the words after the first argument that begin with it.
    _funnel_words() {
      local current=$1 word
      shift
      for word; do
        if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
      done
    }

    # Lets bash itself complete names of files (default) or folders (dirnames), or does it where bash is too old to be told.
    _funnel_names() {
      local current=$1 name
      if compopt -o "$2" 2>/dev/null; then return; fi
      while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$3" -- "$current")
    }

    _funnel() {
      local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} option= isAttached= operands= before index
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        case $current in
          -*) _funnel_words "$current" \(list(FirstWord.options.map { "--" + $0.name })) ;;
          *) _funnel_words "$current" \(list(CommandName.allCases.map(\.rawValue))) ;;
        esac
        return
      fi

      # An option's value stands after a blank or after '=', which bash makes a word of its own.
      before=${COMP_WORDS[COMP_CWORD - 1]}
      if [[ $current == = ]]; then
        option=$before current= isAttached=yes
      elif [[ $before == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]} isAttached=yes
      else
        option=$before
      fi
      # What follows '=' within a value, as in platform=ios, is the user's own.
      if [[ -n $isAttached && $option != -* ]]; then return; fi
      for ((index = 2; index < COMP_CWORD; index++)); do
        if [[ ${COMP_WORDS[index]} == -- ]]; then operands=yes option=; fi
      done

      case "$command $option" in
    \(values)
      esac

      if [[ -z $operands && $current == -* && $command != help ]]; then
        case $command in
    \(options)
        esac
        return
      fi
      case $command in
    \(operands)
      esac
    }

    complete -F _funnel funnel

    """
  }

  private static func list(_ words: [String]) -> String {
    words.map(Shell.bash.quoted).joined(separator: " ")
  }

  /// A line for every value: `analyze --order` and what is offered.
  private static var values: String {
    var lines: [String] = []
    for option in CommandOption.all where option.valueName != nil {
      for group in option.groups {
        let places = group.commands.map { Shell.bash.quoted("\($0.rawValue) --\(option.name)") }
        lines.append("    \(places.joined(separator: " | "))) \(offer(.init(group.value), then: "return")) ;;")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static var options: String {
    CommandName.allCases.filter { $0 != .help }.map { command in
      "      \(command.rawValue)) _funnel_words \"$current\" \(list(command.options.map { "--" + $0.name })) ;;"
    }.joined(separator: "\n")
  }

  private static var operands: String {
    CommandName.allCases.filter { $0.operands != .nothing }
      .map { "    \($0.rawValue)) \(offer($0.operands, then: nil)) ;;" }
      .joined(separator: "\n")
  }

  private static func offer(_ completed: Completed, then next: String?) -> String {
    let offered: String? =
      switch completed {
      case .nothing: nil
      case .words(let words): "_funnel_words \"$current\" \(list(words))"
      case .files: "_funnel_names \"$current\" default -f"
      case .folders: "_funnel_names \"$current\" dirnames -d"
      }
    return [offered, next].compactMap(\.self).joined(separator: "; ")
  }
}
