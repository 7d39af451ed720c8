/// What the reader is to take out of each line, and within which limits.
public struct ReadingPlan: Sendable {
  /// Where the fields of an event lie.
  public var places: FieldPlaces = .native
  /// Paths that replace all places of a field, whatever the source.
  public var fields: [EventField: [FieldPath]] = [:]
  /// Whose events the logs hold; nil: that is told from each log's first records.
  public var format: SourceFormat? = .native
  /// Whether each log is looked at before it is read.
  ///
  /// That tells whether it is compressed, how its records are told apart, and whose events they are. Otherwise it is plain
  /// text, an event a line.
  public var looksFirst = false
  /// The experiment whose arms are the variants, where a source knows several; nil: any.
  public var experiment: ByteText?
  /// How a time is corrected that the client's clock made.
  public var clock = ClockRule.corrected
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

/// How a time is corrected that a client's clock made, where the log says when it was sent and received.
public enum ClockRule: String, CaseIterable, Sendable {
  /// Received - (sent - created).
  case corrected
  /// As created.
  case raw
}
