import FunnelModel
import FunnelReport

extension CommandOption {
  /// All options: by heading, in the order of help, and sorted by name under each.
  static let all: [CommandOption] = flow + selection + time + judgement + output + reading + general

  /// The option of a name, given without dashes.
  static func named(_ name: String) -> CommandOption? { all.first { $0.name == name } }

  private static let flow: [CommandOption] = [
    .choice(
      "advance", "RULE", .flow, [.analyze, .paths, .trace],
      line: "what passes a step: explicit or next",
      text: """
        With 'explicit' only a completion or a skip passes a step; with 'next' starting a later step passes a started \
        one, for logs of screens shown. Default: told from the log ('explicit' if at least 1 in 20 step signals are \
        completions or skips). The report says which.
        """,
      sets: \.advance),
    .word(
      "definition", "FILE", .flow, [.analyze, .paths, .trace],
      line: "the flow to walk; without it, it is inferred from the log",
      text: """
        A JSON file that lists the steps, and may say what events mean, which variants have steps of their own and \
        which rules to follow. 'funnel check FILE' validates one, 'funnel init LOG...' writes one to start from. An \
        option given beside it wins over what the file says.
        """,
      expected: "the name of a file", sets: \.definition),
    .choice(
      "entry", "RULE", .flow, [.analyze, .paths, .trace],
      line: "where an attempt may begin: first (default) or any",
      text: """
        With 'first' an attempt begins at the beginning of the flow; with 'any' at the first step that the unit is \
        seen at, and the steps before it are not entered.
        """,
      sets: \.entry),
    .choice(
      "order", "ORDER", .flow, [.analyze, .paths, .trace],
      line: "ordered (default), strict or any",
      text: """
        With 'ordered' what comes out of order is counted and changes nothing; with 'strict' it ends the attempt; with \
        'any' steps are passed in any order.
        """,
      sets: \.order),
    .choice(
      "session-by", "RULE", .flow, [.analyze, .paths, .trace],
      line: "what makes a session: gap (default) or id",
      text: """
        With 'gap' a silence ends a session; with 'id' all of a user's events with one session id are a session, and \
        those without an id are split by the gap.
        """,
      sets: \.sessionBy),
    .span(
      "session-gap", [.analyze, .paths, .trace],
      line: "the longest silence within a session (default 30m)",
      text: """
        A session ends where the user's next event is later by more than this. A whole number and s, m, h or d.
        """,
      sets: \.sessionGap, read: ValueSyntax.span),
    .span(
      "window", [.analyze, .paths, .trace],
      line: "the time an attempt has from its entry (default 7d)",
      text: """
        Events later than this after the entry no longer move the attempt. A whole number and s, m, h or d, or 'none' \
        for no limit.
        """,
      sets: \.window, read: ValueSyntax.window),
  ]

  private static let selection: [CommandOption] = [
    .value(
      "by", "FIELD,...", .selection, [.analyze, .paths, .trace],
      line: "break down by these fields (default variant)",
      text: """
        Fields are 'variant', 'version', or a path from the event's root such as 'platform' or 'context.locale'. Each \
        has a column of its name. Where a variant has steps of its own, 'variant' is added in front if it is not named.
        """,
      expected: "fields with commas between, none empty and none twice, such as platform,variant", sets: \.by,
      read: ValueSyntax.fields),
    .choice(
      "mixed", "RULE", .selection, [.analyze, .paths, .trace],
      line: "users of two variants: first (default) or exclude",
      text: """
        With 'first' a user who saw two variants counts under the first; with 'exclude' in no table.
        """,
      sets: \.mixed),
    .filter(
      "only", .selection, [.analyze, .initialize, .paths, .trace],
      line: "keep only the events whose field is this value",
      text: """
        Other events are left out before anything is counted ('excluded' in the table quality). May be repeated: of \
        the same field either value will do, of different fields all must hold.
        """,
      adds: \.only),
    .flag(
      "totals", .selection, [.analyze, .paths],
      line: "add rows over all units, first",
      text: "The rows have '(all)' in each field; in the table steps only where no variant has steps of its own.",
      sets: \.totals),
    .choice(
      "unit", "UNIT", .selection, [.analyze, .paths, .trace],
      line: "what is counted: user (default) or session",
      text: "With 'user' each user counts once; with 'session' each session, walked by itself.",
      sets: \.unit),
    .filter(
      "where", .selection, [.analyze, .paths, .trace],
      line: "count only the units whose field is this value",
      text: """
        All events still make sessions and move attempts; units with another value are left out of the tables. May be \
        repeated: of the same field either value will do, of different fields all must hold.
        """,
      adds: \.unitFilters),
  ]

