/// How CSV and its kin are laid out.
struct DelimitedLayout: Hashable, Sendable {
  /// What stands between two fields.
  let delimiter: UInt8
  /// What stands before a number's decimals.
  let decimalMark: UInt8
  /// Whether a byte order mark comes first, by which some spreadsheets know UTF-8.
  let hasByteOrderMark: Bool
}
