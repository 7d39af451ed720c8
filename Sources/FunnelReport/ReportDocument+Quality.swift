import FunnelEngine
import FunnelModel

extension ReportDocument {
  /// Where every line went, and what else a reader should know of the data.
  static func quality(_ report: Report) -> [Block] {
    [.table(linesTable(report)), .bullets(remarks(report))]
  }

  private static func linesTable(_ report: Report) -> DisplayTable {
    let reading = report.reading
    let counts = report.analysis.counts
    var lines: [(String, Int)] = [("accepted events", counts.events), ("blank lines", reading.blank)]
    lines += RejectReason.allCases.map { ("rejected: " + $0.words, reading.rejected[$0] ?? 0) }
    lines += [("records that only link ids", reading.identity)]
    lines += [("excluded by --only or --as-of", counts.excluded), ("copies of another event", counts.duplicate)]
    let shown = lines.enumerated().filter { $0.offset == 0 || $0.element.1 > 0 }.map(\.element)
    return DisplayTable(
      columns: [.words("what became of the lines"), .numbers("lines"), .numbers("share")],
      rows: (shown + [("all lines", reading.lines)]).map { words, count in
        [.plain(words), .count(count), .plain(PlainNumber.percent(count, of: reading.lines))]
      })
  }

  private static func remarks(_ report: Report) -> [Prose] {
    let reading = report.reading
    let counts = report.analysis.counts
    let rules = report.analysis.rules
    let zone = ByteText(report.settings.assumedZone.name)
    let mixed =
      rules.mixed == .first ? "they count under the one they saw first" : "they are left out of every table"
    let remarks: [(Int, Prose)] = [
      (
        counts.unknownStep,
        "\(PlainNumber.count(counts.unknownStep, "step event names", "step events name")) a step of no list."
      ),
      (
        counts.withoutEntry,
        """
        \(PlainNumber.count(counts.withoutEntry, rules.unit.one + " has", rules.unit.many + " have")) \
        signals of the flow but never entered it.
        """
      ),
      (
        counts.mixedVariants,
        "\(PlainNumber.count(counts.mixedVariants, "user", "users")) saw two or more variants: \(mixed)."
      ),
      (
        counts.excludedUsers,
        "\(PlainNumber.count(counts.excludedUsers, "user was", "users were")) left out by --where."
      ),
      (
        counts.mergedIDs,
        "\(PlainNumber.count(counts.mergedIDs, "id is", "ids are")) another name of a user who has one already."
      ),
      (
        counts.sharedDevices,
        """
        \(PlainNumber.count(counts.sharedDevices, "device is", "devices are")) shared by several users: what is anonymous \
        there belongs to the user who is next on it.
        """
      ),
      (
        reading.passedBytes,
        """
        \(PlainNumber.count(reading.passedBytes, "byte", "bytes")) of \
        \(PlainNumber.count(reading.passedRecords, "a record that is", "records that are")) no whole JSON were passed \
        over: what stands there is in no figure.
        """
      ),
      (
        reading.noZone,
        """
        \(PlainNumber.count(reading.noZone, "time names", "times name")) no zone and \
        \(reading.noZone == 1 ? "was" : "were") read as \(name: zone).
        """
      ),
      (
        reading.badDuration,
        """
        \(PlainNumber.count(reading.badDuration, "reported duration was", "reported durations were")) no usable \
        number and ignored.
        """
      ),
    ]
    let shown = remarks.filter { $0.0 > 0 }.map(\.1)
    return shown.isEmpty ? ["Nothing else stands out."] : shown
  }
}
