public import FunnelEngine
import FunnelModel

/// The figures of single days across runs, each as it stood at its run's distance from its end (section 11).
///
/// One history can hold several flows and breakdowns; those of a run are its flow's `id` and the fields of its `--by`.
public struct DayHistory: Hashable, Sendable {
  /// A row of a flow's breakdown on one day.
  struct Key: Hashable, Sendable {
    var flow: ByteText
    /// The row's fields and values as a JSON object in one line; `{}` for all units together.
    var row: ByteText
    /// The day, as days since 1970-01-01.
    var day: Int
  }

  /// The figures of one row on one day.
  struct Figures: Hashable, Sendable {
    /// Microseconds from the day's end to the as-of of the run that they are from.
    var distance: Int64
    var attempts: Int
    var converted: Int
    /// By step id.
    var steps: [ByteText: StepFigures] = [:]
  }

  /// The figures of one step of a row on one day.
  struct StepFigures: Hashable, Sendable {
    var entered: Int
    var skipped: Int
    var lost: Int
    var timed: Int
    var middle: MiddlePair?
  }

  /// The figures by row and day.
  var figures: [Key: Figures] = [:]

  /// A history that nothing is kept in yet.
  public init() {}

  /// What one run would leave in an empty history.
  public init(_ analysis: Analysis) {
    guard let newest = analysis.newestDay else { return }
    let flow = analysis.definition.id
    func keep(_ days: [StandingDay], row: ByteText) {
      for day in days where day.attempts > 0 {
        var kept = Figures(
          distance: newest.distance.microseconds, attempts: day.attempts, converted: day.converted)
        for step in day.steps {
          kept.steps[analysis.definition.steps[step.step].id] = StepFigures(
            entered: step.entered, skipped: step.skipped, lost: step.lost, timed: step.timed, middle: step.middle)
        }
        figures[Key(flow: flow, row: row, day: day.day)] = kept
      }
    }
    keep(analysis.overall.standing, row: Self.allRows)
    for row in analysis.breakdowns where row.kind == .values {
      keep(row.standing, row: Self.text(of: row.values, analysis.breakdownFields))
    }
  }

  /// Whether nothing is kept.
  public var isEmpty: Bool { figures.isEmpty }

  /// The history with a run's figures: of one row's on one day those with more attempts stay, on a tie the run's.
  public func adding(_ run: DayHistory) -> DayHistory {
    var sum = self
    sum.figures.merge(run.figures) { kept, new in new.attempts >= kept.attempts ? new : kept }
    return sum
  }

  /// What stands for all units together.
  static let allRows: ByteText = "{}"

  /// What stands for a row of values of some fields.
  static func text(of values: [ByteText], _ fields: [FieldReference]) -> ByteText {
    ByteText(JSONValue.members(zip(fields, values).map { (ByteText($0.name), .text($1)) }).line)
  }

  /// The days of a flow's row, ascending, with the steps that a definition still has.
  func days(of row: ByteText, flow: Definition) -> [StandingDay] {
    var places: [ByteText: Int] = [:]
    for (place, step) in flow.steps.enumerated() { places[step.id] = place }
    return figures.filter { $0.key.flow == flow.id && $0.key.row == row }.map { key, kept in
      var day = StandingDay(day: key.day)
      day.attempts = kept.attempts
      day.converted = kept.converted
      day.steps = kept.steps.compactMap { id, figures in
        guard let place = places[id] else { return nil }
        var step = StandingStep(step: place)
        step.entered = figures.entered
        step.skipped = figures.skipped
        step.lost = figures.lost
        step.timed = figures.timed
        step.middle = figures.middle
        return step
      }.sorted { $0.step < $1.step }
      return day
    }.sorted { $0.day < $1.day }
  }
}
