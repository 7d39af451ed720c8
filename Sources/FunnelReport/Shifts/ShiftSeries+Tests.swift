import FunnelEngine
import FunnelStatistics

extension ShiftSeries {
  /// The tests of the newest day; none with too few days before.
  ///
  /// A share or a median of the newest day is tested only where it is of 30 or more. A day without an attempt counts as
  /// half of one in its logarithm, so that an outage speaks.
  var tests: [Shift] {
    guard before.count >= Self.leastDays else { return [] }
    var shifts: [Shift] = []
    share(.conversion, step: nil, newest: Proportion(newest.converted, of: newest.attempts), in: &shifts) {
      Proportion($0.converted, of: $0.attempts)
    }
    volume(in: &shifts)
    for step in newest.steps {
      func counted(_ day: StandingDay) -> StandingStep? { day.steps.first { $0.step == step.step } }
      share(.skipRate, step: step.step, newest: Proportion(step.skipped, of: step.entered), in: &shifts) {
        counted($0).map { Proportion($0.skipped, of: $0.entered) }
      }
      share(.lossRate, step: step.step, newest: Proportion(step.lost, of: step.entered), in: &shifts) {
        counted($0).map { Proportion($0.lost, of: $0.entered) }
      }
      median(step, in: &shifts) { counted($0)?.middle?.seconds }
    }
    return shifts
  }

  private func shift(_ metric: Shift.Metric, step: Int?, days: Int, count: Int, _ test: (Double, Interval, Double))
    -> Shift
  {
    Shift(
      values: values, step: step, metric: metric, day: newest.day, firstDay: before.first?.day ?? newest.day,
      daysBefore: days, value: test.0,
      expected: test.1, count: count, p: test.2)
  }

  private func share(
    _ metric: Shift.Metric, step: Int?, newest: Proportion, in shifts: inout [Shift],
    of day: (StandingDay) -> Proportion?
  ) {
    let days = before.compactMap(day).filter { $0.total > 0 }
    guard newest.total >= leastDenominator, days.count >= Self.leastDays,
      let test = ShareShift(newest: newest, before: days)
    else { return }
    shifts.append(
      shift(metric, step: step, days: days.count, count: newest.total, (test.value, test.expected, test.p)))
  }

  private func median(_ step: StandingStep, in shifts: inout [Shift], of day: (StandingDay) -> Double?) {
    let days = before.compactMap(day).filter { $0 > 0 }
    guard step.timed >= leastDenominator, days.count >= Self.leastDays, let seconds = step.middle?.seconds,
      let test = LogShift(newest: seconds, before: days, of: .duration)
    else { return }
    var made = shift(
      .medianSeconds, step: step.step, days: days.count, count: step.timed, (test.value, test.expected, test.p))
    made.isLarge = test.isLarge
    shifts.append(made)
  }

  private func volume(in shifts: inout [Shift]) {
    let size = newest.attempts == 0 ? 0.5 : Double(newest.attempts)
    guard let test = LogShift(newest: size, before: before.map { Double($0.attempts) }, of: .volume) else { return }
    var made = shift(
      .attempts, step: nil, days: before.count, count: newest.attempts,
      (Double(newest.attempts), test.expected, test.p))
    made.isLarge = test.isLarge
    shifts.append(made)
  }
}

extension MiddlePair {
  /// The median in seconds.
  var seconds: Double { (Double(low) + Double(high)) / 2_000_000 }
}
