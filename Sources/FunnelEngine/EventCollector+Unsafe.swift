public import FunnelModel

extension EventCollector {
  /// Takes a batch of events, filters, interns and keeps them.
  public func receive(_ batch: EventBatch) -> ReadingCourse {
    let hash = KeyedHash.ofThisRun
    let latest = plan.asOf?.microseconds ?? .max
    for index in unsafe batch.records.indices {
      let record = unsafe batch.records[index]
      guard record.time <= latest, only.isEmpty || only.allSatisfy({ $0.holds(for: index, of: batch) }) else {
        excluded += 1
        continue
      }
      kept += 1
      firstTime = min(firstTime, record.time)
      lastTime = max(lastTime, record.time)

      let nameHash = unsafe hash(batch.start(of: record.event), Int(record.event.length))
      let signals = finder.signals(of: index, in: batch, nameHash: nameHash)
      let set = Int(signals & ~StoredEvent.unknownStep)
      while set >= setCounts.count { setCounts.append(0) }
      setCounts[set] += 1

      let idLength = Int(record.id.length)
      let idStart = unsafe batch.start(of: record.id)
      let identity = idLength == 0 ? 0 : max(1, hash.combining(nameHash, unsafe hash(idStart, idLength)))
      let userHash = unsafe hash(batch.start(of: record.user), Int(record.user.length))
      // The lowest bits choose the partition, the highest the slot in it.
      let partition = unsafe partitions.stores + Int(truncatingIfNeeded: userHash) & (Self.partitionCount &- 1)
      let user = unsafe partition.pointee.user(
        batch.start(of: record.user), Int(record.user.length), hash: userHash)
      var session =
        record.session.isAbsent
        ? 0
        : unsafe partition.pointee.session(
          of: user, batch.start(of: record.session), Int(record.session.length))
      if keepsEventIds { session = unsafe partition.pointee.mention(session: session, idStart, idLength) }
      unsafe partition.pointee.append(
        StoredEvent(
          time: record.time, duration: record.duration, identity: identity, user: user, session: session,
          signals: signals, attributes: attributes.number(of: index, in: batch)))
    }
    return .goOn
  }
}

/// The partitions of one worker.
///
/// Sound because the stores are made and ended with this object, and indices are below their count. While reading only
/// its worker touches it; in the analysis each partition belongs to one thread at a time.
@safe
final class PartitionShelf: @unchecked Sendable {
  let stores: UnsafeMutablePointer<PartitionStore>
  let count: Int

  init(count: Int) {
    self.count = count
    unsafe stores = .allocate(capacity: count)
    for index in 0..<count { unsafe (stores + index).initialize(to: PartitionStore()) }
  }

  deinit {
    unsafe stores.deinitialize(count: count)
    unsafe stores.deallocate()
  }

  /// Takes a partition's store out and leaves an empty one.
  func take(_ index: Int) -> PartitionStore {
    precondition(index < count)
    let store = unsafe (stores + index).move()
    unsafe (stores + index).initialize(to: PartitionStore())
    return store
  }
}
