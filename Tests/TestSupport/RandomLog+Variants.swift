import FunnelModel

extension RandomLog {
  /// A log of more than fifty variants, of which many have the same number of users; some have an arm or two that the
  /// definition names, and one that is called control.
  public static func ofManyVariants(seed: UInt64) -> RandomLog {
    var log = RandomLog(seed: seed)
    log.plan = AnalysisPlan()
    let steps = ["s1", "s2"].map { StepDefinition(id: ByteText($0)) }
    log.plan.definition = Definition(id: "f", steps: steps)
    let hasOwnSteps = log.chance(0.5)
    if log.chance(0.5) {
      log.plan.definition?.variants = [
        VariantDefinition(name: "a17"), VariantDefinition(name: "x", steps: hasOwnSteps ? [1] : nil),
      ]
    }
    if log.chance(0.3) { log.plan.definition?.control = "a9" }
    var names = (0..<log.pick([51, 60, 80])).map { ByteText("a\($0)") } + ["x", "y"]
    if log.chance(0.5) { names.append("conTROL") }
    if log.chance(0.3) { names.append("(all)") }
    log.events = []
    for user in 0..<140 {
      // The first of the names have most users.
      let variant = user < names.count ? names[user] : names[min(log.pick(Array(0..<99)), names.count - 4)]
      for (minute, kind) in ["started", "completed"].enumerated() where minute == 0 || log.chance(0.7) {
        var event = PlainEvent(
          time: 1_772_352_000_000_000 + Int64(user * 7 + minute * 2) * 60_000_000, user: ByteText("u\(user)"),
          name: ByteText("onboarding_step_" + kind))
        event.step = log.chance(0.8) ? "s1" : "s2"
        event.variant = log.chance(0.9) ? variant : nil
        event.values[.version] = log.pick([nil, .text("1"), .text("2")])
        log.events.append(event)
      }
    }
    log.events.shuffle(using: &log.random)
    return log
  }

  /// How many variants its users come to, those without one being one more.
  public var variantCount: Int {
    let users = Dictionary(grouping: events, by: \.user)
    return Set(users.values.map { $0.sorted { $0.time < $1.time }.compactMap(\.variant).first ?? "(none)" }).count
  }
}
