/// The shells that there are completions for.
enum Shell: String, CaseIterable {
  case bash
  case fish
  case zsh

  /// The script that the shell loads, made of the table of options.
  var completions: String {
    switch self {
    case .bash: BashCompletions.text
    case .fish: FishCompletions.text
    case .zsh: ZshCompletions.text
    }
  }

  /// A text as one word of the shell, whatever it holds but a line end.
  func quoted(_ text: String) -> String {
    var quoted = "'"
    for character in text.unicodeScalars {
      switch (character, self) {
      case ("'", .fish), ("\\", .fish): quoted += "\\" + String(character)
      case ("'", _): quoted += "'\\''"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "'"
  }

  /// What a script says of itself.
  var remark: String {
    "# Completions of funnel \(FunnelCommand.version), made of its table of options: funnel completions \(rawValue)"
  }
}
