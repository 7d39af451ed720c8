import FunnelModel

/// The zones and times of a request, which depend on one another.
struct Bounds {
  private let zone: ZoneTable
  private let assumedZone: ZoneTable
  private let since: Moment?
  private let until: Moment?
  private let asOf: Moment?

  /// Reads the request's times in its zone.
  init(_ request: Request) throws(UsageFailure) {
    let zone = try Self.zone(request.timezone, option: "timezone")
    self.zone = zone
    assumedZone = try Self.zone(request.assumeTimezone, option: "assume-timezone")
    since = try Self.moment(request.since, option: "since", zone: zone)
    until = try Self.moment(request.until, option: "until", zone: zone)
    asOf = try Self.moment(request.asOf, option: "as-of", zone: zone)
    if let since, let until, until <= since { throw .emptyBounds }
  }

  func apply(to analysis: inout AnalysisPlan, _ reading: inout ReadingPlan) {
    analysis.zone = zone
    analysis.since = since
    analysis.until = until
    analysis.asOf = asOf
    reading.assumedZone = assumedZone
  }

  private static func zone(_ name: String?, option: String) throws(UsageFailure) -> ZoneTable {
    guard let name else { return .utc }
    do {
      return try ZoneTable.named(name)
    } catch {
      throw .wrongText(option: option, fault: "\(error)")
    }
  }

  private static func moment(_ text: String?, option: String, zone: ZoneTable) throws(UsageFailure) -> Moment? {
    guard let text else { return nil }
    do {
      return try Moment(parsing: ByteText(text), zone: zone)
    } catch {
      throw .wrongText(option: option, fault: "\(error)")
    }
  }
}
