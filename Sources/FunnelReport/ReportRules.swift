import FunnelEngine
import FunnelModel

/// The rules that the numbers follow, as members of the JSON report.
struct ReportRules {
  /// The rules' names and values in the order of printing; members are only ever added at the end.
  let members: [(key: ByteText, value: JSONValue)]

  /// The rules of a report.
  init(_ report: Report) {
    let analysis = report.analysis
    let rules = analysis.rules
    let plan = report.settings.plan
    members = [
      ("flow", .text(analysis.definition.id)),
      ("onboarding_version", .text(analysis.definition.onboardingVersion)),
      ("steps_from", .word(analysis.stepsSource.rawValue)),
      ("flow_steps", .list(analysis.definition.steps.map(Self.value(of:)))),
      ("order", .word(rules.order.rawValue)),
      ("entry", .word(rules.entry.rawValue)),
      ("advance", rules.advance.map { .word($0.rawValue) } ?? .null),
      ("advance_from", .word(analysis.advanceIsInferred ? "log" : "choice")),
      ("unit", .word(rules.unit.rawValue)),
      ("window_seconds", Self.seconds(rules.window)),
      ("session_by", .word(rules.sessionRule.rawValue)),
      ("session_gap_seconds", Self.seconds(rules.sessionGap)),
      ("mixed", .word(rules.mixed.rawValue)),
      ("by", .list(analysis.breakdownFields.map { .word($0.name) })),
      ("where", Self.value(of: plan.unitFilters)),
      ("only", Self.value(of: plan.only)),
      ("since", Self.value(of: plan.since)),
      ("until", Self.value(of: plan.until)),
      ("as_of", Self.value(of: analysis.asOf)),
      ("timezone", .word(plan.zone.name)),
      ("assumed_timezone", .word(report.settings.assumedZone.name)),
      ("confidence", .number("0.95")),
      ("source", .list(report.sourceNames.map { .word($0) })),
      ("identity", .word(report.identity.rawValue)),
      ("experiment", .text(report.experiment)),
    ]
  }

  private static func value(of step: StepDefinition) -> JSONValue {
    .members([("id", .text(step.id)), ("optional", .truth(step.isOptional))])
  }

  private static func value(of filters: [FieldFilter]) -> JSONValue {
    .list(
      filters.map { filter in
        .members([
          ("field", .word(filter.field.name)), ("values", .list(filter.values.map { .text($0) })),
        ])
      })
  }

  private static func value(of moment: Moment?) -> JSONValue {
    moment.map { .word(Cell.moment($0).printed) } ?? .null
  }

  private static func seconds(_ span: TimeSpan?) -> JSONValue {
    span.map { .number(FixedDecimals.text(Double($0.microseconds) / 1_000_000, decimals: 3)) } ?? .null
  }
}

extension Report {
  /// Whether the ids of one user were taken for one user: where nothing was asked for, by what the logs can say of that.
  var identity: IdentityRule {
    let plan = settings.plan
    if let asked = plan.identity { return asked }
    let mayHold = reading.bothIDs > 0 || reading.sources.contains { $0.format != .native }
    return mayHold || plan.identities != nil ? .on : .off
  }

  /// The experiment whose arms are the variants: the one that was chosen, or the only one; nil where there is none such.
  var experiment: ByteText? {
    if let chosen = settings.experiment { return chosen }
    return reading.experiments.count == 1 && !analysis.hasPlainVariant ? reading.experiments[0].label : nil
  }

  /// Whose events the logs were taken to hold, each once.
  var sourceNames: [String] {
    SourceFormat.allCases.filter { format in reading.sources.contains { $0.format == format } }.map(\.rawValue)
  }
}
