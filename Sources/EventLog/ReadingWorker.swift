import FunnelModel

/// One worker's readers, and how many lines and records each part had that they read.
///
/// Used by one thread at a time, which is what makes it sendable.
final class ReadingWorker: @unchecked Sendable {
  /// What a part held.
  struct PartCount {
    var part: LogPart
    /// Lines, by which places are told.
    var lines: Int
    /// What counts as `lines` in the report.
    var records: Int
  }

  var reader: LineReader
  private(set) var recordReaders: [SourceFormat: RecordReader] = [:]
  /// The reader of the part that is read, where it is not one of plain lines.
  private var current: RecordReader?
  private var recordsBefore = 0
  /// What lays the part's lines out, where these are of columns.
  private var columns: ColumnLayout?
  /// Counts by part, in order.
  private(set) var parts: [PartCount] = []

  private let plan: ReadingPlan
  private let recordPlans: RecordPlans
  private let limits: ReadingLimits
  private let receiver: any EventReceiver
  private let surveyor: Surveyor?

  /// A worker that hands its events to a receiver.
  init(
    plan: ReadingPlan, tables: FieldTables, recordPlans: RecordPlans, limits: ReadingLimits,
    receiver: any EventReceiver,
    surveyor: Surveyor? = nil
  ) {
    reader = LineReader(plan: plan, tables: tables, limits: limits, receiver: receiver)
    self.plan = plan
    self.recordPlans = recordPlans
    self.limits = limits
    self.receiver = receiver
    self.surveyor = surveyor
  }

  /// Begins a part of a log of some shape.
  func begin(_ part: LogPart, shape: LogShape) {
    guard !shape.isPlain || surveyor != nil else {
      current = nil
      return reader.begin(part)
    }
    let reader =
      recordReaders[shape.format]
      ?? RecordReader(
        plan: plan, records: recordPlans.plan(of: shape.format), limits: limits, receiver: receiver, surveyor: surveyor)
    recordReaders[shape.format] = reader
    current = reader
    columns = shape.framing == .columns ? columns ?? ColumnLayout() : nil
    recordsBefore = reader.recordCount
    reader.begin(part, shape: shape)
  }

  /// Reads a region of whole lines, or of records that stand in their log where `anchors` say.
  func read(_ region: Range<Int>, of buffer: TextBuffer, anchors: RecordAnchors? = nil) -> ReadingCourse {
    if let current, let columns {
      let records = columns.layOut(region, of: buffer, lines: current.lines)
      return current.read(records.region, of: records.buffer, anchors: records.anchors)
    }
    if let current { return current.read(region, of: buffer, anchors: anchors) }
    return reader.read(region, of: buffer)
  }

  /// Counts a line that was too long to be held.
  func readOverlong(_ line: OverlongLine, anchors: RecordAnchors? = nil) {
    if let current { return current.readOverlong(line, anchors: anchors) }
    reader.readOverlong(line)
  }

  /// Ends the part that was begun last.
  func end(_ part: LogPart) {
    if let current {
      current.endParts()
      parts.append(PartCount(part: part, lines: current.lines, records: current.recordCount - recordsBefore))
    } else {
      parts.append(PartCount(part: part, lines: reader.lines, records: reader.lines))
    }
  }
}
