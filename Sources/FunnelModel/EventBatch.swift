/// Text of an event, as a place in its batch's bytes; a length of 0 is an absent text.
public struct TextSlice: Hashable, Sendable {
  /// Where it begins in the batch's bytes.
  public var offset: UInt32
  /// In bytes.
  public var length: UInt32

  /// A place in a batch's bytes.
  @inlinable
  public init(offset: UInt32, length: UInt32) {
    self.offset = offset
    self.length = length
  }

  /// No text.
  @inlinable
  public static var absent: TextSlice { TextSlice(offset: 0, length: 0) }

  /// Whether there is no text.
  @inlinable
  public var isAbsent: Bool { length == 0 }
}

/// One event of a batch, its texts as slices of the batch's bytes, escapes decoded.
public struct EventRecord: Sendable {
  /// Microseconds since 1970 UTC.
  public var time: Int64
  /// The reported duration in microseconds; -1 where there is none.
  public var duration: Int64
  /// Never absent: the known user, or where none stands on the event the anonymous one.
  public var user: TextSlice
  /// The device, installation or visitor that the event also names; absent for most.
  ///
  /// Where `isAnonymous` is true it is the same text as `user`.
  public var anonymous: TextSlice
  /// The event's name; never absent.
  public var event: TextSlice
  /// The step's id.
  public var step: TextSlice
  /// The arm of the A/B test.
  public var variant: TextSlice
  /// The session's id.
  public var session: TextSlice
  /// The event's own id.
  public var id: TextSlice
  /// Whether `variant` is the arm of an experiment that nobody chose, rather than what the event itself calls its variant.
  public var isOfExperiment: Bool
  /// Whether `skipped` is true.
  public var isSkipped: Bool
  /// Whether `user` is an anonymous id, since no known one stands on the event.
  public var isAnonymous: Bool

  /// An event with nothing but what every event has.
  @inlinable
  public init(time: Int64, user: TextSlice, event: TextSlice) {
    self.time = time
    self.user = user
    self.event = event
    duration = -1
    step = .absent
    variant = .absent
    session = .absent
    id = .absent
    anonymous = .absent
    isOfExperiment = false
    isSkipped = false
    isAnonymous = false
  }
}

/// A further value of an event, such as the plan's `values` ask for.
public struct EventValue: Hashable, Sendable {
  /// What kind of value stands in the log.
  public enum Kind: UInt8, Sendable {
    /// Nothing, or null, an object or an array.
    case none
    /// A string (also an empty one), or a number by its own text.
    case text
    /// `true`.
    case yes
    /// `false`.
    case no
  }

  /// What kind of value stands in the log.
  public var kind: Kind
  /// The text where the kind is `text`; otherwise absent.
  public var text: TextSlice

  /// A value of an event.
  @inlinable
  public init(kind: Kind, text: TextSlice = .absent) {
    self.kind = kind
    self.text = text
  }

  /// No value.
  @inlinable
  public static var none: EventValue { EventValue(kind: .none) }
}

/// Events on their way from the reader to the engine: some hundreds at a time, so that no module edge is crossed per event.
///
/// It borrows its memory from the reader and is valid only for the call that receives it; reading its buffers is therefore
/// marked unsafe where it is done.
@safe
public struct EventBatch {
  /// The bytes that all slices point into.
  public let bytes: UnsafeRawBufferPointer
  /// The events in the order of the log.
  public let records: UnsafeBufferPointer<EventRecord>
  /// The further values: those of event `i` begin at `i * valuesPerEvent`.
  public let values: UnsafeBufferPointer<EventValue>
  /// How many further values each event has: the count of the reading plan's `values`.
  public let valuesPerEvent: Int
  /// What records without an event say of ids (`ReadingSummary.identity` counts these records); empty for most logs.
  public let links: UnsafeBufferPointer<IdentityLink>
  /// Whether records of this log may link ids, so that it matters which of its events stand under an anonymous one.
  public let mayLink: Bool

  /// A batch over memory that lives at least as long as the call that receives it.
  public init(
    bytes: UnsafeRawBufferPointer, records: UnsafeBufferPointer<EventRecord>,
    values: UnsafeBufferPointer<EventValue>, valuesPerEvent: Int,
    links: UnsafeBufferPointer<IdentityLink> = unsafe UnsafeBufferPointer(start: nil, count: 0), mayLink: Bool = false
  ) {
    unsafe self.bytes = bytes
    unsafe self.records = records
    unsafe self.values = values
    self.valuesPerEvent = valuesPerEvent
    unsafe self.links = links
    self.mayLink = mayLink
  }
}

/// What takes the events that one reading worker finds.
///
/// Each worker has a receiver of its own, so a receiver needs no lock.
public protocol EventReceiver: AnyObject {
  /// Takes a batch; its memory is the reader's again when the call returns.
  ///
  /// A receiver that cannot take more (a full disk) keeps its error for itself and asks the reader to stop.
  func receive(_ batch: EventBatch) -> ReadingCourse
}

/// Whether the reader is to go on.
public enum ReadingCourse: Sendable {
  /// More events are welcome.
  case goOn
  /// No more events are wanted: the run has failed.
  case stop
}
