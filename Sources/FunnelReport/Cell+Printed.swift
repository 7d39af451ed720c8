import FunnelModel

extension Cell {
  /// What the cell prints as in every format for machines: the one place that rounds.
  ///
  /// Shares and ratios have 6 decimals, seconds 3, moments are RFC 3339 in UTC with milliseconds, cut; a value that does not
  /// exist is empty text. Days are such as `2026-03-01`. Text is itself, without any escaping.
  var printed: String {
    switch self {
    case .text(let text): text.string
    case .count(let count): String(count)
    case .rate(let number), .ratio(let number): FixedDecimals.text(number, decimals: 6)
    case .seconds(let number): FixedDecimals.text(number, decimals: 3)
    case .moment(let moment): CivilTime(moment).rfc3339
    case .day(let day): CalendarDate(dayNumber: day).description
    case .empty: ""
    }
  }
}
