/// What stands in logs, before anything is counted by a definition.
public struct LogSurvey: Sendable {
  /// The events by source and name: those that occur most first, then by their names' bytes.
  public var events: [SurveyedEvent]
  /// For each source whose logs have more names than are kept, all events of the other names together, without a field.
  public var others: [SurveyedEvent]
  /// How many names these have.
  public var otherNames: Int

  /// A survey of these events.
  public init(events: [SurveyedEvent], others: [SurveyedEvent] = [], otherNames: Int = 0) {
    self.events = events
    self.others = others
    self.otherNames = otherNames
  }
}

/// The events of one name.
public struct SurveyedEvent: Sendable {
  /// Whose events they are.
  public var source: SourceFormat
  /// Their name.
  public var name: ByteText
  /// How many there are.
  public var count = 0
  /// How many users they have.
  public var users = 0
  /// When the first of them happened.
  public var firstTime = Moment(microseconds: .max)
  /// When the last of them happened.
  public var lastTime = Moment(microseconds: .min)
  /// What they hold, in the order in which it was met.
  public var fields: [SurveyedField] = []
  /// How many paths they have besides, of which nothing is kept.
  public var otherFields = 0

  /// Events of a name of which none is counted yet.
  public init(source: SourceFormat, name: ByteText) {
    self.source = source
    self.name = name
  }
}

/// What the events of one name hold at one path.
public struct SurveyedField: Sendable {
  /// The path as a definition writes it.
  public var path: String
  /// How many events have anything but null there.
  public var count = 0
  /// What kinds of value stand there, in the order in which they were met.
  public var types: [String] = []
  /// Some values, each another, cut where they are long.
  public var examples: [ByteText] = []

  /// A path of which nothing is counted yet.
  public init(path: String) {
    self.path = path
  }
}
