import Synchronization

/// Prepared partitions that wait in a temporary file for the passes that follow.
///
/// Sound because what is read back are the bytes that were written of the same values.
final class PreparedFile: Sendable {
  /// Where a partition lies.
  private struct Place: Sendable {
    var offset: Int
    var events: Int
    var starts: Int
    var duplicate: Int

    var eventBytes: Int { events * MemoryLayout<StoredEvent>.stride }
    var startBytes: Int { starts * MemoryLayout<Int>.stride }
  }

  private struct State: Sendable {
    var file: TemporaryFile?
    var end = 0
    var places: [Place?]
  }

  private let folder: String
  private let state: Mutex<State>

  /// No partition yet; the file is made for the first.
  init(folder: String, partitionCount: Int) {
    self.folder = folder
    state = Mutex(State(places: Array(repeating: nil, count: partitionCount)))
  }

  /// Writes a partition.
  func put(_ partition: PreparedPartition, number: Int) throws(TemporaryFileFailure) {
    var place = Place(
      offset: 0, events: partition.events.count, starts: partition.starts.count, duplicate: partition.duplicate)
    let file = try reserve(&place)
    try Self.write(partition.events, to: file, at: place.offset)
    try Self.write(partition.starts, to: file, at: place.offset + place.eventBytes)
    state.withLock { $0.places[number] = place }
  }

  /// A partition that was written; nil where it was not.
  func get(_ number: Int) throws(TemporaryFileFailure) -> PreparedPartition? {
    guard case let (file?, place?) = state.withLock({ ($0.file, $0.places[number]) }) else { return nil }
    let events = try Self.read(place.events, of: file, at: place.offset, StoredEvent.self)
    let starts = try Self.read(place.starts, of: file, at: place.offset + place.eventBytes, Int.self)
    return PreparedPartition(events: events, starts: starts, duplicate: place.duplicate)
  }

  private func reserve(_ place: inout Place) throws(TemporaryFileFailure) -> TemporaryFile {
    let folder = folder
    let bytes = place.eventBytes + place.startBytes
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

  private static func write<Element: BitwiseCopyable>(
    _ elements: [Element], to file: TemporaryFile, at offset: Int
  ) throws(TemporaryFileFailure) {
    let result = unsafe elements.withUnsafeBytes { bytes in
      Result { () throws(TemporaryFileFailure) in
        try unsafe file.write(address(of: bytes), bytes.count, at: offset)
      }
    }
    try result.get()
  }

  private static func read<Element: BitwiseCopyable>(
    _ count: Int, of file: TemporaryFile, at offset: Int, _ type: Element.Type
  ) throws(TemporaryFileFailure) -> [Element] {
    var failure: TemporaryFileFailure?
    let elements = unsafe [Element](unsafeUninitializedCapacity: count) { buffer, made in
      do throws(TemporaryFileFailure) {
        guard count > 0, let start = buffer.baseAddress else { return }
        try unsafe file.read(into: UnsafeMutableRawPointer(start), count * MemoryLayout<Element>.stride, at: offset)
        made = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return elements
  }
}
