import Foundation
import Testing

@testable import FunnelCommand

/// A log in which something that is no variant was logged as one: a value of its own for nearly every user.
@Suite struct ManyVariantsTests {
  private let temporary = TemporaryFolder()

  /// Of 3,000 users a hundred each are in A, B and C, and the others in an arm of their own.
  private static let log = (0..<3000).map { user in
    let variant = user < 300 ? ["A", "B", "C"][user % 3] : "v\(user)"
    return """
      {"event":"onboarding_step_completed","user_id":"u\(user)","step_id":"one","variant":"\(variant)",\
      "platform":"\(user % 2 == 0 ? "ios" : "android")",\
      "timestamp":"2026-03-01T\(user % 24 < 10 ? "0" : "")\(user % 24):00:00Z"}\n
      """
  }.joined()

  private func run(_ options: String...) -> CommandProbe.Outcome {
    let log = temporary.file("night.ndjson", Self.log)
    return CommandProbe().run(["analyze", "--as-of=2026-03-02T00:00:00Z"] + options + [log])
  }

  /// The first field of each line after the columns' names.
  private func names(_ outcome: CommandProbe.Outcome, field: Int = 0) -> [String] {
    outcome.output.split(separator: "\n").dropFirst().map { String($0.split(separator: ",")[field]) }
  }

  @Test func fiftyStandByThemselvesAndTheRestTogether() {
    let outcome = run("--table=variants")
    let rows = names(outcome)
    // Equal numbers of units stand by their bytes.
    let kept = (300..<3000).map { "v\($0)" }.sorted().prefix(47)
    #expect(rows == ["A", "B", "C"] + kept + ["(other)"])
    #expect(outcome.output.contains("\n(other),2653,2653,2653,"))
    #expect(outcome.error.contains("the 50 with most units stand by themselves, the rest as (other)"))
    #expect(names(run("--table=steps")).contains("(other)") == false)
    #expect(names(run("--table=trend")).contains("(other)") == false)
    #expect(names(run("--table=sessions")).last == "(other)")
  }

  @Test func theControlIsComparedWithThoughItIsNotAmongTheFifty() {
    for by in ["--by=variant", "--by=platform"] {
      #expect(run(by).error.contains("only the 50 with most units are compared with the control"))
      let outcome = run(by, "--control=v2999", "--table=comparisons")
      #expect(Set(names(outcome)) == ["v2999"] && Set(names(outcome, field: 1)).count == 50, "\(by)")
      #expect(outcome.output.contains("\nv2999,A,conversion,,1,100,1.000000,1.000000,0.000000,"), "\(by)")
      #expect(
        run(by, "--control=nobody").error.contains("no unit belongs to --control 'nobody', so nothing is compared"))
    }
    let flow = temporary.file(
      "ghost.json", #"{"id":"f","steps":[{"id":"one"}],"variants":{"A":{},"ghost":{}},"control":"ghost"}"#)
    let ofDefinition = run("--definition", flow, "--table=comparisons")
    #expect(ofDefinition.error.contains("no unit belongs to the definition's control 'ghost', so nothing is compared"))
    #expect(!ofDefinition.error.contains("are compared with the control"))
    // Where section 7 puts it into `(other)` it stays there.
    #expect(run("--table=variants", "--control=v2999").output == run("--table=variants").output)
  }

  /// The arm of few users is the one that may be broken: it has those users, and not none.
  @Test func anArmOfTheDefinitionCountsHoweverFewItsUsers() {
    let flow = temporary.file(
      "flow.json",
      #"{"id":"f","steps":[{"id":"one"}],"variants":{"A":{},"B":{},"v2999":{}}}"#)
    let outcome = run("--definition=" + flow, "--table=anomalies")
    let ratio = outcome.output.split(separator: "\n").first { $0.hasPrefix("sample_ratio") }
    #expect(ratio?.contains("Variant `v2999` has 1 attempt where its share is 67: ") == true, "\(outcome)")
    #expect(names(run("--definition=" + flow, "--table=comparisons"), field: 1).contains("v2999"))
  }

  @Test func theReportSaysHowManyStandTogether() {
    for format in ["markdown", "text"] {
      let text = run("--quiet", "--format=" + format).output.replacing("\n", with: " ").replacing("**", with: "")
      let isTold = text.contains("the other 2,653 users stand together")
      let isBounded = text.contains("No more than the 50 variants with most users are compared")
      #expect(isTold && isBounded, "\(format)")
    }
  }

  @Test func theRestIsNeitherComparedNorKept() {
    let history = temporary.path + "/history.csv"
    for by in [[], ["--by=platform"], ["--by=platform,variant"]] {
      let outcome = CommandProbe().run(
        ["analyze", "--quiet", "--table=comparisons", "--history=" + history] + by
          + [temporary.file("night.ndjson", Self.log)])
      let variants = Set(names(outcome, field: 1))
      #expect(variants.count == 49 && !variants.contains("(other)") && !variants.contains("A"), "\(by)")
      #expect(Set(names(outcome)) == ["A"])
    }
    #expect(temporary.text("history.csv")?.contains("(other)") == false)
  }
}
