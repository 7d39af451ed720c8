import FunnelModel

/// Tells a Mixpanel export whose times are the project's own: projects from before 2023 export the wall clock of their zone as
/// if it were UTC.
enum LocalTimes {
  /// Offsets of zones are multiples of this.
  private static let step = 900.0
  /// An event is received so soon after it happened, mostly.
  private static let delay = 120.0
  /// So many events must agree, and at least half of all.
  private static let fewest = 3

  /// By how many seconds most times are ahead of the moments they were received at; 0 where they are not, or nobody can tell.
  static func seconds(of objects: [JSONValue]) -> Int {
    var counts: [Int: Int] = [:]
    var all = 0
    for object in objects {
      guard let properties = object["properties"], let time = seconds(properties["time"]),
        let received = seconds(properties["$mp_api_timestamp_ms"]) ?? seconds(properties["mp_processing_time_ms"])
      else { continue }
      all += 1
      let offset = ((time - received) / step).rounded() * step
      if abs(time - received - offset) <= delay, abs(offset) <= 14 * 3_600 { counts[Int(offset), default: 0] += 1 }
    }
    guard let (offset, count) = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), count >= fewest,
      2 * count >= all
    else { return 0 }
    return offset
  }

  private static func seconds(_ value: JSONValue?) -> Double? {
    guard case .number(let text) = value?.content, let number = Double(text.string) else { return nil }
    return number >= 1e11 ? number / 1_000 : number
  }
}
