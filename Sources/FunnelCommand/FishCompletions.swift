/// The completions of fish, from 3.0 on.
enum FishCompletions {
  /// The script.
  static var text: String {
    let lines = [commands, options, operands].map { $0.joined(separator: "\n") }
    return """
      \(Shell.fish.remark)

      # Whether a command is still to be named.
      function __funnel_has_no_command
        test (count (commandline --tokenize --cut-at-cursor --current-process)) -eq 1
      end

      # Whether the command is one of these.
      function __funnel_command_is
        set --local words (commandline --tokenize --cut-at-cursor --current-process)
        test (count $words) -ge 2; and contains -- $words[2] $argv
      end

      # The folders that the value being typed may mean; after '=' too.
      function __funnel_folders
        __fish_complete_directories (commandline --current-token | string replace --regex -- '^--[^=]*=' '')
      end

      # Where nothing else is said, no names of files are offered.
      complete --command funnel --no-files

      \(lines.joined(separator: "\n\n"))

      """
  }

  private static func complete(_ condition: String, _ rest: String) -> String {
    "complete --command funnel --condition \(Shell.fish.quoted(condition)) \(rest)"
  }

  private static var commands: [String] {
    CommandName.allCases.map { command in
      complete(
        "__funnel_has_no_command",
        "--arguments \(command.rawValue) --description \(Shell.fish.quoted(command.line))")
    }
      + FirstWord.options.map { option in
        complete(
          "__funnel_has_no_command",
          "--long-option \(option.name) --description \(Shell.fish.quoted(option.line))")
      }
  }

  private static var options: [String] {
    CommandOption.all.flatMap { option in
      option.groups.map { group in
        let places = "__funnel_command_is " + group.commands.map(\.rawValue).joined(separator: " ")
        let value = option.valueName == nil ? "" : " --require-parameter" + offer(.init(group.value))
        let line = option.line(of: group.commands[0])
        return complete(places, "--long-option \(option.name)\(value) --description \(Shell.fish.quoted(line))")
      }
    }
  }

  private static var operands: [String] {
    CommandName.allCases.filter { $0.operands != .nothing }.map { command in
      complete("__funnel_command_is \(command.rawValue)", offer(command.operands).trimmingPrefix(" ").description)
    }
  }

  private static func offer(_ completed: Completed) -> String {
    switch completed {
    case .nothing: " --no-files"
    case .words(let words): " --no-files --arguments \(Shell.fish.quoted(words.joined(separator: " ")))"
    case .files: " --force-files"
    case .folders: " --no-files --arguments '(__funnel_folders)'"
    }
  }
}
