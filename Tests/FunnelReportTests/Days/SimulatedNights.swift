import FunnelEngine
import FunnelModel
import FunnelStatistics
import TestSupport

@testable import FunnelReport

/// Nights of a product of two variants and five steps, as the engine hands its days to the rules of section 11.
///
/// Each attempt walks step by step: it is lost there, skips, or completes, and converts past the last one; so what a change
/// does to one figure it does to all that hang together with it, as in a real log. Counts are drawn exactly; a median is
/// drawn as that of so many durations, whose spread is 0.8 in logarithms.
struct SimulatedNights {
  /// What happens on the newest day.
  enum Change: String, CaseIterable {
    case none = "nothing"
    case conversionDown = "conversion from 50 % to 40 %, all steps losing a little more"
    case conversionDownAtOneStep = "conversion from 50 % to 40 %, one step losing more"
    case skipUp = "skip rate of one step from 20 % to 35 %"
    case medianUp = "median time of one step up by half"
    case outage = "no attempt at all"
  }

  /// How the product goes when nothing changes.
  enum Rhythm: String, CaseIterable {
    /// Every day alike.
    case steady
    /// Conversion and every skip rate are two points lower on two days of seven, and attempts a quarter fewer.
    case weekends = "weekends 2 points lower"
    /// Conversion and every skip rate go two points up and down in the course of a week, and attempts an eighth.
    case wave = "a wave of 2 points up and down"

    /// The points by which the shares of a weekday differ from the rest.
    fileprivate func points(of weekday: Int) -> Double {
      switch self {
      case .steady: 0
      case .weekends: weekday >= 5 ? -0.02 : 0
      case .wave: 0.02 * Self.sines[weekday]
      }
    }

    /// The attempts of a weekday, as a share of the most.
    fileprivate func attempts(of weekday: Int) -> Double {
      switch self {
      case .steady: 1
      case .weekends: weekday >= 5 ? 0.75 : 1
      case .wave: 1 + Self.sines[weekday] / 8
      }
    }

    /// The sine at each seventh of a circle.
    private static let sines = [0, 0.7818, 0.9749, 0.4339, -0.4339, -0.9749, -0.7818]
  }

  static let variants: [ByteText] = ["control", "short"]
  static let stepCount = 5

  var daysBefore = 7
  var attempts = 2000
  var rhythm = Rhythm.steady
  var change = Change.none

  /// The tests of one night, as a report makes them; the seed also says on which weekday the night falls.
  func shifts(seed: UInt64) -> [Shift] {
    var random = SeededGenerator(seed: seed)
    var fixture = ReportFixture()
    fixture.definition = Definition(
      id: "flow", steps: (0..<Self.stepCount).map { StepDefinition(id: ByteText("step-\($0)")) })
    fixture.rows = Self.variants.map { ReportFixture.row($0) }
    fixture.newestDay = NewestDay(day: daysBefore, distance: .seconds(43_200))
    let firstWeekday = Int(seed % 7)
    for day in 0...daysBefore {
      let weekday = (firstWeekday + day) % 7
      // Half a tenth from day to day, and each variant half of them.
      let size = Double(attempts) * rhythm.attempts(of: weekday) * (1 + 0.05 * Self.normal(&random))
      let first = Self.binomial(max(0, Int(size)), 0.5, &random)
      let parts = [first, max(0, Int(size)) - first].map { self.day(day, weekday, attempts: $0, &random) }
      for (row, part) in parts.enumerated() where part.attempts > 0 { fixture.rows[row].standing.append(part) }
      let all = Self.sum(parts[0], parts[1])
      if all.attempts > 0 { fixture.overall.standing.append(all) }
    }
    return Shift.tests(ShiftSeries.all(of: fixture.analysis, history: DayHistory()))
  }

