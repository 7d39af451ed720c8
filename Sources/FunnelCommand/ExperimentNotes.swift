import FunnelEngine
import FunnelModel

/// What is said of the experiments that logs tell of: which one's arms are the variants, or why none's are.
struct ExperimentNotes {
  /// One line, or none where the logs tell of no experiment and none was asked for.
  let lines: [String]

  /// How many experiments are named at most.
  private static let named = 10

  init(_ reading: ReadingSummary, _ analysis: Analysis, chosen: ByteText?) {
    let names = reading.experiments.map(\.label.string)
    if let chosen {
      guard reading.chosenArms == 0 else {
        lines = []
        return
      }
      let nearest = Suggestion.nearest(to: chosen.string, among: names)
      lines = [
        "no event tells an arm of --experiment '\(ShownText.escaped(chosen.string))'; "
          + (names.isEmpty ? "the logs tell of no experiment" : "the logs tell of " + Self.list(names))
          + (nearest.map { "; did you mean '\(ShownText.escaped($0))'?" } ?? "")
      ]
    } else if names.count > 1 {
      let result = analysis.hasPlainVariant ? "only events' own variants count" : "no unit has a variant"
      lines = [
        "the logs tell of \(names.count) experiments (\(Self.list(names))), whose arms mean nothing together, so \(result); "
          + "to choose one: --experiment KEY"
      ]
    } else if let name = names.first {
      let shown = ShownText.escaped(name)
      lines = [
        analysis.hasPlainVariant
          ? "events have variants of their own, so the arms of the experiment '\(shown)' are none; to take these: --experiment KEY"
          : "the variants are the arms of '\(shown)', the only experiment that the logs tell of"
      ]
    } else {
      lines = []
    }
  }

  /// Names in quotes, the first few of many.
  static func list(_ names: [String]) -> String {
    let shown = names.prefix(named).map { "'\(ShownText.escaped($0))'" }.joined(separator: ", ")
    return names.count > named ? shown + " and \(names.count - named) more" : shown
  }
}
