/// What the reader is to take out of each line, and within which limits.
public struct ReadingPlan: Sendable {
  /// Where the fields of an event lie.
  public var places: FieldPlaces = .native
  /// Further values wanted of each event; a batch holds them in this order.
  public var values: [FieldReference] = []
  /// The longest line in bytes, without its line end.
  public var maxLineBytes = 16 << 20
  /// The zone of times that name none.
  public var assumedZone: ZoneTable = .utc
  /// The latest time that is believed: a day after the machine's clock.
  public var latestTime = Moment(microseconds: .max)
  /// How many rejects of each reason are kept.
  public var keptRejects = 5
  /// Whether what a rejected line holds is kept with it.
  public var keepsRejectedText = false
  /// How many workers read at once, at least 1.
  public var threads = 1

  /// The specification's defaults.
  public init() {}
}
