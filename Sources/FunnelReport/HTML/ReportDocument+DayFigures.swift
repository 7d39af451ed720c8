import FunnelEngine
import FunnelModel
import FunnelStatistics

extension ReportDocument {
  /// How many days a picture of one of so many rows shows: with many rows fewer, since the page should stay small.
  static func daysWithPictures(rows: Int) -> Int { max(28, min(90, pointsOfDays / max(1, rows))) }

  /// How many points of days all pictures of a page have, about.
  private static let pointsOfDays = 180

  /// The conversion of each of a row's newest days, over where the newest finished one was expected.
  ///
  /// `firstRow` is where the row's days begin in the table `trend`, `rows` how many rows have such a picture.
  static func daysFigure(_ row: BreakdownTally, firstRow: Int, rows: Int, report: Report, name: Prose) -> Block? {
    guard let newest = row.days.last?.day, let oldest = row.days.first?.day else { return nil }
    let first = max(oldest, newest - daysWithPictures(rows: rows) + 1)
    let shifts = DayShifts(row, report)
    let table = report.table(.trend)
    let points = row.days.enumerated().filter { $0.element.day >= first }.map { place, day in
      let status = DayStatus(day.day, report.analysis, zone: report.settings.plan.zone)
      var point = DayPoint(
        day: day.day, row: MarkedRow(table, row: firstRow + place), isFinal: status.isFinal)
      (point.flags, point.isOfAllRows) = shifts.flags(of: day.day)
      return point
    }
    let caption: Prose =
      first > oldest ? "Conversion by day, the newest \(newest - first + 1) days" : "Conversion by day"
    let picture = DaysPicture(
      title: "Conversion of \(name) by day",
      description: description(points, days: first..<newest + 1, shifts: shifts), days: first..<newest + 1,
      points: points, band: shifts.band)
    return .figures([Figure(caption: caption, legend: .days(picture, hasFlag: shifts.hasFlag), picture: picture)])
  }

  /// What a reader who does not see the picture should know.
  private static func description(_ points: [DayPoint], days: Range<Int>, shifts: DayShifts) -> Prose {
    let ends = [days.lowerBound, days.upperBound - 1].map { CalendarDate(dayNumber: $0).description }
    var prose: Prose = """
      A point for each of \(PlainNumber.count(points.count, "day", "days")) from \(ends[0]) to \(ends[1]): the share of \
      the attempts that entered on it that converted, with its interval; it went from \
      \(points.first?.row.plain("conversion") ?? "") to \(points.last?.row.plain("conversion") ?? "").
      """
    if let conversion = shifts.conversion {
      prose =
        prose + """
           The band is where the newest finished day, \(CalendarDate(dayNumber: conversion.day).description), would lie if \
          it were like the days before it: \(PlainNumber.percent(conversion.expected.low)) to \
          \(PlainNumber.percent(conversion.expected.high)), told from \(conversion.daysBefore) days as they stood so soon \
          after their end.
          """
    }
    let flagged = points.filter { !$0.flags.isEmpty }
    return flagged.reduce(prose) { prose, point in
      prose + """
         \(CalendarDate(dayNumber: point.day).description) stands out\(point.isOfAllRows ? " over all rows" : ""): \
        \(point.flags.joined(separator: ", ")).
        """
    }
  }
}

/// What the tests of the newest finished day say of a row.
struct DayShifts {
  /// The test of the share converted; nil where there were too few days.
  let conversion: Shift?
  /// The tests that speak of the row itself.
  private let own: [Shift]
  /// The tests that speak of all rows together.
  private let ofAll: [Shift]

  /// The tests of a row of a report's breakdown.
  init(_ row: BreakdownTally, _ report: Report) {
    let values = row.kind == .all ? nil : row.values
    let own = report.shifts.filter { $0.values == values }
    conversion = own.first { $0.metric == .conversion }
    self.own = own.filter(\.speaks)
    ofAll = report.shifts.filter { $0.values == nil && $0.speaks }
  }

  /// Whether a day stands out.
  var hasFlag: Bool { !own.isEmpty || !ofAll.isEmpty }

  /// Where the newest finished day was expected, over the days that tell it.
  var band: DaysPicture.Band? {
    conversion.map { DaysPicture.Band(share: $0.expected.low...$0.expected.high, days: $0.firstDay...$0.day) }
  }

  /// The codes of the rules by which a day stands out, and whether they speak of all rows together alone.
  func flags(of day: Int) -> (codes: [String], isOfAllRows: Bool) {
    func codes(_ shifts: [Shift]) -> [String] {
      var codes: [String] = []
      for shift in shifts where shift.day == day && !codes.contains(shift.code.rawValue) {
        codes.append(shift.code.rawValue)
      }
      return codes
    }
    let found = codes(own)
    return found.isEmpty ? (codes(ofAll), !codes(ofAll).isEmpty) : (found, false)
  }
}

extension [Figure.Legend] {
  /// Those of the marks that a picture of days has.
  fileprivate static func days(_ picture: DaysPicture, hasFlag: Bool) -> Self {
    var legend: Self = []
    if picture.points.contains(where: \.isFinal) { legend.append(.init(mark: .point("final"), words: "day")) }
    if picture.points.contains(where: { !$0.isFinal }) {
      legend.append(.init(mark: .point("open"), words: "day, not final yet"))
    }
    legend.append(.init(mark: .line("reach"), words: "likely"))
    if picture.band != nil {
      legend.append(.init(mark: .area("band"), words: "where the newest finished day was expected"))
    }
    if hasFlag { legend.append(.init(mark: .point("ring"), words: "anomaly")) }
    return legend
  }
}
