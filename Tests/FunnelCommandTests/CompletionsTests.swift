import Testing

@testable import FunnelCommand

/// The scripts say what the table of options says; `scripts/check-completions` tries them in the shells themselves.
@Suite struct CompletionsTests {
  @Test(arguments: Shell.allCases) func areAllThatIsPrinted(shell: Shell) {
    let outcome = CommandProbe().run("completions", shell.rawValue)
    #expect(outcome.status == .done)
    #expect(outcome.output == shell.completions)
    #expect(outcome.error.isEmpty)
  }

  @Test(arguments: Shell.allCases) func arePlainLines(shell: Shell) {
    #expect(shell.completions.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    #expect(shell.completions.hasSuffix("\n") && !shell.completions.hasSuffix("\n\n"))
    for line in shell.completions.split(separator: "\n") { #expect(line.last != " ", "\(line)") }
  }

  @Test(arguments: CommandOption.all.map(\.name)) func holdEveryOptionOfACommandAndNoOther(name: String) throws {
    let option = try #require(CommandOption.named(name))
    for command in CommandName.allCases {
      for shell in Shell.allCases {
        let offered = Self.line(of: option, command, shell)
        #expect((offered != nil) == option.commands.contains(command), "\(shell) \(command)")
      }
    }
  }

  @Test(arguments: CommandOption.all.map(\.name)) func offerTheValuesOfTheTable(name: String) throws {
    let option = try #require(CommandOption.named(name))
    for command in option.commands where command != .help { try offers(option, command) }
  }

  private func offers(_ option: CommandOption, _ command: CommandName) throws {
    let name = option.name
    func isOffered(_ bash: String, _ fish: String, _ zsh: String) throws {
      let lines = BashCompletions.text.split(separator: "\n").filter { $0.contains("'\(command.rawValue) --\(name)'") }
      #expect(lines.count == 1)
      #expect(lines.first?.contains(bash) == true)
      #expect(try #require(Self.line(of: option, command, .fish)).contains(fish))
      #expect(try #require(Self.line(of: option, command, .zsh)).contains(zsh))
    }
    switch Completed(option.value(of: command)) {
    case .words(let words):
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      try isOffered(
        "\"$current\" \(quoted); return", "'\(words.joined(separator: " "))'", ":(\(words.joined(separator: " ")))'")
    case .files: try isOffered("default -f; return", "--force-files", ":_files'")
    case .folders: try isOffered("dirnames -d; return", "(__funnel_folders)", ":_files -/'")
    case .nothing where option.valueName != nil: try isOffered(") return ;;", "--require-parameter --no-files", ": '")
    case .nothing: #expect(!BashCompletions.text.contains(" --\(name)')"))
    }
  }

  @Test func knowFilesFoldersAndWordsByTheTable() throws {
    func completed(_ name: String) throws -> Completed { .init(try #require(CommandOption.named(name)).value) }
    #expect(try completed("definition") == .files)
    #expect(try completed("output") == .folders)
    #expect(try completed("order") == .words(["ordered", "strict", "any"]))
    #expect(try completed("delimiter") == .words(["comma", "semicolon", "tab", "pipe"]))
    #expect(try completed("timezone") == .nothing)
    #expect(try completed("quiet") == .nothing)
    let format = try #require(CommandOption.named("format"))
    #expect(Completed(format.value(of: .events)) == .words(["csv", "markdown"]))
    #expect(Completed(format.value(of: .trace)) == .words(["text", "markdown", "html", "json"]))
  }

  @Test func offeredWordsNeedNoQuotes() {
    for option in CommandOption.all {
      guard case .words(let words) = Completed(option.value) else { continue }
      for word in words {
        #expect(
          word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }, "\(word)")
      }
    }
  }

  @Test(arguments: [
    ("plain", "'plain'", "'plain'"),
    ("user's", "'user'\\''s'", "'user\\'s'"),
    ("a\\b", "'a\\b'", "'a\\\\b'"),
    ("$(x) `y`", "'$(x) `y`'", "'$(x) `y`'"),
    ("", "''", "''"),
  ])
  func aTextBecomesOneWordOfTheShell(text: String, plain: String, fish: String) {
    #expect(Shell.bash.quoted(text) == plain)
    #expect(Shell.zsh.quoted(text) == plain)
    #expect(Shell.fish.quoted(text) == fish)
  }

  /// The line of a script that offers an option for a command; nil where none does.
  private static func line(of option: CommandOption, _ command: CommandName, _ shell: Shell) -> Substring? {
    switch shell {
    case .bash:
      // Help is asked about every option, so all of them are its words.
      let start = command == .help ? "    help) _funnel_words" : "      \(command.rawValue)) _funnel_words"
      guard command != .help || option.commands.contains(.help) else { return nil }
      return BashCompletions.text.split(separator: "\n").first {
        $0.hasPrefix(start) && $0.contains("'--\(option.name)'")
      }
    case .fish:
      return FishCompletions.text.split(separator: "\n").first { line in
        let condition = line.split(separator: "'").dropFirst().first?.split(separator: " ") ?? []
        return condition.first == "__funnel_command_is" && condition.contains(command.rawValue[...])
          && line.contains("--long-option \(option.name) ")
      }
    case .zsh:
      guard command != .help || option.commands.contains(.help) else { return nil }
      let branch = ZshCompletions.text.split(separator: "\n").drop { $0 != "    \(command.rawValue))" }
        .prefix { $0 != "      ;;" }
      return branch.first { line in
        if command == .help { return line.contains("'--\(option.name)'") }
        let word = line.drop { $0 == " " || $0 == "'" || $0 == "*" }
        return word.hasPrefix("--\(option.name)[") || word.hasPrefix("--\(option.name)=[")
      }
    }
  }
}
