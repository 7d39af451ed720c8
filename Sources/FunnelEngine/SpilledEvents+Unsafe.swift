import FunnelModel
import Synchronization

/// The events of one worker under a memory budget: each partition's as a stream of bytes, of which only the last chunk is
/// in memory and those before it are in one temporary file.
///
/// A record is a `StoredEvent`, in which user and session are the lengths of their ids, then the numbers of its values in the
/// fields past the variant, and then the bytes of the ids. A
/// chunk begins with the place of the partition's chunk before it, so that memory does not grow with the number of chunks.
/// The file is made when the first chunk is full.
///
/// Sound because chunks lie within one piece of memory by their partition's number, and a fill is at most what a chunk
/// holds. While reading only its worker touches it; in the analysis it does not change, but for the memory of a partition
/// that one thread has loaded and nobody loads again.
@safe
final class SpilledEvents: @unchecked Sendable {
  /// Bytes of a chunk that tell the place of the one before it.
  private static let linkBytes = MemoryLayout<Int>.size

  let layout: SpillLayout
  let folder: String
  private let keepsEventIds: Bool
  /// Whether users are kept as their hashes in place of their ids.
  private let usersAreHashes: Bool
  /// How many fields have values.
  private let width: Int
  private let memory: UnsafeMutableRawPointer
  /// Bytes of records in each partition's chunk.
  private var fills: [Int]
  /// For each partition how many chunks are in the file, and the place of the last, counted in chunks.
  private var written: [(count: Int, last: Int)]
  private var file: TemporaryFile?
  private var chunkCount = 0
  private let reason = Mutex<AnalysisFailure?>(nil)

  init(layout: SpillLayout, folder: String, plan: AnalysisPlan, usersAreHashes: Bool = false) {
    self.usersAreHashes = usersAreHashes
    self.layout = layout
    self.folder = folder
    keepsEventIds = plan.settlesTiesByEventId
    width = AttributeTable.fields(of: plan).count
    unsafe memory = PageMemory.take(layout.partitionCount * layout.chunkBytes)
    fills = Array(repeating: 0, count: layout.partitionCount)
    written = Array(repeating: (0, -1), count: layout.partitionCount)
  }

  deinit {
    unsafe PageMemory.give(back: memory, layout.partitionCount * layout.chunkBytes)
  }

  /// Why it cannot be gone on; the first reason stays.
  var failure: AnalysisFailure? { reason.withLock { $0 } }

  /// Notes that a temporary file does not serve.
  func fail(_ failure: TemporaryFileFailure) {
    reason.withLock { $0 = $0 ?? .temporaryFile(folder: folder, code: failure.code) }
  }

  /// The error number of why it cannot be gone on; nil where all is well.
  var failureCode: Int32? { if case .temporaryFile(_, let code)? = failure { code } else { nil } }

  /// Whether any of the events are in a file.
  var isOnDisk: Bool { file != nil }

  /// Bytes of records in a chunk.
  private var roomInChunk: Int { layout.chunkBytes - Self.linkBytes }

  // MARK: - Writing

  /// Keeps an event with the numbers of its values and the ids of its user, its session and itself; `hash` is the user's.
  func append(
    _ record: StoredEvent, values: [UInt32], hash: UInt64, user: UnsafeRawPointer, session: UnsafeRawPointer,
    id: UnsafeRawPointer,
    idLength: UInt32
  ) {
    let partition = Int(truncatingIfNeeded: hash) & (layout.partitionCount - 1)
    var event = record
    event.attributes = values[0]
    unsafe withUnsafeBytes(of: event) { unsafe append(address(of: $0), $0.count, to: partition) }
    if width > 1 {
      unsafe values.withUnsafeBytes { unsafe append(address(of: $0) + 4, $0.count - 4, to: partition) }
    }
    unsafe append(user, Int(event.user), to: partition)
    unsafe append(session, Int(event.session), to: partition)
    if keepsEventIds {
      unsafe withUnsafeBytes(of: idLength) { unsafe append(address(of: $0), $0.count, to: partition) }
      unsafe append(id, Int(idLength), to: partition)
    }
  }

  private func append(_ start: UnsafeRawPointer, _ count: Int, to partition: Int) {
    var done = 0
    while done < count {
      if fills[partition] == roomInChunk { write(partition) }
      let part = min(count - done, roomInChunk - fills[partition])
      let place = partition * layout.chunkBytes + Self.linkBytes + fills[partition]
      unsafe (memory + place).copyMemory(from: start + done, byteCount: part)
      fills[partition] += part
      done += part
    }
  }

