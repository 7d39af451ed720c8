import FunnelModel
import FunnelReport

extension CommandOption {
  /// What is compared, and from where on something stands out.
  static let judgement: [CommandOption] = [
    .word(
      "control", "VARIANT", .judgement, [.analyze],
      line: "the variant that the others are compared with",
      text: """
        Without it the definition's control, else the variant named control, else the first by name. Where no unit \
        belongs to it nothing is compared.
        """,
      expected: "the name of a variant", sets: \.control),
    .choice(
      "fail-on", "SEVERITY", .judgement, [.analyze],
      line: "exit with 3 where an anomaly is as severe: critical, warning or info",
      text: """
        The report is written as without it. Where it tells of an anomaly of this severity or a worse one (critical, \
        then warning, then info), the exit status is 3 instead of 0, so that a script can send mail only when there \
        is something to say.
        """,
      sets: \.failOn),
    .word(
      "history", "FILE", .judgement, [.analyze],
      line: "keep each day's figures in FILE, and compare with those there",
      text: """
        The newest day that is over is compared with up to 28 days before it, which FILE remembers for logs that do not \
        reach back so far. It is made where it is missing, written whole under a lock on FILE.lock and moved into place; \
        a run that fails leaves it as it was. Use one FILE for runs with the same options.
        """,
      expected: "the name of a file", sets: \.history),
    .value(
      "loss-threshold", "SHARE", .judgement, [.analyze],
      line: "a step that surely loses more is an anomaly (default 0.3)",
      text: """
        The rule high_loss speaks where the lower end of the interval of a step's loss_rate is above this share of those who \
        reach the step.
        """,
      expected: "a share from 0 to 1, such as 0.3 or 30%", sets: \.lossThreshold, read: { Share($0) }),
    .value(
      "skip-threshold", "SHARE", .judgement, [.analyze],
      line: "a step that is surely skipped by more is one (default 0.5)",
      text: """
        The rule high_skip speaks where the lower end of the interval of a step's skip_rate is above this share of those who \
        reach the step.
        """,
      expected: "a share from 0 to 1, such as 0.5 or 50%", sets: \.skipThreshold, read: { Share($0) }),
  ]
}
