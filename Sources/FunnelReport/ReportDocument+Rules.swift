import FunnelEngine
import FunnelModel

extension ReportDocument {
  /// The rules that the numbers follow, a sentence or two for each.
  static func rules(_ report: Report) -> [Prose] {
    let analysis = report.analysis
    return [stepsRule(analysis)] + walkRules(analysis) + sessionRules(analysis.rules) + scopeRules(report) + [
      """
      Intervals (\(strong: "likely")) are Wilson's at 95 %. A median is the time that half of them took at most; \
      times are measured within one session, except those of a conversion.
      """,
      "Written by funnel \(report.settings.version).",
    ]
  }

  private static func stepsRule(_ analysis: Analysis) -> Prose {
    let count = PlainNumber.count(analysis.definition.steps.count, "step", "steps")
    switch analysis.stepsSource {
    case .log:
      return
        """
        \(strong: "Steps") were inferred from the log, for want of a definition: \(count), in the order in which most \
        users met them.
        """
    case .definition:
      var prose: Prose = "\(strong: "Steps") come from the definition \(name: analysis.definition.id): \(count)"
      if let version = analysis.definition.onboardingVersion { prose = prose + ", version \(name: version)" }
      return prose + "."
    }
  }

  private static func walkRules(_ analysis: Analysis) -> [Prose] {
    let rules = analysis.rules
    let told =
      analysis.advanceIsInferred
      ? " This was told from the log, by how many of its step signals are completions or skips." : ""
    var sentences: [Prose] = [
      "\(strong: "Unit") is the \(rules.unit.one): each counts once, with its first attempt that converted, else the one that got furthest.",
      "\(strong: "Order") is \(rules.order.rawValue): \(rules.order.words).",
    ]
    if rules.order != .any {
      sentences.append("\(strong: "Entry") is \(rules.entry.rawValue): an attempt begins \(rules.entry.words).")
    }
    if let advance = rules.advance {
      sentences.append("\(strong: "Advance") is \(advance.rawValue): \(advance.words).\(told)")
    }
    let window = rules.window.map { "an attempt has \(PlainNumber.span($0)) from its entry" }
    sentences.append("\(strong: "Window"): \(window ?? "an attempt has all the time there is").")
    return sentences
  }

  private static func sessionRules(_ rules: AnalysisRules) -> [Prose] {
    let gap = PlainNumber.span(rules.sessionGap)
    let session: Prose =
      switch rules.sessionRule {
      case .gap: "a silence longer than \(gap) ends one."
      case .id:
        "all of a user's events with one session id are one; those without an id end at a silence longer than \(gap)."
      }
    let mixed: Prose =
      switch rules.mixed {
      case .first: "count under the variant they saw first."
      case .exclude: "are left out of every table."
      }
    return ["\(strong: "Sessions"): \(session)", "\(strong: "Users who saw two variants") \(mixed)"]
  }

  private static func scopeRules(_ report: Report) -> [Prose] {
    let plan = report.settings.plan
    let asOf: Prose = plan.asOf == nil ? "the newest accepted event's time" : "as asked for"
    let users: [Prose] =
      report.identity == .on
      ? [
        """
        \(strong: "Users"): the ids of one user are one user, as the log\(plan.identities == nil ? "" : " and --identities") \
        tells.
        """
      ] : []
    var sentences: [Prose] =
      users + [
        "\(strong: "As of") \(Cell.moment(report.analysis.asOf).printed), \(asOf).",
        "\(strong: "Rows") are broken down by \(.list(report.analysis.breakdownFields.map { ByteText($0.name) })).",
      ]
    if let since = plan.since {
      sentences.append("\(strong: "Since"): nothing before \(Cell.moment(since).printed) is counted.")
    }
    if let until = plan.until {
      sentences.append("\(strong: "Until"): nothing from \(Cell.moment(until).printed) on is counted.")
    }
    sentences += plan.only.map { "\(strong: "Only") events whose \(filter($0)) were looked at." }
    sentences += plan.unitFilters.map {
      "\(strong: "Where"): only \(report.analysis.rules.unit.many) whose \(filter($0)) are counted."
    }
    sentences.append(
      """
      \(strong: "Time zone"): days are those of \(name: ByteText(plan.zone.name)), times in the log without a zone \
      are read as \(name: ByteText(report.settings.assumedZone.name)), times in this report are in UTC.
      """)
    return sentences
  }

  private static func filter(_ filter: FieldFilter) -> Prose {
    let values = filter.values.map { [Prose.Run.name($0)] }.joined(separator: [.plain(" or ")])
    return "\(name: ByteText(filter.field.name)) is \(Prose(runs: Array(values)))"
  }
}

extension StepOrder {
  fileprivate var words: String {
    switch self {
    case .ordered: "steps are passed in order; what comes out of order is counted and changes nothing"
    case .strict: "steps are passed in order; what comes out of order ends the attempt"
    case .any: "steps may be passed in any order"
    }
  }
}

extension EntryRule {
  fileprivate var words: String {
    switch self {
    case .first: "at the beginning of the flow"
    case .any: "at the first step that it is seen at"
    }
  }
}

extension AdvanceRule {
  fileprivate var words: String {
    switch self {
    case .explicit: "only a completion or a skip passes a step"
    case .next: "starting the next step also completes the one before"
    }
  }
}