  private static let time: [CommandOption] = [
    .word(
      "as-of", "TIME", .time, [.analyze, .initialize, .paths, .trace],
      line: "the moment the report speaks of (default: newest event)",
      text: """
        Later events are left out, and whether an attempt still goes on is told at this moment. A date, or a date and \
        time as in RFC 3339; without a zone it is in --timezone.
        """,
      expected: momentSyntax, sets: \.asOf),
    .word(
      "assume-timezone", "ZONE", .time, [.analyze, .events, .initialize, .paths, .trace],
      line: "the zone of times in the log that name none (default UTC)",
      text:
        "A name such as Europe/Berlin, or an offset such as +02:00. Such times are counted as 'no_zone' in the table quality.",
      expected: zoneSyntax, sets: \.assumeTimezone),
    .word(
      "since", "TIME", .time, [.analyze, .paths, .trace],
      line: "count what lies at or after this",
      text: """
        An attempt counts by its entry, a session by its first event, a unit by any event. Earlier events are read \
        all the same. A date means its first moment; without a zone the time is in --timezone.
        """,
      expected: momentSyntax, sets: \.since),
    .word(
      "timezone", "ZONE", .time, [.analyze, .initialize, .paths, .trace],
      line: "the zone of --since, --until and --as-of (default UTC)",
      text: "A name such as Europe/Berlin, or an offset such as +02:00. Times in the report stay in UTC.",
      expected: zoneSyntax, sets: \.timezone),
    .word(
      "until", "TIME", .time, [.analyze, .paths, .trace],
      line: "count what lies before this",
      text: """
        An attempt counts by its entry, a session by its first event, a unit by any event. Later events are read all \
        the same. A date means its first moment; without a zone the time is in --timezone.
        """,
      expected: momentSyntax, sets: \.until),
  ]

