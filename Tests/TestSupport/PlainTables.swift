import Foundation
public import FunnelModel

/// The four tables of section 9 as CSV, worked out of a plain analysis.
public struct PlainTables {
  let analysis: PlainAnalysis
  let summary: ReadingSummary

  /// The tables of an analysis and what reading came to.
  public init(_ analysis: PlainAnalysis, summary: ReadingSummary) {
    self.analysis = analysis
    self.summary = summary
  }

  /// The CSV of a table by its name, or nil for a table that is not among the four.
  public func csv(_ table: String) -> String? {
    let rows: [[String]]
    switch table {
    case "steps": rows = steps()
    case "variants": rows = variants()
    case "sessions": rows = sessions()
    case "quality": rows = quality()
    default: return nil
    }
    return rows.map { $0.map(PlainTables.cell).joined(separator: ",") + "\n" }.joined()
  }

  /// RFC 4180: "a field in quotes only where it holds a comma, a quote, CR or LF".
  static func cell(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { [0x2C, 0x22, 0x0D, 0x0A].contains($0) }
    return needsQuotes ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
  }

  /// "A text cell that begins with `=`, `+`, `-`, `@`, a tab or a CR gets a `'` before it".
  static func text(_ text: ByteText) -> String {
    let starts = Array("=+-@\t\r".utf8)
    return text.bytes.first.map(starts.contains) ?? false ? "'" + text.string : text.string
  }

  static func rate(_ value: Double?) -> String { value.map { String(format: "%.6f", $0) } ?? "" }
  static func seconds(_ seconds: Double?) -> String { seconds.map { String(format: "%.3f", $0) } ?? "" }
  static func share(_ part: Int, _ whole: Int) -> Double? { whole == 0 ? nil : Double(part) / Double(whole) }

  /// The seconds of a quantile of type 7: linear between order statistics.
  ///
  /// The sum is made in seconds and from the lower of the two, which decides the last digit printed where it falls on
  /// a half.
  static func quantile(_ sorted: [Int64], _ share: Double) -> Double? {
    let seconds = sorted.map { Double($0) / 1e6 }
    guard let last = seconds.last else { return nil }
    let place = Double(seconds.count - 1) * share
    let below = Int(place)
    guard below + 1 < seconds.count else { return last }
    return seconds[below] + (seconds[below + 1] - seconds[below]) * (place - Double(below))
  }

  /// The seconds of a mean.
  static func mean(_ values: [Int64]) -> Double? {
    values.isEmpty ? nil : Double(values.reduce(0, +)) / 1e6 / Double(values.count)
  }

  /// "Intervals are Wilson's at 95 % (z = 1.959963984540054), 0 exactly at none and 1 exactly at all".
  static func interval(_ part: Int, _ whole: Int) -> (low: Double?, high: Double?) {
    guard whole > 0 else { return (nil, nil) }
    let z = 1.959963984540054
    let n = Double(whole)
    let p = Double(part) / n
    let middle = p + z * z / (2 * n)
    let reach = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    let scale = 1 + z * z / n
    return (part == 0 ? 0 : (middle - reach) / scale, part == whole ? 1 : (middle + reach) / scale)
  }

  private var fieldNames: [String] { analysis.fields.map { PlainTables.text(ByteText($0.name)) } }

  private func steps() -> [[String]] {
    var rows = [
      fieldNames + [
        "step", "step_id", "entered", "started", "completed", "skipped", "dismissed", "dropped", "in_progress",
        "pass_rate", "pass_rate_low", "pass_rate_high", "skip_rate", "skip_rate_low", "skip_rate_high", "loss_rate",
        "passed_of_all", "median_seconds", "p90_seconds", "mean_seconds", "timed", "spanning", "since_entry_seconds",
        "flags",
      ]
    ]
    for row in analysis.rows {
      for (place, step) in row.steps.enumerated() {
        let passed = step.completed + step.skipped
        let entered = passed + step.dismissed + step.dropped + step.inProgress
        let pass = PlainTables.interval(passed, entered)
        let skip = PlainTables.interval(step.skipped, entered)
        var cells = row.values.map(PlainTables.text)
        cells += ["\(place + 1)", PlainTables.text(analysis.definition.steps[step.step].id)]
        cells += [
          entered, step.started, step.completed, step.skipped, step.dismissed, step.dropped, step.inProgress,
        ].map(String.init)
        cells += [
          PlainTables.share(passed, entered), pass.low, pass.high,
          PlainTables.share(step.skipped, entered), skip.low, skip.high,
          PlainTables.share(step.dropped + step.dismissed, entered), PlainTables.share(step.passedOfAll, row.attempts),
        ].map(PlainTables.rate)
        cells += [
          PlainTables.quantile(step.durations, 0.5), PlainTables.quantile(step.durations, 0.9),
          PlainTables.mean(step.durations),
        ].map(PlainTables.seconds)
        cells += ["\(step.durations.count)", "\(step.spanning)"]
        cells += [PlainTables.seconds(PlainTables.quantile(step.sinceEntry, 0.5)), ""]
        rows.append(cells)
      }
    }
    return rows
  }

