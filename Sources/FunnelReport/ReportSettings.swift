public import FunnelModel

/// What a report says and how it is laid out, beyond the numbers.
public struct ReportSettings: Sendable {
  /// The program's version.
  public var version: String
  /// What was asked of the engine: bounds, filters and zone, for the rules that the report states.
  public var plan: AnalysisPlan
  /// The zone of times that name none.
  public var assumedZone: ZoneTable = .utc
  /// What stands between the fields of CSV.
  public var delimiter: UInt8 = UInt8(ascii: ",")
  /// What stands before a number's decimals in CSV and TSV.
  public var decimalMark: UInt8 = UInt8(ascii: ".")
  /// Whether CSV and TSV begin with a byte order mark.
  public var hasByteOrderMark = false

  /// From where on something is an anomaly.
  public var thresholds = AnomalyThresholds()
  /// The control that was asked for, before the definition's.
  public var control: ByteText?
  /// The experiment that was chosen.
  public var experiment: ByteText?
  /// The figures of days that runs before this one kept.
  public var history = DayHistory()

  /// The terminal that the text format is laid out for.
  public var terminal = TerminalStyle()

  /// Settings for a plan, with the specification's defaults for everything else.
  public init(version: String, plan: AnalysisPlan) {
    self.version = version
    self.plan = plan
  }

  /// How CSV is laid out.
  var csvLayout: DelimitedLayout {
    DelimitedLayout(delimiter: delimiter, decimalMark: decimalMark, hasByteOrderMark: hasByteOrderMark)
  }

  /// How TSV is laid out.
  var tsvLayout: DelimitedLayout {
    DelimitedLayout(delimiter: UInt8(ascii: "\t"), decimalMark: decimalMark, hasByteOrderMark: hasByteOrderMark)
  }
}