  /// Writes a partition's full chunk to the file; once that has failed, chunks are dropped.
  private func write(_ partition: Int) {
    fills[partition] = 0
    guard failure == nil else { return }
    let chunk = unsafe memory + partition * layout.chunkBytes
    unsafe chunk.storeBytes(of: written[partition].last, as: Int.self)
    do throws(TemporaryFileFailure) {
      if file == nil { file = try TemporaryFile(in: folder) }
      try unsafe file?.write(chunk, layout.chunkBytes, at: chunkCount * layout.chunkBytes)
    } catch {
      fail(error)
    }
    written[partition] = (written[partition].count + 1, chunkCount)
    chunkCount += 1
  }

  // MARK: - Reading back

  /// A partition's events as a store of their own with its own combinations of values; may not be asked for again once it
  /// `isLast`.
  ///
  /// `number` gives the whole log's number of a field's value.
  func load(
    _ partition: Int, isLast: Bool, number: (_ field: Int, _ old: UInt32) -> UInt32
  ) throws(TemporaryFileFailure) -> PartitionStore {
    var store = PartitionStore()
    let count = written[partition].count * roomInChunk + fills[partition]
    guard count > 0 else { return store }
    // One partition is as large as another: the allocator has the last one's memory at hand.
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: Self.linkBytes + count, alignment: 16)
    defer { unsafe bytes.deallocate() }
    try unsafe gather(partition, into: bytes, isLast: isLast)
    let met = unsafe read(UnsafeRawPointer(bytes) + Self.linkBytes, count, into: &store)
    store.combinations.reserveCapacity(met.count * width)
    for combination in 1..<UInt32(met.count + 1) {
      let values = unsafe met.bytes(of: combination)
      for field in 0..<width {
        store.combinations.append(
          number(field, unsafe values.loadUnaligned(fromByteOffset: field * 4, as: UInt32.self)))
      }
    }
    return store
  }

  /// Puts a partition's stream behind the bytes of a link.
  ///
  /// Chunks are read from the last to the first, so that each link is read before the records in front of its chunk take
  /// its place.
  private func gather(
    _ partition: Int, into bytes: UnsafeMutableRawPointer, isLast: Bool
  ) throws(TemporaryFileFailure) {
    let chunk = unsafe memory + partition * layout.chunkBytes
    var (chunks, last) = written[partition]
    unsafe (bytes + Self.linkBytes + chunks * roomInChunk)
      .copyMemory(from: chunk + Self.linkBytes, byteCount: fills[partition])
    if isLast { unsafe PageMemory.empty(chunk, layout.chunkBytes) }
    while chunks > 0, let file {
      chunks -= 1
      let start = unsafe bytes + chunks * roomInChunk
      try unsafe file.read(into: start, layout.chunkBytes, at: last * layout.chunkBytes)
      last = unsafe start.loadUnaligned(as: Int.self)
    }
  }

  /// Reads records into a store, and gives the combinations of values that they have, as they were written.
  private func read(_ bytes: UnsafeRawPointer, _ count: Int, into store: inout PartitionStore) -> TextTable {
    var combinations = TextTable()
    var combination = [UInt32](repeating: 0, count: width)
    let hash = KeyedHash.ofThisRun
    var place = 0
    func text(_ length: UInt32) -> UnsafeRawPointer {
      let start = unsafe bytes + place
      place += Int(length)
      return unsafe start
    }
    while place < count {
      var event = unsafe (bytes + place).loadUnaligned(as: StoredEvent.self)
      place += MemoryLayout<StoredEvent>.size
      combination[0] = event.attributes
      for field in 1..<max(1, width) {
        combination[field] = unsafe (bytes + place).loadUnaligned(as: UInt32.self)
        place += MemoryLayout<UInt32>.size
      }
      event.attributes = unsafe combination.withUnsafeBytes { unsafe combinations.number(address(of: $0), $0.count) }
      let (userLength, sessionLength) = (event.user, event.session)
      let user = unsafe text(userLength)
      event.user =
        unsafe usersAreHashes
        ? store.user(hash: user.loadUnaligned(as: UInt64.self))
        : store.user(user, Int(userLength), hash: hash(user, Int(userLength)))
      let session = unsafe text(sessionLength)
      event.session = sessionLength == 0 ? 0 : unsafe store.session(of: event.user, session, Int(sessionLength))
      if keepsEventIds {
        let idLength = unsafe (bytes + place).loadUnaligned(as: UInt32.self)
        place += MemoryLayout<UInt32>.size
        event.session = unsafe store.mention(session: event.session, text(idLength), Int(idLength))
      }
      store.append(event)
    }
    return combinations
  }
}
