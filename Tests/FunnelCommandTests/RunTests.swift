import FunnelReport
import Testing

@testable import FunnelCommand

@Suite struct RunTests {
  private let temporary = TemporaryFolder()

  private func log(_ text: String = SmallLog.text) -> String { temporary.file("small.ndjson", text) }

  @Test func theReportAloneStandsOnStandardOutput() {
    let outcome = CommandProbe().run("analyze", log())
    #expect(outcome.status == .done)
    #expect(outcome.output.hasPrefix("variant,step,step_id,entered,"))
    let name = temporary.path + "/small.ndjson"
    let note = "funnel: note: read as native; --source NAME says otherwise\n"
    #expect(outcome.error.hasPrefix(note + "funnel: \(name):14:15: "))
    #expect(outcome.error.contains("(invalid_json)\nfunnel: 1 of 14 lines was rejected: 1 invalid_json\n"))
    #expect(outcome.error.contains("funnel: note: the steps were inferred from the log; "))
    #expect(!outcome.error.contains("secret"))
  }

  @Test func onATerminalTheReportIsTextOfItsWidth() {
    let probe = CommandProbe(outputTerminal: TerminalStyle(width: 60))
    let report = probe.run("analyze", log()).output
    #expect(
      report == CommandProbe(outputTerminal: TerminalStyle(width: 60)).run("analyze", "--format=text", log()).output)
    #expect(report != CommandProbe().run("analyze", "--format=text", log()).output, "into a pipe it is 80 wide")
    #expect(probe.run("analyze", "--table", "steps", log()).output.hasPrefix("variant,"))
    let workbook = probe.run("analyze", "--format=xlsx", log())
    #expect(workbook.status == .wrongUse)
    #expect(workbook.error == "funnel: --format xlsx is not for a terminal; send it into a file: > report.xlsx\n")
  }

  @Test func progressIsNeitherForAPipeNorForTheQuiet() {
    #expect(!CommandProbe(errorIsTerminal: true).run("analyze", "--quiet", log()).error.contains("\r"))
    #expect(!CommandProbe().run("analyze", log()).error.contains("\r"))
  }

  @Test func aClosedPipeEndsQuietly() {
    let outcome = CommandProbe(outputFailure: .closed).run("analyze", "--quiet", log())
    #expect(outcome.status == .done)
    #expect(outcome.error.isEmpty)
  }

  @Test func aFullDiskFailsTheRun() {
    let outcome = CommandProbe(outputFailure: .failed(code: 28)).run("analyze", "--quiet", log())
    #expect(outcome.status == .failed)
    #expect(
      outcome.error
        == "funnel: cannot write standard output: no space left on device; make room, or send the report somewhere else\n"
    )
  }

  @Test func stepsThatFewMetAreNotCalledMissing() {
    let rare = (0..<201).map {
      "{\"event\":\"onboarding_step_completed\",\"step_id\":\"s\($0)\",\"user_id\":\"u\($0)\",\"ts\":1772323200}\n"
    }
    let outcome = CommandProbe().run("analyze", "--quiet", log(rare.joined()))
    #expect(outcome.status == .failed)
    #expect(
      outcome.error
        == "funnel: there is no definition, and each step in the log was met by fewer than 1 in 200 of the users with "
        + "step events, too few to infer steps from; list the steps in a definition, and name it with --definition\n")
    #expect(CommandProbe().run("analyze", log(rare.dropLast().joined())).status == .done)
  }

  @Test func anEventOfEverySignalPassesOneStepHoweverOftenItIsMatched() {
    let steps = (0..<40).map { "{\"id\":\"s\($0)\",\"match\":{\"completed\":{\"event\":[\"x\",\"x\"]}}}" }
    let definition = temporary.file("flow.json", "{\"id\":\"f\",\"steps\":[\(steps.joined(separator: ","))]}")
    let events = (0..<40).map { "{\"event\":\"x\",\"user_id\":\"u\",\"ts\":\(1_772_323_200 + $0)}\n" }
    for count in [39, 40] {
      let outcome = CommandProbe().run(
        "analyze", "--table", "variants", "--quiet", "--definition", definition, log(events.prefix(count).joined()))
      #expect(outcome.output.contains("\n(none),1,1,\(count == 40 ? 1 : 0),"), "\(outcome)")
    }
  }

  @Test func aMissingLogStopsTheRunBeforeAnythingIsRead() {
    let outcome = CommandProbe().run("analyze", log(), "missing.ndjson", "--output", temporary.path + "/out")
    #expect(outcome.status == .failed)
    #expect(
      outcome.error == "funnel: cannot open missing.ndjson: no such file or directory; nothing was read\n")
    #expect(temporary.names() == ["small.ndjson"])
  }

  @Test func aFolderIsNoLog() {
    let outcome = CommandProbe().run("analyze", temporary.path)
    #expect(outcome.status == .failed)
    #expect(
      outcome.error
        == "funnel: \(temporary.path) is a folder; to read every log below it: --recursive \(temporary.path)\n")
  }

  @Test(
    arguments: [
      ("", [], "no event was accepted: the logs are empty; look whether they are the right ones"),
      (" \n", [], "no event was accepted: the logs are empty; look whether they are the right ones"),
      (
        "a,b\n1,2\n", [],
        "no event was accepted: no line is an object of JSON; look whether these are the right files, and export them "
          + "as JSON"
      ),
      (
        "{\"event\":\"e\"}\n", [],
        "no event was accepted: every line was rejected; look at the reasons, and name the places of other fields in "
          + "'source.fields' of a definition"
      ),
      (
        SmallLog.text, ["--max-line", "10"],
        "no event was accepted: every line is longer than 10 bytes; allow longer ones with --max-line"
      ),
      (
        SmallLog.text, ["--only", "platform=mars"],
        "no event was accepted: --only and --as-of leave out all 13 events; loosen them"
      ),
      (
        "{\"event\":\"tap\",\"user_id\":\"u\",\"ts\":1772323200}\n", [],
        "there is no definition, and no event in the log names a step to infer one from; write what your events mean "
          + "into a definition, and name it with --definition"
      ),
    ] as [(String, [String], String)])
  func aLogWithNothingToCountFailsTheRun(text: String, options: [String], line: String) {
    for command in ["analyze", "init"] {
      let outcome = CommandProbe().run([command, "--quiet", log(text)] + options)
      #expect(outcome.status == .failed)
      #expect(outcome.error == "funnel: \(line)\n")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func tooManyRejectedLinesFailTheRun() {
    let out = temporary.path + "/out"
    let outcome = CommandProbe().run("analyze", "--quiet", "--max-rejected", "1%", "--output", out, log())
    #expect(outcome.status == .failed)
    #expect(
      outcome.error == """
        funnel: 1 of 14 lines was rejected, more than --max-rejected 1% allows, so there is no report; \
        mend the log, or allow more

        """)
    #expect(temporary.names() == ["small.ndjson"])
    #expect(CommandProbe().run("analyze", "--quiet", "--max-rejected", "8%", log()).status == .done)
  }

  @Test func aFaultyDefinitionIsToldBeforeALogIsOpened() {
    let file = temporary.file("flow.json", "{\"id\": \"f\", \"steps\": [{\"id\": \"a\"}, {\"id\": \"a\"}, {}]}")
    let outcome = CommandProbe().run("analyze", "--definition", file, "missing.ndjson")
    #expect(outcome.status == .wrongUse)
    #expect(outcome.error.hasPrefix("funnel: \(file):1:"))
    #expect(outcome.error.contains("steps[1].id"))
    #expect(outcome.error.hasSuffix("(and 1 more fault: funnel check \(file))\n"))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test func anUnreadableDefinitionFailsTheRun() {
    for words in [["analyze", "--definition", "missing.json", "x"], ["check", "missing.json"]] {
      let outcome = CommandProbe().run(words)
      #expect(outcome.status == .failed)
      #expect(
        outcome.error
          == "funnel: cannot read the definition missing.json: no such file or directory; name a file in JSON\n")
    }
  }

  @Test func checkTellsEveryFault() {
    let file = temporary.file("flow.json", "{\"id\": \"f\", \"steps\": [{\"id\": \"a\"}, {\"id\": \"a\"}, {}]}")
    let outcome = CommandProbe().run("check", file)
    #expect(outcome.status == .wrongUse)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.split(separator: "\n").count == 2)
    #expect(outcome.error.split(separator: "\n").allSatisfy { $0.hasPrefix("funnel: \(file):1:") })
  }

  @Test func checkSaysInWordsWhatIsCountedAndHintsAtSlips() {
    let file = temporary.file("flow.json", "{\"id\": \"f\", \"steps\": [{\"id\": \"welcome\", \"optionl\": true}]}")
    let outcome = CommandProbe().run("check", file)
    #expect(outcome.status == .done)
    #expect(outcome.output.contains("welcome"))
    #expect(outcome.error.contains("did you mean 'optional'?"))
  }

  @Test func whatInitPrintsGivesTheSameReport() {
    let log = log()
    let definition = CommandProbe().run("init", "--quiet", log)
    #expect(definition.status == .done)
    let file = temporary.file("flow.json", definition.output)
    #expect(CommandProbe().run("check", file).error.isEmpty)
    let inferred = CommandProbe().run("analyze", "--quiet", log)
    let defined = CommandProbe().run("analyze", "--quiet", "--definition", file, log)
    #expect(inferred.output == defined.output)
  }

  @Test func theFolderHoldsWhatStandardOutputWouldShow() {
    let log = log()
    let outcome = CommandProbe().run("analyze", "--quiet", "--output", temporary.path + "/out", log)
    #expect(outcome.status == .done)
    #expect(outcome.output.isEmpty && outcome.error.isEmpty)
    #expect(
      temporary.names(in: "out")
        == [
          "anomalies.csv", "comparisons.csv", "quality.csv", "report.html", "report.json", "report.md", "report.xlsx",
          "sessions.csv",
          "steps.csv", "trend.csv", "variants.csv",
        ])
    for table in ["steps", "variants", "sessions", "comparisons", "anomalies", "trend", "quality"] {
      let shown = CommandProbe().run("analyze", "--quiet", "--table", table, log).output
      #expect(temporary.text("out/\(table).csv") == shown)
    }
    for (name, format) in [("report.md", "markdown"), ("report.json", "json")] {
      let shown = CommandProbe().run("analyze", "--quiet", "--format", format, log).output
      #expect(temporary.text("out/" + name) == shown)
    }
  }

  @Test func aFieldThatNoEventHasIsPointedOut() {
    let outcome = CommandProbe().run("analyze", "--by", "varaint,platform", log())
    #expect(outcome.error.contains("funnel: note: no unit has a value of 'varaint'; did you mean 'variant'?\n"))
    #expect(!outcome.error.contains("'platform'"))
    #expect(CommandProbe().run("analyze", "--where", "platform=mars", log()).error.contains("--where asks for"))
  }
}
