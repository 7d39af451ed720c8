/// How long an attempt may take, where something was said about it.
public enum WindowSetting: Hashable, Sendable {
  /// `none`: as long as it likes.
  case unlimited
  /// So long from its entry.
  case limited(TimeSpan)

  /// The window as `AnalysisRules` has it.
  public var span: TimeSpan? {
    switch self {
    case .unlimited: nil
    case .limited(let span): span
    }
  }

  /// The setting that a text names: a span of time, or `none`.
  public init(parsing text: ByteText) throws(TimeSpanFailure) {
    if text == "none" { self = .unlimited } else { self = .limited(try TimeSpan(parsing: text)) }
  }

  /// The setting as options and definitions write it.
  public var notation: String { span?.notation ?? "none" }
}

/// What a definition says of the rules, key by key; nil where it says nothing.
public struct AnalysisSettings: Hashable, Sendable {
  /// The longest silence within a session.
  public var sessionGap: TimeSpan?
  /// The time an attempt has from its entry.
  public var window: WindowSetting?
  /// How a walk treats the order of steps.
  public var order: StepOrder?
  /// Where an attempt may begin.
  public var entry: EntryRule?
  /// What moves a walk on.
  public var advance: AdvanceRule?
  /// What is counted.
  public var unit: CountedUnit?

  /// Nothing said.
  public init() {}

  /// All that a definition can say of these rules.
  public init(rules: AnalysisRules) {
    sessionGap = rules.sessionGap
    window = rules.window.map(WindowSetting.limited) ?? .unlimited
    order = rules.order
    entry = rules.entry
    advance = rules.advance
    unit = rules.unit
  }

  /// Puts what is said in the place of the rules' own values.
  public func apply(to rules: inout AnalysisRules) {
    if let sessionGap { rules.sessionGap = sessionGap }
    if let window { rules.window = window.span }
    if let order { rules.order = order }
    if let entry { rules.entry = entry }
    if let advance { rules.advance = advance }
    if let unit { rules.unit = unit }
  }
}
