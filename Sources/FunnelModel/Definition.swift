/// One onboarding: its ordered steps, the events that stand for its signals, and its variants.
public struct Definition: Hashable, Sendable {
  /// The flow's name.
  public var id: ByteText
  /// The version that the file states; printed, with no other effect.
  public var onboardingVersion: ByteText?
  /// The steps in order; never empty, ids unique.
  public var steps: [StepDefinition]
  /// Matches that stand in for the native events of the flow's own signals.
  public var flowMatches: [FlowSignal: EventMatch]
  /// The arms of the A/B test as the file lists them, in the file's order.
  public var variants: [VariantDefinition]
  /// The name of the control arm.
  public var control: ByteText?

  /// A definition of these steps and nothing else.
  public init(id: ByteText, steps: [StepDefinition]) {
    self.id = id
    self.steps = steps
    onboardingVersion = nil
    flowMatches = [:]
    variants = []
    control = nil
  }

  /// Whether a variant is walked with steps of its own.
  public var hasOwnSteps: Bool { variants.contains { $0.steps != nil } }
}

/// One step of a flow, with what the analysis uses of the app's own description of it.
public struct StepDefinition: Hashable, Sendable {
  /// The id that events name it by.
  public var id: ByteText
  /// Whether the flow can be finished without it.
  public var isOptional: Bool
  /// Whether the app lets people skip it; nil where the file does not say.
  public var canSkip: Bool?
  /// The text of its tip.
  public var tooltipText: ByteText?
  /// Where the tip stands.
  public var tooltipPosition: ByteText?
  /// Matches that replace all native events of this step; empty: the native events count.
  public var matches: [StepSignal: EventMatch]

  /// A required step that follows the native events.
  public init(id: ByteText, isOptional: Bool = false) {
    self.id = id
    self.isOptional = isOptional
    canSkip = nil
    tooltipText = nil
    tooltipPosition = nil
    matches = [:]
  }
}

/// One arm of the A/B test.
public struct VariantDefinition: Hashable, Sendable {
  /// The name that events give.
  public var name: ByteText
  /// Its share of users relative to the other arms' weights; nil: as the others.
  public var weight: Double?
  /// Its own flow, as places in the definition's `steps`, in its own order; nil: all steps.
  public var steps: [Int]?

  /// An arm of an A/B test.
  public init(name: ByteText, weight: Double? = nil, steps: [Int]? = nil) {
    self.name = name
    self.weight = weight
    self.steps = steps
  }
}

/// A rule that tells which events bear a signal.
public struct EventMatch: Hashable, Sendable {
  /// The event's name is one of these; at least one.
  public var events: [ByteText]
  /// Demands on fields, all of which must hold; in the file's order.
  public var conditions: [MatchCondition]

  /// A rule of names and demands.
  public init(events: [ByteText], conditions: [MatchCondition] = []) {
    self.events = events
    self.conditions = conditions
  }
}

/// A demand that the value at a path is one of some values.
public struct MatchCondition: Hashable, Sendable {
  /// From the event's root.
  public var path: FieldPath
  /// The values of which one must be there; none, where the file lists only what matches nothing (null, an object): no
  /// event meets the demand then.
  public var values: [MatchValue]

  /// A demand on one path.
  public init(path: FieldPath, values: [MatchValue]) {
    self.path = path
    self.values = values
  }
}

/// A value that a match compares with: a number stands for its own text, true and false equal only themselves.
public enum MatchValue: Hashable, Sendable {
  /// A string, or a number's text as written.
  case text(ByteText)
  /// True or false.
  case truth(Bool)
}