  private func variants() -> [[String]] {
    var rows = [
      fieldNames + [
        "units", "attempts", "converted", "conversion", "conversion_low", "conversion_high", "unskipped", "dismissed",
        "dropped", "in_progress", "may_return", "median_seconds", "p90_seconds", "same_session", "back", "jump",
      ]
    ]
    for row in analysis.rows {
      let interval = PlainTables.interval(row.converted, row.attempts)
      var cells = row.values.map(PlainTables.text) + [row.units, row.attempts, row.converted].map(String.init)
      cells += [PlainTables.share(row.converted, row.attempts), interval.low, interval.high].map(PlainTables.rate)
      cells += [row.unskipped, row.dismissed, row.dropped, row.inProgress, row.mayReturn].map(String.init)
      cells += [0.5, 0.9].map { PlainTables.seconds(PlainTables.quantile(row.conversionTimes, $0)) }
      cells += [row.sameSession, row.back, row.jump].map(String.init)
      rows.append(cells)
    }
    return rows
  }

  private func sessions() -> [[String]] {
    var rows = [
      fieldNames + [
        "users", "sessions", "events", "sessions_per_user", "events_per_session", "median_seconds", "p90_seconds",
        "single_event",
      ]
    ]
    for row in analysis.rows {
      var cells =
        row.values.map(PlainTables.text) + [row.sessionUsers, row.sessions, row.sessionEvents].map(String.init)
      cells += [
        PlainTables.share(row.sessions, row.sessionUsers), PlainTables.share(row.sessionEvents, row.sessions),
      ].map(PlainTables.rate)
      cells += [0.5, 0.9].map { PlainTables.seconds(PlainTables.quantile(row.sessionLengths, $0)) }
      rows.append(cells + ["\(row.singleEvent)"])
    }
    return rows
  }

  private func quality() -> [[String]] {
    let counts = analysis.counts
    var rows: [(String, String)] = [("name", "value")]
    func add(_ name: String, _ count: Int) { rows.append((name, "\(count)")) }
    add("files", summary.files)
    add("bytes", summary.bytes)
    add("lines", summary.lines)
    add("blank", summary.blank)
    add("rejected", summary.rejectedTotal)
    for reason in RejectReason.allCases { add("rejected_" + reason.rawValue, summary.rejected[reason] ?? 0) }
    add("excluded", counts.excluded)
    add("duplicate", counts.duplicate)
    add("events", counts.events)
    add("users", counts.users)
    add("sessions", counts.sessions)
    add("excluded_users", counts.excludedUsers)
    add("no_zone", summary.noZone)
    add("bad_duration", summary.badDuration)
    add("unknown_step", counts.unknownStep)
    add("without_entry", counts.withoutEntry)
    add("mixed_variants", counts.mixedVariants)
    rows.append(("first_time", PlainTables.time(analysis.firstTime)))
    rows.append(("last_time", PlainTables.time(analysis.lastTime)))
    rows.append(("as_of", PlainTables.time(analysis.asOf)))
    rows.append(("order", analysis.rules.order.rawValue))
    rows.append(("advance", analysis.rules.advance?.rawValue ?? ""))
    rows.append(("steps_from", analysis.isInferred ? "log" : "definition"))
    return rows.map { [$0.0, $0.1] }
  }

  /// "Times as RFC 3339 in UTC with milliseconds, cut".
  static func time(_ microseconds: Int64) -> String {
    var parts = unsafe tm()
    var seconds = time_t(microseconds / 1_000_000)
    unsafe gmtime_r(&seconds, &parts)
    return unsafe String(
      format: "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
      parts.tm_hour,
      parts.tm_min, parts.tm_sec, Int32(microseconds / 1000 % 1000))
  }
}
