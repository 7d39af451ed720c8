import FunnelReport

/// How the report's characters are laid out, of what was asked for.
///
/// What concerns CSV holds for the CSV files of a folder too.
struct ReportLayout: Equatable {
  private let delimiter: UInt8
  private let decimalMark: UInt8
  private let hasByteOrderMark: Bool
  private let colour: ColourRule

  /// The layout of a request.
  ///
  /// Between fields stands a comma; where the comma stands before decimals, a semicolon, as in the spreadsheets of the
  /// countries that write so.
  /// - Throws: an option without an effect on what is written, or two that want the same comma.
  init(_ request: Request, destination: AnalyzePlan.Destination) throws(UsageFailure) {
    let comma = UInt8(ascii: ",")
    if request.decimalComma, request.delimiter == comma { throw .commaTwice }
    if case .standardOutput(let format, _) = destination { try Self.check(request, with: format) }
    delimiter = request.delimiter ?? (request.decimalComma ? UInt8(ascii: ";") : comma)
    decimalMark = request.decimalComma ? comma : UInt8(ascii: ".")
    hasByteOrderMark = request.byteOrderMark
    colour = request.colour ?? .auto
  }

  /// Puts the layout into the settings of a report, of which the terminal is known.
  func apply(to settings: inout ReportSettings) {
    settings.delimiter = delimiter
    settings.decimalMark = decimalMark
    settings.hasByteOrderMark = hasByteOrderMark
    switch colour {
    case .auto: break
    case .always: settings.terminal.colour = .basic
    case .never: settings.terminal.colour = .none
    }
  }

  private static func check(_ request: Request, with format: ReportFormat) throws(UsageFailure) {
    let other = "--format \(format.rawValue)"
    if !format.holdsOneTable {
      let advice = "it is for csv and tsv"
      if request.byteOrderMark { throw .noEffect(option: "bom", with: other, advice: advice) }
      if request.decimalComma { throw .noEffect(option: "decimal-comma", with: other, advice: advice) }
    }
    if request.delimiter != nil, format != .csv {
      throw .noEffect(option: "delimiter", with: other, advice: "it is for csv")
    }
    if request.colour == .always, format != .text {
      throw .noEffect(option: "color", with: other, advice: "it is for --format text")
    }
  }
}
