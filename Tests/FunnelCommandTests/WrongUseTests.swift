import FunnelModel
import Testing

@testable import FunnelCommand

@Suite struct WrongUseTests {
  @Test(arguments: [
    (["analize", "x"], "unknown command 'analize'; did you mean 'analyze'?"),
    (
      ["night.ndjson"],
      "unknown command 'night.ndjson'; to read a log: funnel analyze LOG...; to see all commands: funnel --help"
    ),
    (["analyze"], "analyze needs a log, or '-' for standard input: funnel analyze [OPTION...] LOG..."),
    (["init"], "init needs a log, or '-' for standard input: funnel init [OPTION...] LOG..."),
    (["check"], "check needs a definition: funnel check DEFINITION"),
    (["completions"], "completions needs the name of a shell: funnel completions bash|fish|zsh"),
    (["completions", "bsh"], "there are no completions for 'bsh'; did you mean 'bash'?"),
    (["completions", "powershell"], "there are no completions for 'powershell'; there are those for bash, fish, zsh"),
    (["completions", "bash", "zsh"], "completions does not take 'zsh': funnel completions bash|fish|zsh"),
    (["man", "analyze"], "man does not take 'analyze': funnel man"),
    (["check", "a", "b"], "check does not take 'b': funnel check DEFINITION"),
    (["help", "analyze", "b"], "help does not take 'b': funnel help [COMMAND | --OPTION]"),
    (["help", "--wndow"], "there is no command or option '--wndow'; did you mean '--window'?"),
    (["analyze", "--ordr", "any", "x"], "unknown option '--ordr'; did you mean '--order'?"),
    (["analyze", "--zzzzzzz", "x"], "unknown option '--zzzzzzz'; to see all options: funnel --help"),
    (["analyze", "-q", "x"], "unknown option '-q'; to see all options: funnel --help"),
    (["analyze", "-order", "x"], "unknown option '-order'; did you mean '--order'?"),
    (
      ["--quiet", "analyze", "x"],
      "--quiet stands before the command; options stand after it, as in: funnel analyze [OPTION...] LOG..."
    ),
    (
      ["--window=7d", "analyze", "x"],
      "--window stands before the command; options stand after it, as in: funnel analyze [OPTION...] LOG..."
    ),
    (["--ordr"], "unknown option '--ordr'; did you mean '--order'?"),
    (["check", "--quiet", "x"], "--quiet is no option of 'check'; to see those that are: funnel check --help"),
    (["analyze", "x", "--window"], "--window needs a value: --window SPAN"),
    (["analyze", "--window", "--quiet", "x"], "--window needs a value: --window SPAN"),
    (["analyze", "--quiet=yes", "x"], "--quiet takes no value; leave out what follows the '='"),
    (["analyze", "--order", "any", "--order=any", "x"], "--order is given twice; leave one out"),
    (
      ["analyze", "--order", "stricd", "x"],
      "--order stricd: expected ordered, strict or any; did you mean 'strict'?"
    ),
    (
      ["analyze", "--table", "step", "x"],
      "--table step: expected steps, variants, sessions, comparisons, anomalies, trend or quality; did you mean 'steps'?"
    ),
    (
      ["analyze", "--format", "jsn", "x"],
      "--format jsn: expected csv, tsv, markdown, json, text, html or xlsx; did you mean 'json'?"
    ),
    (["analyze", "--unit", "", "x"], "--unit '': expected user or session"),
    (["analyze", "--threads", "0", "x"], "--threads 0: expected a whole number from 1 to 256"),
    (["analyze", "--threads", "+2", "x"], "--threads +2: expected a whole number from 1 to 256"),
    (["analyze", "--threads", "1e3", "x"], "--threads 1e3: expected a whole number from 1 to 256"),
    (["analyze", "--max-line", "2G", "x"], "--max-line 2G: expected bytes from 1 to 1G, such as 65536 or 16M"),
    (["analyze", "--max-rejected", "2", "x"], "--max-rejected 2: expected a share from 0 to 1, such as 0.01 or 1%"),
    (
      ["analyze", "--max-rejected", "nan", "x"],
      "--max-rejected nan: expected a share from 0 to 1, such as 0.01 or 1%"
    ),
    (
      ["analyze", "--session-gap", "30", "x"],
      "--session-gap 30: expected a whole number and s, m, h or d, such as 30m"
    ),
    (
      ["analyze", "--window", "never", "x"],
      "--window never: expected a whole number and s, m, h or d, such as 30m, or none"
    ),
    (
      ["analyze", "--by", "a,,b", "x"],
      "--by a,,b: expected fields with commas between, none empty and none twice, such as platform,variant"
    ),
    (
      ["analyze", "--by", "a,a", "x"],
      "--by a,a: expected fields with commas between, none empty and none twice, such as platform,variant"
    ),
    (["analyze", "--where", "=x", "y"], "--where =x: expected a field, '=' and a value, such as platform=ios"),
    (["analyze", "--where", "x=", "y"], "--where x=: expected a field, '=' and a value, such as platform=ios"),
    (
      ["analyze", "--timezone", "Europe/Berlim", "x"],
      "--timezone: unknown time zone 'Europe/Berlim'; did you mean 'Europe/Berlin'?"
    ),
    (
      ["analyze", "--since", "yesterday", "x"],
      "--since: 'yesterday' is no moment; write a date such as 2026-11-30 or a time such as 2026-11-30T08:00:00Z"
    ),
    (
      ["analyze", "--since", "2026-03-02", "--until", "2026-03-02", "x"],
      "--until is not later than --since, so nothing would be counted; put the later time into --until"
    ),
    (
      ["analyze", "--window", "9999999999999999d", "x"],
      "--window 9999999999999999d: expected a shorter span: this is longer than any log"
    ),
    (
      ["analyze", "--session-gap", "99999999999999999999s", "x"],
      "--session-gap 99999999999999999999s: expected a shorter span: this is longer than any log"
    ),
    (
      ["analyze", "--only", "x=" + SystemWord.string(of: [0xFF]), "y"],
      "--only x=\\xff: expected a field, '=' and a value, such as platform=ios"
    ),
    (["analyze", "--definition", "-", "x"], "a definition is not read from standard input ('-'); name a file"),
    (["check", "-"], "a definition is not read from standard input ('-'); name a file"),
    (
      ["analyze", "--timezone", "", "x"],
      "--timezone '': expected the name of a time zone, such as Europe/Berlin or UTC, or an offset such as +02:00"
    ),
    (["analyze", ""], "cannot open '': no such file or directory; nothing was read"),
    (["check", ""], "cannot read the definition '': no such file or directory; name a file in JSON"),
    (["analyze", "-", "x", "-"], "standard input ('-') can be read once only; leave one '-' out"),
    (["analyze", "--format", "json", "--bom", "x"], "--bom has no effect with --format json; it is for csv and tsv"),
    (
      ["analyze", "--format", "json", "--decimal-comma", "x"],
      "--decimal-comma has no effect with --format json; it is for csv and tsv"
    ),
    (
      ["analyze", "--format", "tsv", "--delimiter", "pipe", "x"],
      "--delimiter has no effect with --format tsv; it is for csv"
    ),
    (
      ["analyze", "--color", "always", "x"],
      "--color has no effect with --format csv; it is for --format text"
    ),
    (
      ["analyze", "--decimal-comma", "--delimiter", ",", "x"],
      "--decimal-comma needs another --delimiter than the comma; leave --delimiter out for ';'"
    ),
    (
      ["analyze", "--delimiter", "semicolons", "x"],
      "--delimiter semicolons: expected \(DelimiterSyntax.expected); did you mean 'semicolon'?"
    ),
    (["analyze", "--delimiter", "\"", "x"], "--delimiter \": expected \(DelimiterSyntax.expected)"),
    (
      ["analyze", "--format", "json", "--table", "steps", "x"],
      "--table has no effect with --format json; it holds all tables; leave it out"
    ),
    (["analyze", "\u{1B}[31m\n"], "cannot open \\x1b[31m\\x0a: no such file or directory; nothing was read"),
  ])
  func isOneLineThatSaysWhatToDo(words: [String], line: String) {
    let outcome = CommandProbe().run(words)
    #expect(outcome.error == "funnel: \(line)\n")
    #expect(outcome.output.isEmpty)
    #expect(outcome.status == (line.hasPrefix("cannot ") ? .failed : .wrongUse))
  }
}
