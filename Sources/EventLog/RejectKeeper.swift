import FunnelModel

/// A part of a log that one worker reads at a time, in the order of logs and of parts within them.
struct LogPart: Comparable {
  var log: Int
  /// The file of an archive; 0 where the log is none.
  var member = 0
  var part: Int

  static func < (left: LogPart, right: LogPart) -> Bool {
    (left.log, left.member, left.part) < (right.log, right.member, right.part)
  }

  /// Whether another part's lines are counted on from this one's.
  func isOfOneText(with other: LogPart) -> Bool { (log, member) == (other.log, other.member) }
}

/// A rejected line before its line number is known.
struct KeptReject {
  var reason: RejectReason
  var part: LogPart
  /// How many lines of the part lie before it.
  var linesBefore: Int
  /// In bytes, from 1.
  var column: Int
  var detail: String
  var text: [UInt8]?
  var textOffset: Int
}

/// Counts a worker's rejected lines and keeps the first of each reason.
///
/// A worker takes parts in their order, so what it meets first is also first in the logs.
struct RejectKeeper {
  /// How many bytes of a line are kept on either side of the column.
  private static let reach = 100

  private let kept: Int
  private let keepsText: Bool
  private(set) var counts: [RejectReason: Int] = [:]
  private(set) var rejects: [KeptReject] = []

  /// A keeper for a plan.
  init(plan: ReadingPlan) {
    kept = plan.keptRejects
    keepsText = plan.keepsRejectedText
  }

  /// Counts a line whose content, so far as it is at hand, lies in a range of a buffer.
  ///
  /// `columnOrigin` is the place that the log's line begins at, where that is not the range's beginning.
  mutating func add(
    _ fault: LineFault, part: LogPart, linesBefore: Int, line: Range<Int>, columnOrigin: Int? = nil,
    of text: BytePointer
  ) {
    let origin = columnOrigin ?? line.lowerBound
    let reason = fault.reason
    let count = counts[reason, default: 0] + 1
    counts[reason] = count
    guard count <= kept else { return }
    let shown =
      max(
        line.lowerBound, fault.position - RejectKeeper.reach)..<min(
        line.upperBound, fault.position + RejectKeeper.reach)
    rejects.append(
      KeptReject(
        reason: reason, part: part, linesBefore: linesBefore, column: fault.position - origin + 1,
        detail: fault.detail, text: keepsText ? shown.map { text[$0] } : nil,
        textOffset: keepsText ? shown.lowerBound - origin : 0))
  }

  /// Counts a line that was kept, by a fault at an offset in it.
  mutating func add(_ fault: LineFault, part: LogPart, linesBefore: Int, text: [UInt8]) {
    let buffer = TextBuffer(capacity: text.count)
    for (place, byte) in text.enumerated() { buffer.text[place] = byte }
    add(fault, part: part, linesBefore: linesBefore, line: 0..<text.count, of: buffer.text)
  }
}
