import FunnelModel

/// The word for how an attempt that did not convert ends.
enum AttemptEnd: Sendable {
  case dismissed
  case dropped
  case inProgress
}

/// A counted attempt, ready to be tallied.
struct CountedAttempt: Sendable {
  /// What its walk would be called without having converted.
  var end: AttemptEnd
  /// Whether its deadline is not before as-of.
  var isOpen: Bool
  /// Microseconds from the entry to the conversion, nil without one.
  var conversionTime: Int64?
  /// Whether it converted in the session of its entry.
  var isSameSession: Bool
}

extension BreakdownTally {
  /// Counts an attempt, by its walk.
  mutating func add(_ attempt: CountedAttempt, _ walk: AttemptWalk, _ rules: WalkRules) {
    attempts += 1
    back += walk.back
    jump += walk.jump
    if let time = attempt.conversionTime {
      converted += 1
      times.append(time)
      if !walk.hasSkipped { unskipped += 1 }
      if attempt.isSameSession { sameSession += 1 }
    } else {
      switch attempt.end {
      case .dismissed: dismissed += 1
      case .dropped: dropped += 1
      case .inProgress: inProgress += 1
      }
      if attempt.isOpen { mayReturn += 1 }
    }
    if !steps.isEmpty { addSteps(attempt.end, walk, rules) }
  }

  private mutating func addSteps(_ end: AttemptEnd, _ walk: AttemptWalk, _ rules: WalkRules) {
    var hasPassedAll = true
    for place in steps.indices {
      let step = walk.steps[place]
      if step.outcome == nil { hasPassedAll = false }
      guard step.outcome != nil || walk.ends(at: place, rules) else { continue }
      if step.isStarted { steps[place].started += 1 }
      guard let outcome = step.outcome else {
        switch end {
        case .dismissed: steps[place].dismissed += 1
        case .dropped: steps[place].dropped += 1
        case .inProgress: steps[place].inProgress += 1
        }
        continue
      }
      switch outcome {
      case .completed: steps[place].completed += 1
      case .skipped: steps[place].skipped += 1
      }
      if rules.order != .any || hasPassedAll { steps[place].passedOfAll += 1 }
      steps[place].sinceEntryTimes.append(step.sinceEntry)
      switch step.duration {
      case .none: break
      case .measured(let duration): steps[place].durationTimes.append(duration)
      case .spanning: steps[place].spanning += 1
      }
    }
  }

  /// Takes in another tally of the same row.
  mutating func add(_ other: BreakdownTally) {
    units += other.units
    attempts += other.attempts
    converted += other.converted
    unskipped += other.unskipped
    dismissed += other.dismissed
    dropped += other.dropped
    inProgress += other.inProgress
    mayReturn += other.mayReturn
    times.add(other.times)
    sameSession += other.sameSession
    back += other.back
    jump += other.jump
    for place in steps.indices { steps[place].add(other.steps[place]) }
    sessions.add(other.sessions)
  }
}

extension AttemptWalk {
  /// Whether the step at a place, not passed, is one that the walk ended at.
  func ends(at place: Int, _ rules: WalkRules) -> Bool {
    if rules.order == .any { return !rules.flow.isOptional[place] || steps[place].isStarted }
    guard state.current < steps.count else { return false }
    return place == (state.isStarted ? state.current : rules.flow.nextRequired[state.current])
  }

  /// Whether it ended at a step that it did not pass.
  func endsSomewhere(_ rules: WalkRules) -> Bool {
    steps.indices.contains { steps[$0].outcome == nil && ends(at: $0, rules) }
  }
}

extension StepTally {
  /// Takes in another tally of the same step.
  mutating func add(_ other: StepTally) {
    started += other.started
    completed += other.completed
    skipped += other.skipped
    dismissed += other.dismissed
    dropped += other.dropped
    inProgress += other.inProgress
    passedOfAll += other.passedOfAll
    durationTimes.add(other.durationTimes)
    spanning += other.spanning
    sinceEntryTimes.add(other.sinceEntryTimes)
    paths.add(other.paths)
  }
}

extension SessionTally {
  /// Counts a session of so many events and such a length in microseconds.
  mutating func add(events count: Int, length: Int64) {
    sessions += 1
    events += count
    lengthTimes.append(length)
    if count == 1 { singleEvent += 1 }
  }

  /// Takes in another tally of other sessions.
  mutating func add(_ other: SessionTally) {
    users += other.users
    sessions += other.sessions
    events += other.events
    lengthTimes.add(other.lengthTimes)
    singleEvent += other.singleEvent
  }
}
