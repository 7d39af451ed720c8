import Testing

@testable import FunnelCommand

@Suite struct CompareCommandTests {
  private let temporary = TemporaryFolder()

  /// Writes the report of a day's log into a folder and gives its path.
  private func report(_ name: String, day: Int = 1, more: [String] = []) -> String {
    let log = temporary.file("\(name).ndjson", JudgementTests.log(day: day))
    let folder = temporary.path + "/" + name
    _ = CommandProbe().run(["analyze", "--quiet", "--output", folder] + more + [log])
    return folder
  }

  @Test func takesFoldersAndFiles() {
    let (old, new) = (report("old"), report("new", day: 2))
    let outcome = CommandProbe().run("compare", old, new + "/report.json")
    #expect(outcome.status == .done && outcome.error.isEmpty)
    #expect(outcome.output.contains("\nA,two,skipped,100,100,0.500000,0.500000,0.000000,"))
    #expect(
      CommandProbe().run("compare", "--format=markdown", old, new).output.hasPrefix("# What changed in `inferred`"))
    #expect(CommandProbe().run("compare", "--format=json", old, new).output.hasPrefix("{\n  \"old_as_of\": "))
  }

  @Test func differentRulesAreNoted() {
    let (old, new) = (report("old"), report("new", more: ["--window=1d"]))
    #expect(CommandProbe().run("compare", old, new).error.contains("different rules (window_seconds)"))
    #expect(CommandProbe().run("compare", "--quiet", old, new).error.isEmpty)
  }

  @Test func wrongUseIsSaidInOneLine() {
    let old = report("old")
    let other = report("other", more: ["--by=platform"])
    let empty = temporary.file("empty.json", "{}")
    var cases: [(words: [String], status: Int32, message: String)] = []
    cases.append(([old], 2, "compare needs two reports"))
    cases.append(([old, old, old], 2, "compare does not take"))
    cases.append((["--format=xlsx", old, old], 2, "--format xlsx: expected csv, tsv, markdown, json or text"))
    cases.append((["--window=1d", old, old], 2, "no option of"))
    cases.append(([old, temporary.path + "/none"], 1, "cannot read"))
    let changed = temporary.file(
      "changed.json", (temporary.text("old/report.json") ?? "").replacing("\"attempts\": 100", with: "\"attempts\": -1")
    )
    cases.append(([old, changed], 1, "changed.json is no longer as funnel wrote it: 'variants[0].attempts' cannot be"))
    temporary.folder("nothing")
    cases.append(([old, temporary.path + "/nothing"], 1, "nothing/report.json: no such file"))
    cases.append(([old, other], 1, "different fields"))
    cases.append(([old, old + ".ndjson"], 1, "old.ndjson:2:1: "))
    cases.append(([old, empty], 1, "is no report of funnel's: 'rules' is missing"))
    for (words, status, message) in cases {
      let outcome = CommandProbe().run(["compare"] + words)
      #expect(outcome.status.rawValue == status && outcome.output.isEmpty, "\(words.count) words")
      #expect(outcome.error.contains(message) && outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
    }
  }
}