  private static let output: [CommandOption] = [
    .flag(
      "bom", .output, [.analyze, .paths],
      line: "put a byte order mark before CSV and TSV",
      text: "For spreadsheets that take a file without one for another encoding than UTF-8.",
      sets: \.byteOrderMark),
    .choice(
      "color", "WHEN", .output, [.analyze, .paths, .trace],
      line: "colour for the format text: auto (default), always or never",
      text: """
        With 'auto' there is colour on a terminal, unless the variable NO_COLOR is set to anything, or TERM is not set \
        or 'dumb'. With 'always' there is also colour into a pipe or file, as for 'less -R'.
        """,
      sets: \.colour),
    .flag(
      "decimal-comma", .output, [.analyze, .paths],
      line: "write 0,5 for 0.5 in CSV and TSV, with ';' between fields of CSV",
      text: """
        For spreadsheets of the countries that write numbers so. Another character between the fields of CSV is chosen \
        by --delimiter; the comma is not possible then. Holds for the CSV files of --output too, and changes no other \
        format.
        """,
      sets: \.decimalComma),
    .delimiter,
    .choice(
      "format", "FORMAT", .output, [.analyze, .compare, .events, .paths, .trace],
      line: "csv, tsv, markdown, json, text, html or xlsx",
      text: """
        Default: csv into a pipe or file, text on a terminal. csv and tsv hold one table (see --table), the others the \
        whole report, xlsx as a workbook for a file. Of these, paths writes csv, tsv, markdown, text and html, \
        compare csv, tsv, markdown, json and text, trace text (always its default), markdown, html and json, and events \
        csv and markdown (on a terminal its default).
        """,
      sets: \.format
    ).narrowed([
      .compare: ReportChanges.formats.map(\.rawValue), .events: SurveyFormat.allCases.map(\.rawValue),
      .paths: PathsReport.formats.map(\.rawValue), .trace: TraceReport.formats.map(\.rawValue),
    ]),
    .word(
      "output", "DIR", .output, [.analyze],
      line: "write every table as CSV, and the report in each format",
      text: """
        The tables go into steps.csv and so on, the report into report.md, report.html, report.json and report.xlsx. \
        All or nothing: a run that fails or is interrupted leaves what stood there before, and other files in DIR \
        stay as they are, save that .funnel-staging in DIR and .DIR.funnel-staging beside it are funnel's own names. DIR \
        is made where it is missing. Standard output stays empty, so --format and --table have no effect, whatever \
        they say.
        """,
      expected: "the name of a folder", sets: \.output),
    .choice(
      "table", "NAME", .output, [.analyze],
      line: "the table for csv and tsv (default steps)",
      text: """
        steps: what became of the attempts at each step. variants: conversion per variant. sessions: sessions per \
        variant. comparisons: each variant with the control. anomalies: what a person should look at. trend: the \
        attempts of each day. quality: what was read and what could not be counted. Another format \
        takes none; beside --output it has no effect.
        """,
      sets: \.table),
  ]

