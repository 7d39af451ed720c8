import FunnelModel

/// Puts the threads' tallies of days together and gives each printed row its own.
struct DayMerger {
  private let firstDay: Int
  private let hasOwnSteps: Bool
  private var days: [Int32: [Int32: DaySheet.Counts]] = [:]
  private var standing: [Int32: [Int32: DaySheet.Standing]] = [:]
  private var clocks: [ClockTally]
  private var attemptsWithJump = 0

  /// A merger for a definition, the calendar's first day being `firstDay`.
  init(_ definition: Definition, firstDay: Int) {
    self.firstDay = firstDay
    hasOwnSteps = definition.hasOwnSteps
    clocks = Array(repeating: ClockTally(), count: definition.steps.count)
  }

  /// Takes in a thread's tallies.
  mutating func add(_ sheet: DaySheet) {
    for (key, counts) in sheet.days { days[key.row, default: [:]][key.day, default: DaySheet.Counts()].add(counts) }
    for (key, day) in sheet.standing { Self.add(day, to: &standing[key.row, default: [:]][key.day]) }
    for step in clocks.indices {
      clocks[step].reportedTimes.add(sheet.clocks[step].reportedTimes)
      clocks[step].measuredTimes.add(sheet.clocks[step].measuredTimes)
    }
    attemptsWithJump += sheet.attemptsWithJump
  }

  /// Gives the printed rows their days, and tells what all units come to; `values` gives a row's texts.
  func complete(
    _ rows: inout [BreakdownTally], threads: Int, timeFile: TimeFile?, values: (Int) -> [ByteText]
  ) -> OverallTally {
    var numbers: [[ByteText]: Int32] = [:]
    for row in Set(days.keys).union(standing.keys) where row != DaySheet.otherRow { numbers[values(Int(row))] = row }
    var all: [Int32: DaySheet.Counts] = [:]
    for (day, counts) in days.values.joined() { all[day, default: DaySheet.Counts()].add(counts) }
    let middles = Middles(standing, threads: timeFile == nil ? threads : 1)
    for place in rows.indices {
      switch rows[place].kind {
      case .all: rows[place].days = tallies(all)
      case .other: break
      case .values:
        guard let row = numbers[rows[place].values] else { continue }
        rows[place].days = tallies(days[row] ?? [:])
        rows[place].standing = middles.rows[row].map { finished($0, hasSteps: true) } ?? []
      }
    }
    var overall = OverallTally()
    overall.attempts = all.values.reduce(0) { $0 + $1.attempts }
    overall.attemptsWithJump = attemptsWithJump
    overall.clocks = clocks
    TimeSorter(threads: threads, file: timeFile).sort { change in
      for step in overall.clocks.indices { overall.clocks[step].changeTimes(change) }
    }
    overall.standing = finished(middles.all, hasSteps: !hasOwnSteps)
    return overall
  }

  private static func add(_ day: DaySheet.Standing, to sum: inout DaySheet.Standing?) {
    if sum == nil { sum = day } else { sum?.add(day) }
  }

  private func tallies(_ days: [Int32: DaySheet.Counts]) -> [DayTally] {
    days.map { day, counts in
      var tally = DayTally(day: firstDay + Int(day))
      tally.attempts = counts.attempts
      tally.converted = counts.converted
      tally.inProgress = counts.inProgress
      return tally
    }.sorted { $0.day < $1.day }
  }

  private func finished(_ days: [StandingDay], hasSteps: Bool) -> [StandingDay] {
    days.map { day in
      var day = day
      day.day += firstDay
      if !hasSteps { day.steps = [] }
      return day
    }.sorted { $0.day < $1.day }
  }
}

/// The days as they stood with the two durations in the middle of each list, by row and over all rows.
private struct Middles {
  /// By row; the days by their places in the calendar.
  private(set) var rows: [Int32: [StandingDay]] = [:]
  private(set) var all: [StandingDay] = []

  init(_ standing: [Int32: [Int32: DaySheet.Standing]], threads: Int) {
    var whole: [Int32: DaySheet.Standing] = [:]
    if standing.count > 1 {
      for (day, tally) in standing.values.joined() {
        if whole[day] == nil { whole[day] = tally } else { whole[day]?.add(tally) }
      }
    }
    var jobs: [(row: Int32?, day: Int32, tally: DaySheet.Standing)] = whole.map { (nil, $0, $1) }
    for (row, days) in standing { jobs += days.map { (row, $0, $1) } }
    let input = jobs
    let done = inParallel(threads: threads, count: jobs.count) {
      [(row: Int32?, day: StandingDay)]()
    } body: { done, job in
      done.append((input[job].row, Self.day(input[job].day, input[job].tally)))
    }
    for (row, day) in done.joined() {
      if let row { rows[row, default: []].append(day) } else { all.append(day) }
    }
    if standing.count == 1, let only = rows.first { all = only.value }
  }

  private static func day(_ number: Int32, _ tally: DaySheet.Standing) -> StandingDay {
    var day = StandingDay(day: Int(number))
    day.attempts = tally.attempts
    day.converted = tally.converted
    for (place, counted) in tally.steps.enumerated() where counted.entered > 0 {
      var step = StandingStep(step: place)
      step.entered = counted.entered
      step.skipped = counted.skipped
      step.lost = counted.lost
      step.timed = counted.durations.count
      step.middle = counted.durations.middle
      day.steps.append(step)
    }
    return day
  }
}
