import FunnelModel
import Testing

@testable import FunnelCommand

/// Whose arms the variants are: one rule for all sources.
@Suite struct ExperimentTests {
  private let temporary = TemporaryFolder()

  /// How a source's events tell of two experiments.
  struct Source: Sendable, CustomTestStringConvertible {
    let name: String
    /// An event of a user with what it says of experiments; `USER`, `TIME` (seconds of a minute) and `ARMS` stand for these.
    let event: String
    /// The arm of the first experiment, of the second, and of both on one event.
    let first: String
    let second: String
    let both: String
    /// What `--experiment` calls the first.
    let keys: [String]

    var testDescription: String { name }
  }

  static let sources = [
    Source(
      name: "firebase",
      event:
        #"{"event_name":"onboarding_step_completed","event_timestamp":"17092944TIME000000","user_pseudo_id":"USER","event_params":[{"key":"step_id","value":{"string_value":"a"}}],"user_properties":[ARMS]}"#,
      first: #"{"key":"firebase_exp_7","value":{"string_value":"x","set_timestamp_micros":"1"}}"#,
      second: #"{"key":"firebase_exp_8","value":{"string_value":"y","set_timestamp_micros":"1"}}"#,
      both:
        #"{"key":"firebase_exp_7","value":{"string_value":"x"}},{"key":"firebase_exp_8","value":{"string_value":"y"}}"#,
      keys: ["7", "firebase_exp_7"]),
    Source(
      name: "amplitude",
      event:
        #"{"event_type":"onboarding_step_completed","amplitude_id":1,"user_id":"USER","event_time":"2024-03-01 12:00:TIME.000000","event_properties":{"step_id":"a"},"user_properties":{ARMS}}"#,
      first: #""[Experiment] one":"x""#, second: #""[Experiment] two":"y""#,
      both: #""[Experiment] one":"x","[Experiment] two":"y""#, keys: ["one", "[Experiment] one"]),
    Source(
      name: "posthog",
      event:
        #"{"distinct_id":"USER","uuid":"USERTIME","event":"onboarding_step_completed","timestamp":"2024-03-01T12:00:TIMEZ","properties":{"step_id":"a",ARMS}}"#,
      first: #""$feature\/one":"x""#, second: #""$feature/two":"y""#, both: #""$feature/one":"x","$feature/two":"y""#,
      keys: ["one", "$feature/one"]),
    Source(
      name: "segment",
      event:
        #"{"type":"track","event":"onboarding_step_completed","messageId":"USERTIME","userId":"USER","timestamp":"2024-03-01T12:00:TIMEZ","properties":{"step_id":"a",ARMS}}"#,
      first: #""experiment_id":"e1","experiment_name":"one","variation_name":"x""#,
      second: #""experiment_id":"e2","experiment_name":"two","variation_name":"y""#,
      both: #""experiment_id":"e2","experiment_name":"two","variation_name":"y""#, keys: ["one", "e1"]),
    Source(
      name: "mixpanel",
      event:
        #"{"event":"onboarding_step_completed","properties":{"time":17092944TIME,"distinct_id":"USER","$insert_id":"USERTIME","step_id":"a",ARMS}}"#,
      first: #""Experiments":["one:x"]"#, second: #""Experiment name":"two","Variant name":"y""#,
      both: #""Experiments":["one:x","two:y"]"#, keys: ["one"]),
    Source(
      name: "countly",
      event:
        #"{"_id":"USERTIME","e":"onboarding_step_completed","ts":17092944TIME000,"did":"USER","sg":{"step_id":"a"},"custom":{ARMS}}"#,
      first: #""ab_one":"x""#, second: #""ab_two":"y""#, both: #""ab_one":"x","ab_two":"y""#, keys: ["one", "ab_one"]),
    Source(
      name: "pinpoint",
      event:
        #"{"event_type":"onboarding_step_completed","event_timestamp":17092944TIME000,"arrival_timestamp":17092944TIME999,"client":{"client_id":"USER"},"attributes":{"step_id":"a",ARMS}}"#,
      first: #""campaign_id":"one","treatment_id":"x""#, second: #""campaign_id":"two","treatment_id":"y""#,
      both: #""campaign_id":"two","treatment_id":"y""#, keys: ["one"]),
    Source(
      name: "otlp",
      event:
        #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"17092944TIME000000000","eventName":"onboarding_step_completed","attributes":[{"key":"user.id","value":{"stringValue":"USER"}},{"key":"step_id","value":{"stringValue":"a"}},ARMS]}]}]}]}"#,
      first:
        #"{"key":"feature_flag.key","value":{"stringValue":"one"}},{"key":"feature_flag.result.variant","value":{"stringValue":"x"}}"#,
      second:
        #"{"key":"feature_flag.key","value":{"stringValue":"two"}},{"key":"feature_flag.result.variant","value":{"stringValue":"y"}}"#,
      both:
        #"{"key":"feature_flag.key","value":{"stringValue":"two"}},{"key":"feature_flag.variant","value":{"stringValue":"y"}}"#,
      keys: ["one"]),
    Source(
      name: "matomo",
      event:
        #"{"idVisit":1,"userId":"USER","visitorId":"v","experiments":[ARMS],"actionDetails":[{"type":"event","eventAction":"onboarding_step_completed","timestamp":17092944TIME,"step_id":"a"}]}"#,
      first: #"{"name":"one","variation":{"name":"x"}}"#, second: #"{"name":"two","variation":{"name":"y"}}"#,
      both: #"{"name":"one","variation":{"name":"x"}},{"name":"two","variation":{"name":"y"}}"#, keys: ["one"]),
  ]

  private func log(_ source: Source, _ events: [(user: String, arms: String)]) -> String {
    events.enumerated().map { place, event in
      source.event.replacing("USER", with: event.user).replacing("TIME", with: String(10 + place))
        .replacing("ARMS", with: event.arms) + "\n"
    }.joined()
  }

  private func variants(_ run: CommandProbe.Outcome) -> [String] {
    #expect(run.status == .done, "\(run.error)")
    return run.output.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",").prefix(2).joined(separator: " ")
    }
  }

  private func run(_ words: [String], _ logs: String...) -> CommandProbe.Outcome {
    CommandProbe().run(["analyze", "--table=variants"] + words + logs)
  }

  @Test(arguments: sources) func theOnlyExperimentIsUsedAndNamed(_ source: Source) {
    let run = run([], temporary.file("log", log(source, [("u1", source.first), ("u2", source.first)])))
    #expect(variants(run) == ["x 2"])
    let name = source.keys[0]
    #expect(run.error.contains("the variants are the arms of '\(name)', the only experiment that the logs tell of"))
  }

  @Test(arguments: sources) func ofSeveralNoneIsTakenUnlessItIsChosen(_ source: Source) {
    let all = temporary.file("log", log(source, [("u1", source.first), ("u2", source.second), ("u3", source.both)]))
    let several = run([], all)
    #expect(variants(several) == ["(none) 3"])
    #expect(several.error.contains("note: the logs tell of 2 experiments ("), "\(several.error)")
    #expect(several.error.contains("so no unit has a variant; to choose one: --experiment KEY"))
    for key in source.keys {
      let chosen = run(["--experiment=" + key], all)
      #expect(variants(chosen).contains { $0.hasPrefix("x ") } && !variants(chosen).contains { $0.hasPrefix("y ") })
      #expect(!chosen.error.contains("experiment"), "\(chosen.error)")
    }
    // In files of their own, each of one experiment, in either order, by any number of threads.
    let one = temporary.file("one", log(source, [("u1", source.first)]))
    let two = temporary.file("two", log(source, [("u2", source.second)]))
    for threads in ["1", "3"] {
      for logs in [[one, two], [two, one]] {
        let run = CommandProbe().run(["analyze", "--table=variants", "--threads=" + threads] + logs)
        #expect(variants(run) == ["(none) 2"], "\(run.error)")
      }
    }
  }

  @Test(arguments: sources) func anUnknownExperimentIsSaid(_ source: Source) {
    let all = temporary.file("log", log(source, [("u1", source.first), ("u2", source.second)]))
    let run = run(["--experiment=\(source.keys[0])e"], all)
    #expect(variants(run) == ["(none) 2"])
    #expect(
      run.error.contains("no event tells an arm of --experiment '\(source.keys[0])e'; the logs tell of '"),
      "\(run.error)")
    if source.keys[0] == "one" { #expect(run.error.contains("; did you mean 'one'?")) }
  }

  @Test func eventsOwnVariantsGoBeforeArms() {
    let source = Self.sources[3]
    let log = temporary.file("log", log(source, [("u1", source.first), ("u2", #""variant":"own""#)]))
    let run = run([], log)
    #expect(variants(run) == ["(none) 1", "own 1"])
    #expect(run.error.contains("events have variants of their own, so the arms of the experiment 'one' are none"))
  }

  @Test func whatIsLaterThanAsOfIsNotKnownThen() {
    let source = Self.sources[3]
    let log = temporary.file("log", log(source, [("u1", source.first), ("u2", source.second)]))
    #expect(variants(run(["--as-of=2024-03-01T12:00:10Z"], log)) == ["x 1"])
  }

  @Test func eventsAreNotKeptByArmsOfSeveral() {
    let source = Self.sources[0]
    let both = temporary.file("both", log(source, [("u1", source.first), ("u2", source.second)]))
    let run = run(["--only=variant=x"], both)
    #expect(run.status == .wrongUse)
    #expect(
      run.error.contains(
        "--only variant has no meaning here: the logs tell of 2 experiments ('7', '8'); choose one: --experiment KEY"))
    let one = temporary.file("one", log(source, [("u1", source.first), ("u2", source.first)]))
    #expect(variants(self.run(["--only=variant=x"], one)) == ["x 2"])
    #expect(variants(self.run(["--where=variant=x"], both)).isEmpty)
  }

  @Test func theReportNamesTheExperiment() {
    let source = Self.sources[0]
    let one = temporary.file("one", log(source, [("u1", source.first)]))
    let both = temporary.file("both", log(source, [("u1", source.first), ("u2", source.second)]))
    func report(_ words: String...) -> String { CommandProbe().run(["analyze"] + words).output }
    #expect(report("--format=json", one).contains(#""experiment": "7""#))
    #expect(report("--format=json", both).contains(#""experiment": null"#))
    #expect(report("--format=json", "--experiment=firebase_exp_8", both).contains(#""experiment": "firebase_exp_8""#))
    #expect(
      report("--format=markdown", one).contains(
        "The variants are the arms of the experiment `7`, the only one that the logs"))
    #expect(report("--format=markdown", both).contains("No unit has a variant: arms of different experiments"))
  }

  @Test func aTraceHasTheVariantOfTheReport() {
    let source = Self.sources[0]
    let one = temporary.file("one", log(source, [("u1", source.first), ("u1", source.first)]))
    let both = temporary.file("both", log(source, [("u1", source.first), ("u2", source.second)]))
    #expect(CommandProbe().run("trace", "u1", one).output.contains("the variant is x"))
    #expect(CommandProbe().run("trace", "u1", both).output.contains("the variant is (none)"))
  }
}
