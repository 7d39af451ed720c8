/// From where on a report calls something an anomaly, where a run can choose.
public struct AnomalyThresholds: Hashable, Sendable {
  /// A step is skipped by too many if the lower end of its skip rate's interval is above this.
  public var skip = 0.5
  /// A step loses too many if the lower end of its loss rate's interval is above this.
  public var loss = 0.3

  /// The specification's thresholds.
  public init() {}
}
