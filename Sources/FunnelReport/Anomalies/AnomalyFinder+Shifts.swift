import FunnelEngine
import FunnelModel
import FunnelStatistics

extension AnomalyFinder {
  /// Adds what a shift says.
  mutating func add(_ shift: Shift) {
    let row = shift.values.map { values in
      Anomaly.Row.breakdown(
        analysis.breakdowns.firstIndex { $0.kind == .values && $0.values == values } ?? 0)
    }
    let asNumber: (Double) -> Cell = { number in
      switch shift.metric {
      case .conversion, .skipRate, .lossRate: .rate(number)
      case .medianSeconds: .seconds(number)
      case .attempts: .ratio(number)
      }
    }
    add(
      Anomaly(
        code: shift.code, row: row ?? .all, step: shift.step, metric: shift.metric.rawValue,
        value: shift.metric == .attempts ? .count(shift.count) : asNumber(shift.value),
        expectedLow: asNumber(shift.expected.low), expectedHigh: asNumber(shift.expected.high), count: shift.count,
        p: shift.adjustedP, message: message(shift, row: row), advice: shift.advice))
  }

  private func message(_ shift: Shift, row: Anomaly.Row?) -> Prose {
    let whom: Prose =
      if case .breakdown(let place) = row, !names.isWhole { " in \(names.name(analysis.breakdowns[place]))" } else {
        ""
      }
    let day = CalendarDate(dayNumber: shift.day).description
    let subject: Prose
    if let step = shift.step {
      let list =
        row.flatMap { row in if case .breakdown(let place) = row { place } else { nil } }
        .map { analysis.breakdowns[$0].steps.map(\.step) } ?? Array(analysis.definition.steps.indices)
      let place = list.firstIndex(of: step) ?? step
      subject = "\(shift.subject) of step \(place + 1) \(name: analysis.definition.steps[step].id)\(whom)"
    } else {
      subject = "\(shift.subject)\(whom)"
    }
    let direction = shift.value > (shift.expected.low + shift.expected.high) / 2 ? "up" : "down"
    return """
      \(subject) went \(direction) on \(day): \(strong: shift.printed(shift.value)), where the \
      \(PlainNumber.count(shift.daysBefore, "day", "days")) before let expect \(shift.printed(shift.expected.low)) \
      to \(shift.printed(shift.expected.high)).
      """
  }
}

extension Shift {
  /// The rule that speaks.
  var code: AnomalyCode {
    switch metric {
    case .conversion: .conversionShift
    case .skipRate: .skipShift
    case .lossRate: .lossShift
    case .medianSeconds: .timeShift
    case .attempts: .volumeShift
    }
  }

  /// What changed, as a sentence begins.
  fileprivate var subject: String {
    switch metric {
    case .conversion: "Conversion"
    case .skipRate: "The share that skips"
    case .lossRate: "The share lost"
    case .medianSeconds: "The median time"
    case .attempts: "The number of attempts"
    }
  }

  fileprivate func printed(_ number: Double) -> String {
    switch metric {
    case .conversion, .skipRate, .lossRate: PlainNumber.percent(number)
    case .medianSeconds: PlainNumber.duration(number)
    case .attempts: PlainNumber.count(Int(number.rounded()))
    }
  }

  /// What to look at first.
  fileprivate var advice: Prose {
    switch metric {
    case .conversion:
      """
      Look at what was released or switched on that day, then at the steps below: the one whose share changed with it is \
      where to begin.
      """
    case .skipRate: "Look at what changed in the step that day: its words, its place, its button."
    case .lossRate: "Look at errors and crashes at the step that day, then at what was released."
    case .medianSeconds: "Look at loading times at the step that day, then at what it asks for."
    case .attempts:
      "Look first whether all of the day's logs were read and the app still sends events, then at where users come from."
    }
  }
}
