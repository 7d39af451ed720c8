import FunnelModel

/// The flow that section 8 infers from a log without a definition.
enum PlainInference {
  /// The inferred flow, or nil where no native event names a step.
  static func definition(of events: [PlainEvent]) -> Definition? {
    /// "The time of the user's first signal of it", by user and step.
    var firstMet: [ByteText: [ByteText: Int64]] = [:]
    for event in events {
      guard let step = event.step,
        NativeEvent(rawValue: event.name.string)?.stepSignal(skipped: event.isSkipped) != nil
      else { continue }
      firstMet[event.user, default: [:]][step] = min(firstMet[event.user]?[step] ?? .max, event.time)
    }
    func users(of step: ByteText) -> Int { firstMet.values.count { $0[step] != nil } }

    var met: [ByteText: Int] = [:]
    for step in Set(firstMet.values.flatMap(\.keys)) { met[step] = users(of: step) }
    // "A step that fewer than 1 in 200 of the users with step signals met is left out before that [...], as is any past
    // the 64 met by most (then by id)."
    let kept = met.keys.filter { met[$0]! * 200 >= firstMet.count }
      .sorted { (met[$1]!, $0) < (met[$0]!, $1) }.prefix(64)
    guard !kept.isEmpty else { return nil }

    /// "The number of steps that it comes before in more users than after (a tie is a half)", doubled.
    func score(_ step: ByteText) -> Int {
      kept.filter { $0 != step }.map { other in
        let both = firstMet.values.compactMap { user in user[step].flatMap { mine in user[other].map { (mine, $0) } } }
        let before = both.count { $0.0 < $0.1 }
        let after = both.count { $0.0 > $0.1 }
        return before > after ? 2 : before == after ? 1 : 0
      }.reduce(0, +)
    }
    // "The order is by score, highest first, then by users that met it, most first, then by id."
    let scores = Dictionary(uniqueKeysWithValues: kept.map { ($0, score($0)) })
    let ordered = kept.sorted { (scores[$1]!, met[$1]!, $0) < (scores[$0]!, met[$0]!, $1) }

    let steps = ordered.enumerated().map { place, step in
      // "A step that fewer than 9 in 10 of the users who met a later one met is optional."
      let later = ordered.dropFirst(place + 1)
      let beyond = firstMet.values.filter { user in later.contains { user[$0] != nil } }
      let isOptional = beyond.count { $0[step] != nil } * 10 < beyond.count * 9
      return StepDefinition(id: step, isOptional: isOptional)
    }
    return Definition(id: "inferred", steps: steps)
  }
}
