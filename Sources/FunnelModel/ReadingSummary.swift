/// What reading the logs came to.
///
/// Always `lines` = `blank` + rejected + `identity` + events handed to the engine.
public struct ReadingSummary: Hashable, Sendable {
  /// How many logs were read.
  public var files = 0
  /// Bytes read, line ends and byte order marks included.
  public var bytes = 0
  /// Lines, the last one also where it has no line end; in other framings than lines, records, each event of a record that
  /// holds several as one.
  public var lines = 0
  /// Lines of spaces, tabs and CRs alone.
  public var blank = 0
  /// Rejected lines by reason; a reason that never held may be missing.
  public var rejected: [RejectReason: Int] = [:]
  /// Times without a zone, of lines that were not rejected.
  public var noZone = 0
  /// Durations that were ignored, of lines that were not rejected.
  public var badDuration = 0
  /// Records that only link ids, each handed over as some `IdentityLink`s, perhaps none.
  public var identity = 0
  /// Events that carry a known and an anonymous id.
  public var bothIDs = 0
  /// Events later by more than an hour than the moment they were received at.
  public var clockAhead = 0
  /// The experiments of which events tell an arm, by their labels.
  public var experiments: [MetExperiment] = []
  /// Events that tell an arm of the experiment that was chosen.
  public var chosenArms = 0
  /// Records that are no whole JSON in logs whose records end by their braces, and so may hold what would have been others.
  public var passedRecords = 0
  /// All bytes of these.
  public var passedBytes = 0
  /// What each log was taken for, in the order of the logs.
  ///
  /// Of an archive it is each file's, where they are not alike. A log that holds nothing that tells is left out.
  public var sources: [LogSource] = []
  /// Names of logs that stand for a file which another one before them names, and which was read once, by that one.
  public var repeated: [RepeatedLog] = []
  /// The first rejects of each reason, in the order of files and lines.
  public var firstRejects: [Reject] = []

  /// Nothing read yet.
  public init() {}

  /// Whether no line that is not blank is so much as an object of JSON.
  public var holdsNoObject: Bool {
    let reasons: [RejectReason] = [.tooLong, .invalidUTF8, .invalidJSON, .notObject]
    return reasons.reduce(0) { $0 + rejected[$1, default: 0] } == lines - blank
  }

  /// Rejected lines of all reasons together.
  public var rejectedTotal: Int { rejected.values.reduce(0, +) }
}

/// A second name of a file that was read.
public struct RepeatedLog: Hashable, Sendable {
  /// The name that it was read by.
  public var file: String
  /// The other one.
  public var name: String

  /// A second name of a file.
  public init(file: String, name: String) {
    self.file = file
    self.name = name
  }
}

/// One rejected line that is shown.
public struct Reject: Hashable, Sendable {
  /// Why it is no event.
  public var reason: RejectReason
  /// The log as the user named it.
  public var file: String
  /// From 1.
  public var line: Int
  /// In bytes, from 1.
  public var column: Int
  /// What is wrong in words, such as "expected ':' after a key, found 'x'".
  public var detail: String
  /// What the line holds, cut around the column, where the plan asks for it; perhaps no UTF-8.
  public var text: [UInt8]?
  /// How many bytes of the line lie before `text`.
  public var textOffset: Int

  /// A rejected line.
  public init(
    reason: RejectReason, file: String, line: Int, column: Int, detail: String, text: [UInt8]? = nil,
    textOffset: Int = 0
  ) {
    self.reason = reason
    self.file = file
    self.line = line
    self.column = column
    self.detail = detail
    self.text = text
    self.textOffset = textOffset
  }
}

/// What a log was taken for.
public struct LogSource: Hashable, Sendable {
  /// The log as the user named it.
  public var file: String
  /// Whose events it holds.
  public var format: SourceFormat
  /// By how many seconds its times are ahead of those of their receipt, where they seem to be local times; else 0.
  public var localSeconds: Int

  /// A log's source.
  public init(file: String, format: SourceFormat, localSeconds: Int = 0) {
    self.file = file
    self.format = format
    self.localSeconds = localSeconds
  }
}
