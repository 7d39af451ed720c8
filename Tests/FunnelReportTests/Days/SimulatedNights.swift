import FunnelEngine
import FunnelModel
import TestSupport

@testable import FunnelReport

/// Nights of a product, day by day, as the engine would hand them to the rules of section 11.
struct SimulatedNights {
  /// What happens on the newest day.
  enum Change: String, CaseIterable {
    case none
    case conversionDown = "conversion down by a fifth"
    case skipUp = "skip rate of one step up from 20 % to 35 %"
    case medianUp = "median time of one step up by half"
    case outage = "no attempt at all"
  }

  /// How the product goes when nothing changes.
  enum Rhythm: String, CaseIterable {
    case steady
    case weekly = "weekly rhythm of 2 points"
  }

  static let variants: [ByteText] = ["control", "short"]
  static let stepCount = 5

  var days = 8
  var attempts = 2000
  var rhythm = Rhythm.steady
  var change = Change.none

  /// The series of the two variants and of both together, as one seed gives them.
  func series(seed: UInt64) -> [ShiftSeries] {
    var random = SeededGenerator(seed: seed)
    var byVariant = Self.variants.map { _ in [StandingDay]() }
    var all: [StandingDay] = []
    for day in 0..<days {
      let parts = Self.variants.indices.map { _ in
        self.day(day, attempts: size(of: day, &random) / Self.variants.count, &random)
      }
      for variant in parts.indices { byVariant[variant].append(parts[variant].day) }
      all.append(Self.sum(parts, day: day))
    }
    return [ShiftSeries(values: nil, days: all, newest: days - 1)]
      + zip(Self.variants, byVariant).map { ShiftSeries(values: [$0], days: $1, newest: days - 1) }
  }

  private func isChanged(_ day: Int) -> Bool { day == days - 1 }

  /// Attempts vary by a tenth from day to day, and with a rhythm are a quarter fewer on two days of seven.
  private func size(of day: Int, _ random: inout SeededGenerator) -> Int {
    if isChanged(day), change == .outage { return 0 }
    let weekend = rhythm == .weekly && day % 7 >= 5 ? 0.75 : 1
    return Int(Double(attempts) * weekend * (1 + 0.1 * Self.normal(&random)))
  }

  private struct Part {
    var day: StandingDay
    var durations: [[Int64]]
  }

  private func day(_ number: Int, attempts: Int, _ random: inout SeededGenerator) -> Part {
    let points = rhythm == .weekly ? 0.02 * (number % 7 >= 5 ? -1 : 0.4) : 0
    let changed = isChanged(number)
    let conversion = (changed && change == .conversionDown ? 0.4 : 0.5) + points
    var day = StandingDay(day: number)
    day.attempts = max(0, attempts)
    day.converted = Self.binomial(day.attempts, conversion, &random)
    var durations: [[Int64]] = []
    // Each step loses its part of those who do not convert.
    let pass = 0.5 + points > 0 ? Self.root(0.5 + points) : 0
    var entered = day.attempts
    for place in 0..<Self.stepCount {
      let skip = (changed && change == .skipUp && place == 1 ? 0.35 : 0.2) + points
      let passed = Self.binomial(entered, pass, &random)
      var step = StandingStep(step: place)
      step.entered = entered
      step.skipped = min(passed, Self.binomial(entered, skip, &random))
      step.lost = entered - passed
      step.timed = passed
      let median = 8.0 * (changed && change == .medianUp && place == 2 ? 1.5 : 1)
      let times = (0..<passed).map { _ in Int64(median * 1_000_000 * Self.lognormal(0.8, &random)) }.sorted()
      step.middle = Self.middle(times)
      durations.append(times)
      if entered > 0 { day.steps.append(step) }
      entered = passed
    }
    return Part(day: day, durations: durations)
  }

  private static func sum(_ parts: [Part], day number: Int) -> StandingDay {
    var day = StandingDay(day: number)
    for part in parts {
      day.attempts += part.day.attempts
      day.converted += part.day.converted
    }
    for place in 0..<stepCount {
      var step = StandingStep(step: place)
      for part in parts {
        guard let other = part.day.steps.first(where: { $0.step == place }) else { continue }
        step.entered += other.entered
        step.skipped += other.skipped
        step.lost += other.lost
        step.timed += other.timed
      }
      step.middle = middle(parts.flatMap { $0.durations[place] }.sorted())
      if step.entered > 0 { day.steps.append(step) }
    }
    return day
  }

  private static func middle(_ sorted: [Int64]) -> MiddlePair? {
    sorted.isEmpty ? nil : MiddlePair(low: sorted[(sorted.count - 1) / 2], high: sorted[sorted.count / 2])
  }

  private static func root(_ share: Double) -> Double {
    var root = 0.9
    for _ in 0..<40 {
      let power = root * root * root * root
      root -= (power * root - share) / (5 * power)
    }
    return root
  }

  private static func binomial(_ trials: Int, _ chance: Double, _ random: inout SeededGenerator) -> Int {
    (0..<trials).count { _ in Double.random(in: 0..<1, using: &random) < chance }
  }

  /// The sum of twelve, less six: normal enough for attempts and times.
  private static func normal(_ random: inout SeededGenerator) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }

  private static func lognormal(_ spread: Double, _ random: inout SeededGenerator) -> Double {
    let exponent = spread * normal(&random)
    // The exponential as its limit, so that a seed gives the same on every C library.
    var power = 1 + exponent / 1024
    for _ in 0..<10 { power *= power }
    return max(power, 0.001)
  }
}
