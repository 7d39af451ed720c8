public import FunnelModel

/// Takes from one reading worker nothing but what its logs say of ids, for a survey that counts users.
///
/// Sound because a batch is read during the call that hands it over alone.
@safe
public final class IdentityCollector: EventReceiver {
  private let plan: AnalysisPlan
  private let evidence: IdentityEvidence?

  /// A collector for a plan.
  public init(plan: AnalysisPlan) {
    self.plan = plan
    evidence = plan.identity == .off ? nil : IdentityEvidence(plan: plan, spilled: nil)
  }

  /// Takes a batch of events.
  public func receive(_ batch: EventBatch) -> ReadingCourse {
    guard let evidence else { return .goOn }
    for index in unsafe batch.records.indices {
      let record = unsafe batch.records[index]
      if record.anonymous.isAbsent { continue }
      var hash = batch.hash(record.user)
      _ = evidence.take(record, of: batch, userHash: &hash, isKept: true)
    }
    if unsafe !batch.links.isEmpty { evidence.take(linksOf: batch) }
    return .goOn
  }

  /// The number by which an id is known within this run.
  public static func number(of id: ByteText) -> UInt64 {
    unsafe id.bytes.withUnsafeBytes { unsafe KeyedHash.ofThisRun(address(of: $0), $0.count) }
  }

  /// For the number of an id that of its user; a device that several users share is a user of its own.
  public var users: @Sendable (UInt64) -> UInt64 {
    guard let evidence, let identity = IdentityUnion.make(of: [evidence], map: plan.usedIdentities) else {
      return { $0 }
    }
    return { identity.verdict($0)?.user ?? $0 }
  }
}