  private static let reading: [CommandOption] = [
    .choice(
      "clock", "RULE", .reading, [.analyze, .events, .initialize, .paths, .trace],
      line: "a client's clock: corrected (default) or raw",
      text: """
        Where a log says when an event was created and sent by the client's clock and when it was received, 'corrected' \
        takes received - (sent - created) for its time, and 'raw' takes created.
        """,
      sets: \.clock),
    .value(
      "experiment", "KEY", .reading, [.analyze, .initialize, .paths, .trace],
      line: "the experiment whose arms are the variants",
      text: """
        For logs of other systems that know several: the N of Firebase's firebase_exp_N, the key of a PostHog or \
        Amplitude flag, the name or id of a Segment or Mixpanel experiment; with or without what the system puts before \
        every name (firebase_exp_, $feature/). Without it the arms of the only experiment count that the logs tell of; of \
        several none does, since arms of different experiments mean nothing together, and a note names them.
        """,
      expected: "the key of an experiment", sets: \.experiment, read: { $0.isEmpty ? nil : ByteText($0) }),
    .word(
      "identities", "FILE", .reading, [.analyze, .events, .initialize, .paths, .trace],
      line: "a table of ids and the users that they belong to",
      text: """
        Two columns, as CSV or, with tabs, TSV: an id, and the user whom it belongs to. What it says counts beside what the \
        logs say, for all of a run. An id that it gives to two users is taken for a device that they share.
        """,
      expected: "the name of a file", sets: \.identities),
    .choice(
      "identity", "RULE", .reading, [.analyze, .events, .initialize, .paths, .trace],
      line: "whether the ids of one user are one user: on or off",
      text: """
        With 'on' events are grouped by the user whom their ids belong to: an anonymous visitor and the user who signed in \
        later are one. Two users who signed in on one device are never one for that; what is anonymous on it belongs to \
        the one who is next on it. With 'off' they are grouped by the id that stands on them. Default: on, but off for \
        funnel's own logging unless events carry both user_id and anonymous_id.
        """,
      sets: \.identity),
    .value(
      "max-line", "BYTES", .reading, [.analyze, .events, .initialize, .paths, .trace],
      line: "the longest line that is read (default 16M)",
      text:
        "Longer lines are rejected as 'too_long'. A whole number of bytes, or one with K, M or G (of 1,024), in either case. 1G is the most.",
      expected: "bytes from 1 to 1G, such as 65536 or 16M", sets: \.maxLineBytes,
      read: { ValueSyntax.bytes($0, in: 1...(1 << 30)) }),
    .value(
      "max-rejected", "SHARE", .reading, [.analyze, .initialize, .paths, .trace],
      line: "fail where more of the lines than this are rejected",
      text: """
        A share of all lines such as 0.01 or 1%. Where more are rejected there is no report and the exit status is 1. \
        Without it bad lines never fail a run.
        """,
      expected: "a share from 0 to 1, such as 0.01 or 1%", sets: \.maxRejected, read: { Share($0) }),
    .value(
      "memory", "SIZE", .reading, [.analyze, .initialize],
      line: "the memory to stay within (default: no limit)",
      text: """
        The report is the same. Events that do not fit go to nameless files in $TMPDIR, or /tmp, which vanish with the \
        run however it ends; fewer processors work at once where there is no room for more. Beyond the budget goes \
        what cannot be cut: a line longer than a few MiB, a single user's events, ids that stand beside another, and the step ids, the values of --by, the names \
        of events (for pages) and the durations that the report is made of, which take about 16 bytes each. A number of bytes, or one with K, M or G.
        """,
      expected: "bytes from 48M on, such as 64M or 1G", sets: \.memoryBytes,
      read: { ValueSyntax.bytes($0, in: MemoryBudget.minimum...(1 << 50)) }),
    .flag(
      "quiet", .reading, [.analyze, .compare, .events, .initialize, .paths, .trace],
      line: "print errors alone: no notes, no rejected lines, no progress",
      text: "Rejected lines are counted all the same, in the table quality.",
      sets: \.isQuiet),
    .words(
      "recursive", "DIR", .reading, [.analyze, .events, .initialize, .paths, .trace],
      line: "read every log below this folder",
      text: """
        In the order of their names; hidden files and folders, '_manifest.json', empty files and Amplitude's markers \
        '*_complete' are passed over. May be repeated, and given beside logs.
        """,
      expected: "the name of a folder", adds: \.folders),
    .flag(
      "show-lines", .reading, [.analyze, .events, .initialize, .paths, .trace],
      line: "show what rejected lines hold",
      text: "They may hold personal data, and cron mails what is printed; so they are only shown on request.",
      sets: \.showsLines),
    .choice(
      "source", "NAME", .reading, [.analyze, .events, .initialize, .paths, .trace],
      line: "whose events the logs hold (default: told from each log)",
      text: """
        The system that exported them: native (funnel's own logging), firebase (GA4's BigQuery export), mixpanel, \
        amplitude, segment (also RudderStack, Jitsu), posthog, snowplow, countly, pinpoint, otlp (log records), \
        cloudevents or matomo. Without it each log's first records tell, and what they tell is said. 'source.fields' \
        of a definition names other places of single fields.
        """,
      sets: \.source),
    .value(
      "threads", "COUNT", .reading, [.analyze, .initialize, .paths, .trace],
      line: "how many processors work at once (default: all)",
      text: "The report is the same for any number.",
      expected: "a whole number from 1 to 256", sets: \.threads, read: { ValueSyntax.count($0, in: 1...256) }),
  ]

  private static let general: [CommandOption] = [
    .flag(
      "help", .general, CommandName.allCases,
      line: "print this help",
      text: "After a command, the help of that command.",
      sets: \.wantsHelp),
    .flag(
      "version", .general, CommandName.allCases,
      line: "print the version",
      text: "Prints the version of funnel and ends.",
      sets: \.wantsVersion),
  ]

  static let momentSyntax = "a date or a time, such as 2026-03-01 or 2026-03-01T08:00:00Z"
  static let zoneSyntax = "the name of a time zone, such as Europe/Berlin or UTC, or an offset such as +02:00"
}
