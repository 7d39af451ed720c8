/// One thread's tallies of days: of each row and day what the whole log says, and the day as it stood.
struct DaySheet: Sendable {
  /// The row that stands for all rows without one of their own.
  static let otherRow = -1

  /// A row of values and a day by its place in the calendar.
  struct Key: Hashable, Sendable {
    var row: Int32
    var day: Int32

    init(row: Int, day: Int) {
      self.row = Int32(row)
      self.day = Int32(day)
    }
  }

  /// What is counted of the attempts of one day.
  struct Counts: Sendable {
    var attempts = 0
    var converted = 0
    var inProgress = 0
  }

  /// One day as it stood.
  struct Standing: Sendable {
    var attempts = 0
    var converted = 0
    /// By place in the definition.
    var steps: [Step]
  }

  /// One step of a day as it stood.
  struct Step: Sendable {
    var entered = 0
    var skipped = 0
    var lost = 0
    var durations = Times()
  }

  private(set) var days: [Key: Counts] = [:]
  private(set) var standing: [Key: Standing] = [:]
  /// Attempts with a `jump`.
  private(set) var attemptsWithJump = 0
  /// For each step of the definition the passes that both report a duration and can be measured.
  private(set) var clocks: [ClockTally]
  private let keptRows: Set<Int>?
  private let stepCount: Int

  /// An empty sheet for a definition of so many steps.
  init(choice: TallySheet.Choice, stepCount: Int) {
    self.stepCount = stepCount
    clocks = Array(repeating: ClockTally(), count: stepCount)
    switch choice {
    case .all: keptRows = nil
    case .only(let rows): keptRows = Set(rows)
    }
  }

  private func key(_ row: Int, _ day: Int) -> Key {
    Key(row: keptRows?.contains(row) ?? true ? row : Self.otherRow, day: day)
  }

  /// Counts a counted attempt on its day of entry.
  mutating func add(_ attempt: CountedAttempt, _ walk: AttemptWalk, row: Int, day: Int, steps: [Int]) {
    let isConverted = attempt.conversionTime != nil
    let goesOn = !isConverted && attempt.end == .inProgress
    days[key(row, day), default: Counts()].add(isConverted: isConverted, goesOn: goesOn)
    if walk.jump > 0 { attemptsWithJump += 1 }
    for (place, step) in steps.enumerated() {
      guard let pair = walk.steps[place].clock else { continue }
      clocks[step].reportedTimes.append(pair.reported)
      clocks[step].measuredTimes.append(pair.measured)
    }
  }

  /// Changes all lists of times, always in the same order.
  mutating func changeTimes(_ change: (inout Times) -> Void) {
    for step in clocks.indices { clocks[step].changeTimes(change) }
    for index in standing.values.indices {
      for step in standing.values[index].steps.indices { change(&standing.values[index].steps[step].durations) }
    }
  }

  /// Counts an attempt on a day as it stood.
  mutating func addStanding(_ end: AttemptEnd, _ walk: AttemptWalk, _ rules: WalkRules, row: Int, day: Int) {
    standing[key(row, day), default: Standing(steps: Array(repeating: Step(), count: stepCount))]
      .add(end, walk, rules)
  }
}

extension ClockTally {
  /// Changes both lists of times.
  mutating func changeTimes(_ change: (inout Times) -> Void) {
    change(&reportedTimes)
    change(&measuredTimes)
  }
}

extension DaySheet.Counts {
  /// Counts an attempt.
  mutating func add(isConverted: Bool, goesOn: Bool) {
    attempts += 1
    if isConverted { converted += 1 }
    if goesOn { inProgress += 1 }
  }

  /// Takes in other attempts of the day.
  mutating func add(_ other: Self) {
    attempts += other.attempts
    converted += other.converted
    inProgress += other.inProgress
  }
}

extension DaySheet.Standing {
  /// Counts an attempt.
  mutating func add(_ end: AttemptEnd, _ walk: AttemptWalk, _ rules: WalkRules) {
    attempts += 1
    if walk.conversion != nil { converted += 1 }
    for (place, step) in rules.flow.steps.enumerated() {
      let walked = walk.steps[place]
      guard walked.outcome != nil || walk.ends(at: place, rules) else { continue }
      steps[step].entered += 1
      if walked.outcome == .skipped { steps[step].skipped += 1 }
      if walked.outcome == nil, end != .inProgress { steps[step].lost += 1 }
      if case .measured(let duration) = walked.duration { steps[step].durations.append(duration) }
    }
  }

  /// Takes in other attempts of the day.
  mutating func add(_ other: Self) {
    attempts += other.attempts
    converted += other.converted
    for step in steps.indices {
      steps[step].entered += other.steps[step].entered
      steps[step].skipped += other.steps[step].skipped
      steps[step].lost += other.steps[step].lost
      steps[step].durations.add(other.steps[step].durations)
    }
  }
}
