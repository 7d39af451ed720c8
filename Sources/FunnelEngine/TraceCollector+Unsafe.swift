public import FunnelModel

/// Takes the events of one reading worker for a trace: all of them as for a report, and those of one user once more.
///
/// What depends on everyone (as-of, inferred steps, `advance`, the rows that are kept) comes from all events; the one user
/// is then walked by the same passes, over events that carry their names. Sound because a batch's slices lie within its
/// bytes, and the records that are handed on are copies that live as long as the call.
@safe
public final class TraceCollector: EventReceiver {
  /// One event of the user as the reader gave it.
  struct Record: Hashable, Sendable {
    var time: Int64
    var name: ByteText
    var step: ByteText?
    var id: ByteText?
    var isExcluded: Bool
  }

  /// Whose events are followed.
  private enum Choice {
    /// Those that stand under an id.
    case id
    /// Those of a user who goes by several.
    case union(UserUnion)
  }

  let user: ByteText
  /// Takes every event, as for a report; nil where that is done.
  let everyone: EventCollector?
  /// Takes the user's.
  let own: EventCollector
  private(set) var records: [Record] = []
  /// The ids that stand on the user's events.
  private(set) var ids: Set<ByteText> = []
  private let choice: Choice

  /// A collector for a plan and a user's id.
  public init(plan: AnalysisPlan, user: ByteText) {
    self.user = user
    choice = .id
    everyone = EventCollector(plan: plan)
    own = EventCollector(plan: plan.tracing)
  }

  /// A collector for a second reading of the same logs, of a user who goes by several ids.
  public init(plan: AnalysisPlan, user: ByteText, union: UserUnion) {
    self.user = user
    choice = .union(union)
    everyone = nil
    own = EventCollector(plan: plan.tracing)
  }

  /// Takes a batch of events.
  public func receive(_ batch: EventBatch) -> ReadingCourse {
    switch choice {
    case .id:
      for index in unsafe batch.records.indices {
        let record = unsafe batch.records[index]
        let id = everyone?.plan.identity == .off ? record.user : batch.id(record)
        if batch.holds(user, at: id) { take(index, of: batch) }
      }
    case .union(let union):
      for index in unsafe batch.records.indices where union.holds(unsafe batch.records[index], of: batch) {
        take(index, of: batch)
      }
    }
    return everyone?.receive(batch) ?? .goOn
  }

  private func take(_ index: Int, of batch: EventBatch) {
    var record = unsafe batch.records[index]
    for id in [record.user, record.anonymous] { if let id = text(id, of: batch) { ids.insert(id) } }
    // All are one user's, whatever stands on them.
    record.user = .absent
    record.anonymous = .absent
    record.isAnonymous = false
    let values = unsafe UnsafeBufferPointer(
      rebasing: batch.values[index * batch.valuesPerEvent..<(index + 1) * batch.valuesPerEvent])
    let before = own.collected.excluded
    unsafe withUnsafePointer(to: record) { record in
      let one = unsafe UnsafeBufferPointer(start: record, count: 1)
      _ = unsafe own.receive(
        EventBatch(bytes: batch.bytes, records: one, values: values, valuesPerEvent: batch.valuesPerEvent))
    }
    records.append(
      Record(
        time: record.time, name: text(record.event, of: batch) ?? "", step: text(record.step, of: batch),
        id: text(record.id, of: batch), isExcluded: own.collected.excluded > before))
  }

  private func text(_ slice: TextSlice, of batch: EventBatch) -> ByteText? {
    guard !slice.isAbsent else { return nil }
    return ByteText(
      bytes: unsafe Array(UnsafeRawBufferPointer(start: batch.start(of: slice), count: Int(slice.length))))
  }
}

extension AnalysisPlan {
  /// The plan by which one user's events are kept for a trace.
  var tracing: AnalysisPlan {
    var plan = self
    plan.eventDetail = .everything
    plan.threads = 1
    plan.memory = nil
    plan.identity = .off
    return plan
  }
}