  private func day(_ number: Int, _ weekday: Int, attempts: Int, _ random: inout SeededGenerator) -> StandingDay {
    let change = number == daysBefore ? self.change : .none
    var day = StandingDay(day: number)
    guard attempts > 0, change != .outage else { return day }
    day.attempts = attempts
    let points = rhythm.points(of: weekday)
    let usual = Self.fifthRoot(0.5 + points)
    var entered = attempts
    for place in 0..<Self.stepCount {
      let pass =
        switch change {
        case .conversionDown: Self.fifthRoot(0.4 + points)
        case .conversionDownAtOneStep where place == 2: usual * (0.4 + points) / (0.5 + points)
        default: usual
        }
      let skip = (change == .skipUp && place == 1 ? 0.35 : 0.2) + points
      var step = StandingStep(step: place)
      step.entered = entered
      step.timed = Self.binomial(entered, pass, &random)
      step.skipped = Self.binomial(step.timed, skip / pass, &random)
      step.lost = entered - step.timed
      step.middle = Self.middle(
        of: step.timed, median: change == .medianUp && place == 3 ? 12_000_000 : 8_000_000, &random)
      if entered > 0 { day.steps.append(step) }
      entered = step.timed
    }
    day.converted = entered
    return day
  }

  private static func sum(_ left: StandingDay, _ right: StandingDay) -> StandingDay {
    var day = left
    day.attempts += right.attempts
    day.converted += right.converted
    for step in right.steps {
      guard let place = day.steps.firstIndex(where: { $0.step == step.step }) else {
        day.steps.append(step)
        continue
      }
      day.steps[place].middle = middle(day.steps[place], step)
      day.steps[place].entered += step.entered
      day.steps[place].skipped += step.skipped
      day.steps[place].lost += step.lost
      day.steps[place].timed += step.timed
    }
    return day
  }

  /// The median of so many durations: its rank among all that could be drawn is normal around a half, of standard
  /// deviation 1 / (2 sqrt(n)).
  private static func middle(of count: Int, median: Double, _ random: inout SeededGenerator) -> MiddlePair? {
    guard count > 0 else { return nil }
    // The normal quantile of a rank near a half is 2.5066 times its distance from it.
    let z = 2.506_628_274_6 * normal(&random) / (2 * Double(count).squareRoot())
    let time = Int64(median * power(0.8 * z))
    return MiddlePair(low: time, high: time)
  }

  /// The median of two groups of like durations together: by its ranks in both, as Bahadur's representation has it.
  private static func middle(_ left: StandingStep, _ right: StandingStep) -> MiddlePair? {
    guard let first = left.middle, let second = right.middle else { return left.middle ?? right.middle }
    let share = Double(left.timed) / Double(left.timed + right.timed)
    let time = Int64(share * Double(first.low) + (1 - share) * Double(second.low))
    return MiddlePair(low: time, high: time)
  }

  private static func fifthRoot(_ share: Double) -> Double {
    var root = 0.9
    for _ in 0..<20 {
      let fourth = root * root * root * root
      root -= (fourth * root - share) / (5 * fourth)
    }
    return root
  }

  /// So many successes as one number between 0 and 1 comes to, taken off the probabilities from the likeliest count out.
  private static func binomial(_ trials: Int, _ chance: Double, _ random: inout SeededGenerator) -> Int {
    var rest = Double.random(in: 0..<1, using: &random)
    let odds = chance / (1 - chance)
    var (low, high) = (Int(Double(trials + 1) * chance), Int(Double(trials + 1) * chance))
    var lowWeight = binomialProbability(low, of: trials, chance: chance)
    var highWeight = lowWeight
    rest -= lowWeight
    while rest > 0, low > 0 || high < trials {
      if high < trials {
        highWeight *= Double(trials - high) / Double(high + 1) * odds
        high += 1
        rest -= highWeight
        if rest <= 0 { return high }
      }
      if low > 0 {
        lowWeight *= Double(low) / Double(trials - low + 1) / odds
        low -= 1
        rest -= lowWeight
        if rest <= 0 { return low }
      }
      // Nothing is left that a number of this kind can tell.
      if lowWeight + highWeight < 1e-18 { break }
    }
    return min(trials, Int(Double(trials + 1) * chance))
  }

  /// The sum of twelve, less six: normal enough for attempts and medians.
  private static func normal(_ random: inout SeededGenerator) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }

  /// The exponential as its limit, so that a seed gives the same on every C library.
  private static func power(_ exponent: Double) -> Double {
    var power = 1 + exponent / 1024
    for _ in 0..<10 { power *= power }
    return power
  }
}
