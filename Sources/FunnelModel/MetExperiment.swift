/// An experiment of which a log's events tell an arm.
public struct MetExperiment: Hashable, Sendable {
  /// What tells it from others: its id where the log has one, else its name.
  public var key: ByteText
  /// What a person calls it, and names to `--experiment`; of several names the first in byte order.
  public var label: ByteText
  /// When the first event that tells of it happened.
  public var firstTime: Moment

  /// An experiment.
  public init(key: ByteText, label: ByteText, firstTime: Moment) {
    self.key = key
    self.label = label
    self.firstTime = firstTime
  }

  /// Takes in that it was met again.
  public mutating func meet(label: ByteText, at time: Moment) {
    if label < self.label { self.label = label }
    firstTime = min(firstTime, time)
  }

  /// The experiments of several readings, each once, by their labels in byte order.
  public static func joined(_ parts: some Sequence<MetExperiment>) -> [MetExperiment] {
    var byKey: [ByteText: MetExperiment] = [:]
    for part in parts {
      byKey[part.key, default: part].meet(label: part.label, at: part.firstTime)
    }
    return byKey.values.sorted { ($0.label, $0.key) < ($1.label, $1.key) }
  }
}

/// What becomes of the arms of experiments where none was chosen.
public enum ExperimentUse: Sendable {
  /// They are variants, unless events have variants of their own.
  case asVariants
  /// They are none: arms of different experiments say nothing together.
  case none
}
