import FunnelEngine
import FunnelModel

extension DayHistory {
  /// The first line, which tells the file from any other.
  static let title = "# funnel history, version 1"

  static let columns = [
    "flow", "breakdown", "day", "step_id", "distance_microseconds", "attempts", "converted", "entered", "skipped",
    "lost", "timed", "middle_low_microseconds", "middle_high_microseconds",
  ]

  /// The line that ends the file, so that one that was cut short is told from a whole one.
  static func ending(rows: Int) -> String { "# end, \(rows) rows" }

  /// The file: a row for each row of a breakdown and day, and one for each of its steps, in the order of bytes.
  public var bytes: [UInt8] {
    var rows: [[ByteText]] = []
    let sorted = figures.sorted { left, right in
      (left.key.flow, left.key.row, left.key.day) < (right.key.flow, right.key.row, right.key.day)
    }
    for (key, day) in sorted {
      let place = [key.flow, key.row, ByteText(CalendarDate(dayNumber: key.day).description)]
      rows.append(
        place + [""] + [day.distance, Int64(day.attempts), Int64(day.converted)].map { ByteText(String($0)) }
          + Array(repeating: "", count: 6))
      for (id, step) in day.steps.sorted(by: { $0.key < $1.key }) {
        let counts = [step.entered, step.skipped, step.lost, step.timed].map { ByteText(String($0)) }
        let middle = [step.middle?.low, step.middle?.high].map { $0.map { ByteText(String($0)) } ?? "" }
        rows.append(place + [id, "", "", ""] + counts + middle)
      }
    }
    var bytes = Array((Self.title + "\n" + Self.columns.joined(separator: ",") + "\n").utf8)
    for row in rows {
      bytes += row.map(Self.field).joined(separator: [UInt8(ascii: ",")])
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes + Array((Self.ending(rows: rows.count) + "\n").utf8)
  }

  /// A field as RFC 4180 has it; nothing stands before a formula, since no spreadsheet is meant to read this.
  private static func field(_ text: ByteText) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    guard
      text.bytes.first == UInt8(ascii: "#")
        || text.bytes.contains(where: { [quote, UInt8(ascii: ","), 0x0A, 0x0D].contains($0) })
    else { return text.bytes }
    return [quote] + text.bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }
}
