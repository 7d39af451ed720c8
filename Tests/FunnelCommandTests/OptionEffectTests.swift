import FunnelModel
import Testing

@testable import FunnelCommand

/// Every option changes what is printed, in the way that its help says.
@Suite struct OptionEffectTests {
  /// One option's effect on the small log: a word that the run prints with it and not without it.
  struct Effect: Sendable {
    let option: String
    /// What is given in both runs.
    var base: [String] = []
    /// What is given in the second.
    let given: [String]
    /// Printed without it, and not with it; nil where something is only added.
    var before: String?
    /// Printed with it, and not without it; nil where something is only taken away.
    var after: String?
  }

  static let quality = ["--table", "quality"]
  static let variants = ["--table=variants", "--definition=DEFINITION"]

  static let effects: [Effect] = [
    Effect(
      option: "advance", base: quality, given: ["--advance=next"], before: "advance,explicit", after: "advance,next"),
    Effect(
      option: "as-of", base: quality, given: ["--as-of=2026-03-01T12:00:00Z"], before: "excluded,0", after: "excluded,2"
    ),
    Effect(
      option: "assume-timezone", base: quality + ["--only=user_id=a2"], given: ["--assume-timezone=+02:00"],
      before: "first_time,2026-03-01T09:00:00.000Z", after: "first_time,2026-03-01T07:00:00.000Z"),
    Effect(option: "bom", given: ["--bom"], after: "\u{FEFF}variant,"),
    Effect(option: "by", given: ["--by=platform"], before: "variant,step,", after: "platform,step,"),
    Effect(option: "color", base: ["--format=text"], given: ["--color=always"], after: "\u{1B}[0;"),
    Effect(option: "decimal-comma", given: ["--decimal-comma"], before: ",0.500000,", after: ";0,500000;"),
    Effect(
      option: "control", base: ["--table=comparisons"], given: ["--control=B"], before: "\nA,B,conversion,",
      after: "\nB,A,conversion,"),
    Effect(
      option: "definition", base: quality, given: ["--definition=DEFINITION"], before: "steps_from,log",
      after: "steps_from,definition"),
    Effect(option: "delimiter", given: ["--delimiter=pipe"], before: "variant,step,", after: "variant|step|"),
    Effect(option: "entry", base: variants, given: ["--entry=any"], before: "A,2,1,", after: "A,2,2,"),
    Effect(option: "format", given: ["--format=tsv"], before: "variant,step,", after: "variant\tstep\t"),
    Effect(option: "help", given: ["--help"], before: "variant,step,", after: "usage: funnel analyze"),
    Effect(
      option: "history", given: ["--history=FOLDER/small.ndjson"], before: "variant,step,",
      after: "small.ndjson:1: this is no history of funnel's"),
    Effect(option: "max-line", base: quality, given: ["--max-line=23"], before: "rejected_too_long,0", after: nil),
    Effect(
      option: "max-rejected", given: ["--max-rejected=0"], before: "variant,step,", after: "--max-rejected 0 allows"),
    Effect(option: "mixed", base: quality, given: ["--mixed=exclude"], before: "users,4", after: "users,3"),
    Effect(option: "only", base: quality, given: ["--only=platform=ios"], before: "excluded,0", after: "excluded,2"),
    Effect(option: "order", base: quality, given: ["--order=any"], before: "order,ordered", after: "order,any"),
    Effect(option: "output", given: ["--output=FOLDER/out"], before: "variant,step,", after: nil),
    Effect(option: "quiet", given: ["--quiet"], before: "(invalid_json)", after: nil),
    Effect(
      option: "session-by", base: quality, given: ["--session-by=id"], before: "\nsessions,6", after: "\nsessions,4"),
    Effect(
      option: "session-gap", base: quality, given: ["--session-gap=10m"], before: "\nsessions,6", after: "\nsessions,7"),
    Effect(
      option: "show-lines", given: ["--show-lines"], after: "\n  {\"event\": \"x\" \"secret\"}\n                ^\n"),
    Effect(option: "since", base: variants, given: ["--since=2026-03-01T10:30:00Z"], before: "A,2,1,", after: "A,1,0,"),
    Effect(option: "table", given: ["--table=sessions"], before: "variant,step,", after: "variant,users,sessions,"),
    Effect(
      option: "timezone", base: variants + ["--since=2026-03-01T10:30:00"], given: ["--timezone=+02:00"],
      before: "A,1,0,", after: "A,2,0,"),
    Effect(option: "totals", base: variants, given: ["--totals"], after: "\n(all),4,"),
    Effect(option: "unit", base: variants, given: ["--unit=session"], before: "A,2,", after: "A,3,"),
    Effect(option: "until", base: variants, given: ["--until=2026-03-01T10:30:00Z"], before: "B,2,2,", after: "B,1,1,"),
    Effect(
      option: "version", given: ["--version"], before: "variant,step,", after: "funnel \(FunnelCommand.version)\n"),
    Effect(option: "where", base: variants, given: ["--where=platform=android"], before: "\nB,", after: nil),
    Effect(option: "window", base: variants, given: ["--window=1h"], before: "A,2,1,1,", after: "A,2,1,0,"),
  ]

  @Test(arguments: effects) func changesWhatIsPrinted(effect: Effect) {
    let temporary = TemporaryFolder()
    let log = temporary.file("small.ndjson", SmallLog.text)
    let definition = temporary.file("flow.json", SmallLog.definition)
    func printed(_ options: [String]) -> String {
      let words = options.map { word in
        word.split(separator: "DEFINITION", omittingEmptySubsequences: false).joined(separator: definition)
          .split(separator: "FOLDER", omittingEmptySubsequences: false).joined(separator: temporary.path)
      }
      let outcome = CommandProbe().run(["analyze"] + words + [log])
      return outcome.output + "\n" + outcome.error
    }
    let without = printed(effect.base)
    let with = printed(effect.base + effect.given)
    #expect(without != with)
    if let before = effect.before {
      #expect(without.contains(before), "without it")
      #expect(!with.contains(before), "with it")
    }
    if let after = effect.after {
      #expect(!without.contains(after), "without it")
      #expect(with.contains(after), "with it")
    }
  }

  @Test func everyOptionHasATestOfItsEffect() {
    // The report is the same for any number of threads and any memory; a test below and MemoryTests hold it to that. What
    // stands out needs a larger log (JudgementTests); what is read of other systems' logs is held by SourceOptionTests,
    // and whose ids are whose by IdentityCommandTests.
    let elsewhere = [
      "threads", "memory", "fail-on", "loss-threshold", "skip-threshold", "source", "experiment", "clock", "recursive",
      "identity", "identities",
    ]
    #expect(Set(Self.effects.map(\.option) + elsewhere) == Set(CommandOption.all.map(\.name)))
  }

  @Test func threadsChangeNothingInTheReport() throws {
    let temporary = TemporaryFolder()
    let log = temporary.file("small.ndjson", SmallLog.text)
    let one = CommandProbe().run("analyze", "--threads=1", log)
    let many = CommandProbe().run("analyze", "--threads=7", log)
    #expect(one.status == .done)
    #expect(one.output == many.output)
    let request = try RequestParser.parse(["analyze", "--threads=7", log])
    let plan = try AnalyzePlan(request, io: CommandProbe().io(output: MemorySink(), error: MemorySink()))
    #expect(plan.reading.threads == 7)
    #expect(plan.analysis.threads == 7)
  }
}
