import FunnelModel

/// One worker's reader, and how many lines each part had that it read.
///
/// Used by one thread at a time, which is what makes it sendable.
final class ReadingWorker: @unchecked Sendable {
  var reader: LineReader
  /// Lines by part, in order.
  private(set) var partLines: [(part: LogPart, lines: Int)] = []

  /// A worker that hands its events to a receiver.
  init(plan: ReadingPlan, tables: FieldTables, limits: ReadingLimits, receiver: any EventReceiver) {
    reader = LineReader(plan: plan, tables: tables, limits: limits, receiver: receiver)
  }

  /// Begins a part.
  func begin(_ part: LogPart) {
    reader.begin(part)
  }

  /// Ends the part that was begun last.
  func end(_ part: LogPart) {
    partLines.append((part, reader.lines))
  }
}
