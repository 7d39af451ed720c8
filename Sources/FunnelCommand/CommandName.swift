/// What `funnel` can be asked to do.
enum CommandName: String, CaseIterable {
  case analyze
  case check
  case compare
  case completions
  case events
  case help
  case initialize = "init"
  case man
  case paths
  case trace

  /// One line for the list of commands.
  var line: String {
    switch self {
    case .analyze: "count who got how far, and print the report"
    case .check: "validate a definition, and say in words what it counts"
    case .compare: "say what changed from one report to another"
    case .completions: "print the completions of a shell, for it to load"
    case .events: "show what is in logs: event names, users, times, fields"
    case .help: "explain a command or an option"
    case .initialize: "print a definition inferred from logs, to start from"
    case .man: "print the manual page"
    case .paths: "count what people did next who got no further"
    case .trace: "tell why one user counts as they do"
    }
  }

  /// How it is called.
  var usage: String {
    switch self {
    case .analyze: "funnel analyze [OPTION...] LOG..."
    case .check: "funnel check DEFINITION"
    case .compare: "funnel compare [OPTION...] OLD NEW"
    case .completions: "funnel completions \(Shell.allCases.map(\.rawValue).joined(separator: "|"))"
    case .events: "funnel events [OPTION...] LOG..."
    case .help: "funnel help [COMMAND | --OPTION]"
    case .initialize: "funnel init [OPTION...] LOG..."
    case .man: "funnel man"
    case .paths: "funnel paths [OPTION...] LOG..."
    case .trace: "funnel trace [OPTION...] USER LOG..."
    }
  }

  /// What it does, in a few sentences for its help.
  var text: String {
    switch self {
    case .analyze:
      """
      Reads event logs (one JSON object a line, '-' for standard input), finds sessions and attempts, and prints \
      for each variant and step how many entered, passed, skipped and were lost. Without --definition the steps \
      are inferred from the log.
      """
    case .check:
      """
      Reads a definition and no log. Prints in words what would be counted; each fault is one line on standard \
      error with the key's path, and the exit status is 2.
      """
    case .compare:
      """
      Reads two reports of one breakdown, each a report.json or a folder that --output made, and prints what changed \
      for each variant and step: shares of all attempts with the tests that variants are compared by, times by the \
      intervals of their medians. The exit status tells nothing of the changes.
      """
    case .completions:
      """
      Prints a script by which a shell completes commands, options and their values. scripts/install puts it where \
      each shell looks.
      """
    case .events:
      """
      Reads logs and prints, for each event name, how often it stands there, how many users, its first and last time, \
      and each of its fields with types and example values: what is needed to write the matches of a definition. An \
      event that the log holds twice is shown twice: it is the log that is shown, not what is counted of it. Of more than \
      2,000 names, or 300 fields of one, it says how many it leaves out.
      """
    case .help:
      "Prints the help of funnel, of one command, or the long text of one option."
    case .initialize:
      """
      Reads event logs and prints the flow they show as a definition in JSON. Look it through, save it as a file, \
      and name it with --definition.
      """
    case .man:
      """
      Prints the manual page in roff: every command and every option at length. To read it without installing it, \
      save it as a file and name that to man.
      """
    case .paths:
      """
      Reads event logs and prints, for each variant and step, what those did next whose attempt ended at it: the \
      event that followed, or the end, and the step at which those resumed who came back in a later session.
      """
    case .trace:
      """
      Reads event logs and tells of one user every event with its session and signals, every walk and what each \
      event did to it, which attempt counts and why, and the row of the report that it ends in. It is how a doubted \
      number is settled: name the same logs and options as to analyze.
      """
    }
  }

  /// Commands to copy, with what each is for.
  var examples: [(command: String, purpose: String)] {
    switch self {
    case .analyze:
      [
        ("funnel analyze logs/*.ndjson", "the steps as CSV, inferred from the log"),
        ("funnel analyze --definition flow.json --output report logs/*.ndjson", "everything, into a folder"),
        ("funnel analyze --table variants --by platform,variant night.ndjson", "one table, by two fields"),
        ("zcat old.ndjson.gz | funnel analyze --format markdown -", "a report to read, from a pipe"),
      ]
    case .check: [("funnel check flow.json", "is the definition right, and what does it say?")]
    case .compare:
      [
        ("funnel compare reports/2026-03-01 reports/2026-03-08", "what a week changed, as CSV"),
        ("funnel compare --format markdown old/report.json new", "the same as a page to read"),
      ]
    case .completions: [("funnel completions fish > ~/.config/fish/completions/funnel.fish", "for oneself, in fish")]
    case .events: [("funnel events --format markdown export.json.gz", "what is in this log?")]
    case .help: [("funnel help --window", "the long text of an option")]
    case .initialize: [("funnel init logs/*.ndjson > flow.json", "a definition to start from")]
    case .man: [("funnel man > funnel.1", "a file to read with: man ./funnel.1")]
    case .paths:
      [("funnel paths --definition flow.json --format markdown logs/*.ndjson", "what they did next, to read")]
    case .trace: [("funnel trace --definition flow.json u-1042 logs/*.ndjson", "one user's story")]
    }
  }
}
