/// The offsets of one time zone from UTC over the years that events may lie in.
public struct ZoneTable: Hashable, Sendable {
  /// A stretch of time with one offset.
  public struct Stretch: Hashable, Sendable {
    /// The first second since 1970 UTC at which the offset holds; the first stretch's is `Int64.min`.
    public let begins: Int64
    /// Seconds that local clocks are ahead of UTC.
    public let offset: Int64

    /// A stretch of one offset.
    public init(begins: Int64, offset: Int64) {
      self.begins = begins
      self.offset = offset
    }
  }

  /// The zone's name, such as `Europe/Berlin`.
  public let name: String
  /// In order of time; never empty.
  public let stretches: [Stretch]

  /// A zone of these stretches, at least one, the first from `Int64.min`.
  public init(name: String, stretches: [Stretch]) {
    precondition(stretches.first?.begins == .min, "a zone begins with time")
    self.name = name
    self.stretches = stretches
  }

  /// Coordinated universal time.
  public static let utc = ZoneTable(name: "UTC", stretches: [Stretch(begins: .min, offset: 0)])
}
