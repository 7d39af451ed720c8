import Foundation
import FunnelModel
import TestSupport

/// A random log as files, a definition file and the words of a command.
struct SpelledLog {
  let log: RandomLog
  /// One for each event.
  var lines: [String]
  private let folder = TemporaryFolder()
  private let words: [String]

  init(seed: UInt64) {
    log = RandomLog(seed: seed)
    var random = SeededGenerator(seed: seed)
    lines = log.events.map { $0.line(random: &random) }
    words = SpelledLog.words(log.plan)
  }

  private static func words(_ plan: AnalysisPlan) -> [String] {
    let rules = plan.rules
    var words = [
      "--order", rules.order.rawValue, "--entry", rules.entry.rawValue, "--unit",
      rules.unit.rawValue,
    ]
    words += ["--session-by", rules.sessionRule.rawValue, "--mixed", rules.mixed.rawValue]
    words += [
      "--session-gap", rules.sessionGap.notation, "--window", rules.window?.notation ?? "none",
    ]
    if let advance = rules.advance { words += ["--advance", advance.rawValue] }
    words += ["--by", plan.breakdown.map(\.name).joined(separator: ",")]
    for filter in plan.only {
      words += filter.values.flatMap { ["--only", "\(filter.field.name)=\($0)"] }
    }
    for filter in plan.unitFilters {
      words += filter.values.flatMap { ["--where", "\(filter.field.name)=\($0)"] }
    }
    if let since = plan.since { words += ["--since", PlainEvent.option(since)] }
    if let until = plan.until { words += ["--until", PlainEvent.option(until)] }
    if let asOf = plan.asOf { words += ["--as-of", PlainEvent.option(asOf)] }
    return words + (plan.totals ? ["--totals"] : [])
  }

  /// Runs `analyze` over some files' bytes and gives a table.
  func run(_ files: [[UInt8]], table: String, more: [String] = []) -> CommandProbe.Outcome {
    var arguments = ["analyze", "--quiet", "--format", "csv", "--table", table] + words + more
    if let definition = log.plan.definition {
      arguments += [
        "--definition", folder.file("definition.json", DefinitionFile(definition: definition).text),
      ]
    }
    for (number, bytes) in files.enumerated() {
      let path = folder.path + "/log-\(number).ndjson"
      _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
      arguments.append(path)
    }
    return CommandProbe().run(arguments)
  }

  /// What the plain reading prints for the same, or nil where it gives no report.
  func plain(_ files: [[UInt8]], table: String) -> String? {
    var reading = ReadingPlan()
    reading.values = log.plan.values
    reading.latestTime = CommandProbe().now + .seconds(86_400)
    let read = PlainLog(files: files, plan: reading)
    return (try? PlainReading.analyze(read.events, plan: log.plan))
      .flatMap { PlainTables($0, summary: read.summary).csv(table) }
  }
}
