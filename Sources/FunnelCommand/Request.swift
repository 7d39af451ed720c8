import FunnelModel
import FunnelReport

/// What was typed, each word checked by itself; whether the words go together is the plan's business.
struct Request {
  var command: CommandName
  /// The words that are no options, in order.
  var operands: [String] = []
  /// The options that were given, in order, without repeats.
  var given: [String] = []

  var definition: String?
  var order: StepOrder?
  var entry: EntryRule?
  var advance: AdvanceRule?
  var window: WindowSetting?
  var sessionGap: TimeSpan?
  var sessionBy: SessionRule?

  var unit: CountedUnit?
  var mixed: MixedRule?
  var by: [FieldReference]?
  var unitFilters: [FieldFilter] = []
  var only: [FieldFilter] = []
  var totals = false

  /// Times stay text until the zone is known.
  var since: String?
  var until: String?
  var asOf: String?
  var timezone: String?
  var assumeTimezone: String?

  var format: ReportFormat?
  var table: TableName?
  var output: String?
  var byteOrderMark = false
  var colour: ColourRule?
  var decimalComma = false
  var delimiter: UInt8?

  var control: String?
  var failOn: Severity?
  var history: String?
  var lossThreshold: Share?
  var skipThreshold: Share?
  var source: SourceFormat?
  var experiment: ByteText?
  var clock: ClockRule?
  var identity: IdentityRule?
  var identities: String?
  /// Folders of which every log below is read.
  var folders: [String] = []
  var maxLineBytes: Int?
  var maxRejected: Share?
  var memoryBytes: Int?
  var threads: Int?
  var showsLines = false
  var isQuiet = false

  var wantsHelp = false
  var wantsVersion = false

  init(command: CommandName) {
    self.command = command
  }

  func isGiven(_ option: String) -> Bool { given.contains(option) }
}
