public import FunnelModel

/// What section 2 makes of the bytes of some logs.
public struct PlainLog: Sendable {
  /// The counts of the reader.
  public var summary = ReadingSummary()
  /// The events in the order of files and lines.
  public var events: [PlainEvent] = []
  /// The reason of each line that was rejected: file and line, both from 0.
  public var rejects: [(file: Int, line: Int, reason: RejectReason)] = []

  /// Reads whole files, line by line.
  ///
  /// The summary's `firstRejects` stay empty: the plain reading knows lines and reasons, not columns and words.
  public init(files: [[UInt8]], plan: ReadingPlan) {
    summary.files = files.count
    for (place, file) in files.enumerated() { read(file, place: place, plan: plan) }
  }

  private mutating func read(_ file: [UInt8], place: Int, plan: ReadingPlan) {
    summary.bytes += file.count
    // "A file may begin with a byte order mark, which is no part of its first line."
    let text = file.starts(with: [0xEF, 0xBB, 0xBF]) ? file.dropFirst(3) : file[...]
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let isOpen = !lines[lines.count - 1].isEmpty
    if !isOpen { lines.removeLast() }
    for (number, line) in lines.enumerated() {
      summary.lines += 1
      // "Lines end in LF or CR LF; the last line needs no line end."
      let hasEnd = number < lines.count - 1 || !isOpen
      let body = Array(hasEnd && line.last == 0x0D ? line.dropLast() : line)
      // "A line of spaces, tabs and CRs alone is `blank`, counted and passed over."
      if body.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
        summary.blank += 1
        continue
      }
      switch PlainLog.event(of: body, plan: plan) {
      case .failure(let reject):
        summary.rejected[reject.reason, default: 0] += 1
        rejects.append((file: place, line: number, reason: reject.reason))
      case .success(let reading):
        events.append(reading.event)
        summary.noZone += reading.hasZone ? 0 : 1
        summary.badDuration += reading.isDurationBad ? 1 : 0
      }
    }
  }

  struct EventReading {
    var event: PlainEvent
    var hasZone: Bool
    var isDurationBad: Bool
  }

  struct Rejected: Error {
    var reason: RejectReason
  }

  /// "Every other line is an event or is rejected for exactly one reason, the first that holds in this order".
  static func event(of line: [UInt8], plan: ReadingPlan) -> Result<EventReading, Rejected> {
    func reject(_ reason: RejectReason) -> Result<EventReading, Rejected> { .failure(Rejected(reason: reason)) }

    guard line.count <= plan.maxLineBytes else { return reject(.tooLong) }
    guard String(validating: line, as: UTF8.self) != nil else { return reject(.invalidUTF8) }
    guard let root = PlainJSONReader.read(line) else { return reject(.invalidJSON) }
    guard case .object = root else { return reject(.notObject) }

    /// "The first of its places that holds text counts. Anything else there counts as absent".
    func name(_ field: EventField) -> ByteText? {
      plan.places[field].lazy.compactMap { root[$0]?.nameText }.first
    }
    /// "Of time, duration and skipped the first place that is present and not null counts, whatever it holds".
    func present(_ field: EventField) -> PlainJSON? {
      plan.places[field].lazy.compactMap { root[$0] }.first { $0 != .null }
    }

    guard let event = name(.event) else { return reject(.missingEvent) }
    guard let user = name(.user) else { return reject(.missingUser) }
    guard let timeValue = present(.time) else { return reject(.missingTime) }
    guard let time = PlainTime.read(timeValue, assumedZone: plan.assumedZone) else { return reject(.badTime) }
    guard time.microseconds <= plan.latestTime.microseconds else { return reject(.futureTime) }

    var result = PlainEvent(time: time.microseconds, user: user, name: event)
    result.step = name(.step)
    result.variant = name(.variant)
    result.session = name(.session)
    result.id = name(.id)
    let duration = present(.duration)
    result.duration = duration.flatMap(PlainTime.duration)
    // "`skipped` is true for `true`, `"true"`, `1`, `"1"`."
    let affirmations: [PlainJSON] = [.truth(true), .string("true"), .number("1"), .string("1")]
    result.isSkipped = present(.skipped).map(affirmations.contains) ?? false
    for field in plan.values {
      switch field {
      case .variant: break
      case .version: result.values[field] = name(.version).map(MatchValue.text)
      case .path(let path):
        switch root[path] {
        case .string(let text), .number(let text): result.values[field] = .text(text)
        case .truth(let truth): result.values[field] = .truth(truth)
        case .null, .array, .object, nil: break
        }
      }
    }
    return .success(
      EventReading(
        event: result, hasZone: time.hasZone, isDurationBad: duration != nil && result.duration == nil))
  }
}
