import FunnelModel

/// The experiments of which one reader's events told an arm.
struct ExperimentsMet {
  /// How many are kept: a log that makes up keys must not fill the memory.
  static let most = 1_000

  private(set) var experiments: [MetExperiment] = []
  private var places: [[UInt8]: Int] = [:]

  /// Notes that an event told of one, by its key and what a person calls it.
  mutating func note(_ key: [UInt8], label: [UInt8], time: Int64) {
    guard let place = places[key] else {
      guard experiments.count < Self.most else { return }
      places[key] = experiments.count
      experiments.append(
        MetExperiment(
          key: ByteText(bytes: key), label: ByteText(bytes: label), firstTime: Moment(microseconds: time)))
      return
    }
    experiments[place].meet(label: ByteText(bytes: label), at: Moment(microseconds: time))
  }

  /// Notes one again by the bytes of its key, where that is its label too; false where it must be noted in full.
  mutating func noteAgain(_ text: BytePointer, _ range: Range<Int>, time: Int64) -> Bool {
    for place in experiments.indices.prefix(16) {
      let key = experiments[place].key.bytes
      guard key.count == range.count, experiments[place].label.bytes.count == key.count else { continue }
      var index = 0
      while index < key.count, key[index] == text[range.lowerBound + index] { index += 1 }
      if index < key.count { continue }
      if time < experiments[place].firstTime.microseconds {
        experiments[place].firstTime = Moment(microseconds: time)
      }
      return true
    }
    return false
  }
}
