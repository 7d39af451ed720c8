import Synchronization

/// Prepared partitions that wait in a temporary file for the passes that follow.
final class PreparedFile: Sendable {
  /// Where a partition lies.
  private struct Place: Sendable {
    var offset: Int
    var events: Int
    var starts: Int
    var duplicate: Int
    var combinations: Int

    var eventBytes: Int { events * MemoryLayout<StoredEvent>.stride }
    var startBytes: Int { starts * MemoryLayout<Int>.stride }
    var combinationBytes: Int { combinations * MemoryLayout<UInt32>.stride }
  }

  private struct State: Sendable {
    var file: TemporaryFile?
    var end = 0
    var places: [Place?]
  }

  private let folder: String
  /// How many fields a combination of values has.
  private let width: Int
  private let state: Mutex<State>

  /// No partition yet; the file is made for the first.
  init(folder: String, partitionCount: Int, width: Int) {
    self.folder = folder
    self.width = width
    state = Mutex(State(places: Array(repeating: nil, count: partitionCount)))
  }

  /// Writes a partition.
  func put(_ partition: PreparedPartition, number: Int) throws(TemporaryFileFailure) {
    var place = Place(
      offset: 0, events: partition.events.count, starts: partition.starts.count, duplicate: partition.duplicate,
      combinations: partition.combinations.values.count)
    let file = try reserve(&place)
    try file.write(partition.events, at: place.offset)
    try file.write(partition.starts, at: place.offset + place.eventBytes)
    try file.write(partition.combinations.values, at: place.offset + place.eventBytes + place.startBytes)
    state.withLock { $0.places[number] = place }
  }

  /// A partition that was written; nil where it was not.
  func get(_ number: Int) throws(TemporaryFileFailure) -> PreparedPartition? {
    guard case let (file?, place?) = state.withLock({ ($0.file, $0.places[number]) }) else { return nil }
    let events = try file.read(place.events, at: place.offset, as: StoredEvent.self)
    let starts = try file.read(place.starts, at: place.offset + place.eventBytes, as: Int.self)
    let values = try file.read(
      place.combinations, at: place.offset + place.eventBytes + place.startBytes, as: UInt32.self)
    return PreparedPartition(
      events: events, starts: starts, duplicate: place.duplicate,
      combinations: ValueCombinations(width: width, values: values))
  }

  private func reserve(_ place: inout Place) throws(TemporaryFileFailure) -> TemporaryFile {
    let folder = folder
    let bytes = place.eventBytes + place.startBytes + place.combinationBytes
    let (file, offset) = try state.withLock { state throws(TemporaryFileFailure) in
      state.end += bytes
      if let file = state.file { return (file, state.end - bytes) }
      let file = try TemporaryFile(in: folder)
      state.file = file
      return (file, state.end - bytes)
    }
    place.offset = offset
    return file
  }
}
