public import FunnelModel

/// A tiny hostile log and a plan for it, the same for the same seed.
public struct RandomLog: Sendable {
  /// The seed, for a failed test's message.
  public let seed: UInt64
  /// The events in the order of the log.
  public var events: [PlainEvent] = []
  /// What records say of ids besides.
  public var links: [PlainLink] = []
  /// What is to be worked out of them.
  public var plan = AnalysisPlan()

  var random: SeededGenerator
  /// Ids that events name steps by; the last one is in no definition.
  private var stepIds: [ByteText] = []

  /// The log of a seed; with `mixesIds` its users are now known, now anonymous, and share devices.
  public init(seed: UInt64, mixesIds: Bool = false) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...5, using: &random)
    stepIds = (1...count).map { ByteText("s\($0)") }
    if chance(0.9) { plan.definition = randomDefinition() }
    stepIds.append("ghost")
    chooseRules()
    chooseFields()
    for user in 0..<Int.random(in: 1...4, using: &random) { addEvents(of: ByteText("u\(user)")) }
    chooseBounds()
    if mixesIds { mixIds() }
    keepIdsApart(withinUsers: !mixesIds)
    addCopies()
    events.shuffle(using: &random)
  }

  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  mutating func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }

  private mutating func randomDefinition() -> Definition {
    let optional = pick([0, 0.3, 0.6])
    var steps = stepIds.map { StepDefinition(id: $0, isOptional: chance(optional)) }
    if chance(0.4) {
      for place in steps.indices where chance(0.6) {
        for signal in StepSignal.allCases where chance(0.6) { steps[place].matches[signal] = randomMatch() }
      }
    }
    var definition = Definition(id: "f", steps: steps)
    if chance(0.25) {
      for signal in FlowSignal.allCases where chance(0.6) { definition.flowMatches[signal] = randomMatch() }
    }
    if chance(0.4) {
      definition.variants = [VariantDefinition(name: "A")]
      let own = steps.indices.shuffled(using: &random).prefix(Int.random(in: 1...steps.count, using: &random))
      let inOrder = chance(0.7) ? own.sorted() : Array(own)
      definition.variants.append(VariantDefinition(name: "B", steps: chance(0.8) ? inOrder : nil))
    }
    return definition
  }

  /// A rule over few names, so that one event often bears signals of several steps.
  private mutating func randomMatch() -> EventMatch {
    let names: [ByteText] =
      chance(0.3) ? [pick(RandomLog.otherNames), pick(RandomLog.otherNames)] : [pick(RandomLog.otherNames)]
    guard chance(0.3) else { return EventMatch(events: names) }
    let values: [MatchValue] = chance(0.5) ? [.truth(true), .text("1")] : [.text("a")]
    return EventMatch(events: names, conditions: [MatchCondition(path: RandomLog.matchPath, values: values)])
  }

  private static let matchPath = FieldPath(components: ["properties", "k"])
  private static let platform = FieldReference.path(FieldPath(components: ["platform"]))
  static let userPath = FieldReference.path(FieldPath(components: ["user_id"]))
  private static let otherNames: [ByteText] = ["open", "tap", "buy"]

  private mutating func chooseRules() {
    plan.rules.order = pick([.ordered, .ordered, .ordered, .strict, .any])
    plan.rules.entry = pick([.first, .first, .any])
    plan.rules.advance = pick([nil, .explicit, .next])
    plan.rules.unit = pick([.user, .user, .session])
    plan.rules.sessionRule = pick([.gap, .gap, .id])
    plan.rules.mixed = pick([.first, .first, .first, .exclude])
    plan.rules.sessionGap = .seconds(pick([10, 60, 1800]))
    plan.rules.window = pick([nil, 10, 30, 120, 3600, 86_400, 604_800] as [Int64?]).map(TimeSpan.seconds)
    plan.totals = chance(0.3)
  }

  private mutating func chooseFields() {
    plan.breakdown = pick([
      [.variant], [.variant], [RandomLog.platform], [.version, .variant], [RandomLog.platform, .version],
    ])
    if chance(0.2) {
      let filters = [
        FieldFilter(field: RandomLog.platform, values: ["ios", "(none)"]),
        FieldFilter(field: .variant, values: ["A", "B"]),
        FieldFilter(field: .version, values: ["1"]),
      ]
      plan.unitFilters = chance(0.8) ? [pick(filters)] : Array(filters.prefix(2))
    }
    if chance(0.1) {
      let users = FieldFilter(field: RandomLog.userPath, values: ["u0", "u1"])
      let platforms = FieldFilter(field: RandomLog.platform, values: ["ios", "android", "true"])
      plan.only = pick([[users], [platforms], [users, platforms], [FieldFilter(field: .variant, values: ["A"])]])
    }
  }

  /// Silences at, just below and just above the gaps and windows that rules are chosen from.
  static let silences: [Int64] = {
    let seconds: [Int64] = [10, 30, 60, 120, 1800, 3600, 86_400]
    return [0, 0, 0, 1, 1000, 1_000_000, 1_000_000, 5_000_000, 5_000_000]
      + seconds.map { $0 * 1_000_000 } + seconds.map { $0 * 1_000_000 + 1 } + seconds.map { $0 * 1_000_000 - 1 }
  }()

  private static let begin: Int64 = 1_772_352_000_000_000

  private mutating func addEvents(of user: ByteText) {
    var time = RandomLog.begin + Int64.random(in: 0...3, using: &random) * 1_000_000
    let variants: [ByteText] = chance(0.8) ? [pick(["A", "B", "C"])] : ["A", "B"]
    let goesOn = chance(0.5)
    var place = 0
    for _ in 0..<Int.random(in: 1...14, using: &random) {
      time += goesOn && chance(0.7) ? 1_000_000 : pick(RandomLog.silences)
      var event = PlainEvent(time: time, user: user, name: "app_open")
      // Half of the users mostly go on from step to step, so that walks also get far.
      let step = goesOn && chance(0.8) ? stepIds[min(place, stepIds.count - 1)] : pick(stepIds)
      if chance(0.15) {
        event.name = pick(["onboarding_started", "onboarding_completed", "onboarding_dismissed", "onboarding_skipped"])
      } else if chance(0.2) {
        event.name = pick(["app_open", "open"])
      } else if chance(usesMatches ? 0.6 : 0.05) {
        event.name = pick(RandomLog.otherNames)
      } else {
        event.name = pick([
          "onboarding_step_started", "onboarding_step_viewed", "onboarding_step_completed", "onboarding_step_completed",
          "onboarding_step_skipped",
        ])
        if event.name != "onboarding_step_started", event.name != "onboarding_step_viewed" { place += 1 }
        if chance(0.97) { event.step = step }
      }
      event.isSkipped = chance(0.15)
      if chance(0.2) { event.duration = pick([0, 1_500_000, 4_000_000]) }
      if chance(0.7) { event.variant = pick(variants) }
      if chance(0.3) { event.session = pick(["x", "y"]) }
      if chance(0.4) { event.id = ByteText("e\(Int.random(in: 0...5, using: &random))") }
      addValues(to: &event)
      events.append(event)
    }
  }

  private var usesMatches: Bool { plan.definition?.steps.contains { !$0.matches.isEmpty } ?? false }

  private mutating func addValues(to event: inout PlainEvent) {
    for field in plan.values {
      switch field {
      case RandomLog.userPath: event.values[field] = .text(event.user)
      case .version: event.values[field] = pick([nil, nil, .text("1"), .text("2")])
      case RandomLog.platform:
        event.values[field] = pick([nil, nil, .text("ios"), .text("android"), .truth(true), .text("")])
      default: event.values[field] = pick([nil, .text("a"), .text("1"), .truth(true), .truth(false), .text("")])
      }
    }
  }

  private mutating func chooseBounds() {
    func moment(_ microseconds: Int64) -> Moment { Moment(microseconds: microseconds) }
    let times = events.map(\.time)
    if chance(0.15) { plan.since = moment(pick(times)) }
    if chance(0.15) { plan.until = moment(pick(times) + pick([0, 1])) }
    if chance(0.25) { plan.asOf = moment(pick(times) + pick(RandomLog.silences)) }
  }

  /// Takes the ids from events that would be copies of each other by chance: those may differ in anything.
  private mutating func keepIdsApart(withinUsers: Bool) {
    var seen: Set<[ByteText]> = []
    for place in events.indices {
      guard let id = events[place].id else { continue }
      let user = withinUsers ? events[place].user : ""
      let identity = [user, events[place].name, ByteText("\(events[place].time)"), id]
      if !seen.insert(identity).inserted { events[place].id = nil }
    }
  }

  /// Copies with the same id; with a definition also such as are not alike in what decides which is kept.
  ///
  /// What a copy may differ in without the specification saying which is kept is left alike: values, and steps that no
  /// definition lists.
  private mutating func addCopies() {
    for event in events where chance(0.1) {
      var copy = event
      if event.id != nil, chance(0.6) {
        copy.duration = pick([nil, 0, 3_000_000])
        copy.session = pick([nil, "x", "y"])
        copy.variant = pick([nil, "A", "B"])
        if plan.definition != nil, let step = event.step, step != "ghost" {
          copy.step = pick(stepIds.dropLast())
          copy.isSkipped = chance(0.3)
        }
      }
      events.append(copy)
    }
  }
}
