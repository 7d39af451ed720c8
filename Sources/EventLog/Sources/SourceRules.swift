import FunnelModel

/// What a system's export says where: a row of the table of sources.
///
/// Paths are written as in a definition's `source.fields`, and two forms more: `a[].b` is an array of which every element is
/// an event, `a.[*beg].b` a member whose key begins with `beg`. `{}` stands for the experiment that `--experiment` names.
struct SourceRules {
  /// A demand on a record: at a path stands one of some texts.
  struct Condition {
    var path: String
    /// Empty: anything but null does.
    var values: [String] = []
  }

  /// A name that an event has by what else stands in it.
  struct EventNaming {
    var condition: Condition
    var places: [String]
    var before = ""
    var after = ""
  }

  /// A place of the variant.
  struct VariantPlace {
    var path: String
    /// Where the experiment stands that the place speaks of.
    var gate: [String] = []
    /// Whether the text is `experiment:variant`.
    var isPair = false

    var namesExperiment: Bool { path.utf8.contains(UInt8(ascii: "{")) }
  }

  /// Where experiments and their arms stand, whichever these are.
  enum ExperimentPlace {
    /// Members of an object whose keys begin so, the rest being the experiment; `arm`: the member of the value that is its arm.
    case members(of: String, beginning: String, arm: String = "")
    /// Elements of an array, by the member that names the experiment and the way to its arm.
    case elements(of: String, key: String, beginning: String = "", arm: [String])
    /// The experiment's id or name, what a person calls it, and its arm, each at the first of some paths.
    case named(keys: [String], labels: [String], arms: [String])
    /// Elements of an array such as `experiment:arm`.
    case pairs(of: String)

    /// What the keys of all experiments begin with.
    var beginning: String {
      switch self {
      case .members(_, let beginning, _), .elements(_, _, let beginning, _): beginning
      case .named, .pairs: ""
      }
    }
  }

  /// An id beside the event's own that a record names.
  struct Link {
    var condition: Condition
    var kind: IdentityLink.Kind
    var first: [String]
    var firstNaming = IdentityKind.known
    var second: [String]
    var secondNaming: IdentityKind
  }

  /// What tells the source: keys that all must stand in an object, keys of which none may, keys of which one must, a demand,
  /// and places of texts that can be names of events.
  struct Evidence {
    var all: [String]
    var none: [String] = []
    var any: [String] = []
    var condition: Condition?
    var names: [String] = []
  }

  var format: SourceFormat
  /// Any of these tells the source.
  var evidence: [Evidence]
  /// What every path begins with, where a record holds several events.
  var root = ""
  /// Keys that some wrote in place of others, by these.
  var synonyms: [ByteText: ByteText] = [:]
  /// Where the fields lie.
  var places: [EventField: [String]]
  /// Where the event's own parameters lie, `%` standing for the name: `step_id`, `duration_seconds`, `skipped`, `variant`.
  var parameters: [String]
  /// Names that go before those of the field `event`.
  var namings: [EventNaming] = []
  /// Places of the variant before those among the parameters.
  var variants: [VariantPlace] = []
  /// Where arms of experiments stand, for those whose names nobody told.
  var experiments: [ExperimentPlace] = []
  /// Where one id is made of several values.
  var idParts: [String] = []
  /// Records that only link ids.
  var identity: [Condition] = []
  /// What such records link besides the user and the anonymous id that stand in them.
  var links: [Link] = []
  /// A user that begins so is an anonymous id.
  var anonymousBeginning = ""
  /// Where this holds the user is an anonymous id.
  var anonymousWhen: Condition?
  /// A session of this text is none.
  var noSession = ""
  /// Where a string holds an object as JSON, which is read as if it stood there itself.
  var embedded: [String] = []
  /// Whether times without a zone are documented to be in UTC.
  var isUTC = true
  /// Whether values can be objects of one member that says their type (MongoDB's Extended JSON).
  var hasExtendedValues = false
  /// Whether fields are read by the specification's rules for native events, to the letter.
  var isNative = false

  /// How an id begins that is a long row of zeros.
  static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The members that hold the value of a typed value.
  static let typedMembers: [String] = [
    "string_value", "int_value", "float_value", "double_value", "stringValue", "intValue", "boolValue", "doubleValue",
  ]
  /// The members that hold the value in MongoDB's Extended JSON.
  static let extendedMembers: [String] = [
    "$numberLong", "$numberInt", "$numberDouble", "$numberDecimal", "$oid", "$date.$numberLong", "$date",
  ]

  /// Where an event lies within the record of a log shipper or of an interface, in the order tried.
  static let openings: [String] = [
    "batch", "Records", "records", "logEvents", "results", "events", "hits.hits", "kinesis", "log", "message", "msg",
    "@message", "textPayload", "jsonPayload", "MESSAGE", "_raw", "line", "payload", "value", "event", "event.original",
    "_source", "doc", "result", "body", "data", "rawData", "log_processed", "detail", "Message", "fields", "attributes",
    "attributes.attributes",
  ]
  /// Where a container's line stands, which its runtime splits where it is long.
  static let splitText = "log"
  /// What marks a part: `P`; of other lines that of containers ends in a line feed.
  static let splitTags: [String] = ["_p", "logtag"]
  /// What tells whose the parts are.
  static let splitStreams: [String] = [
    "stream", "container_id", "container_name", "kubernetes.pod_name", "kubernetes.container_name",
    "kubernetes.docker_id",
    "file",
  ]
  /// When a log shipper took a record, for events that bear no time.
  static let shipperTimes: [String] = ["@timestamp", "timestamp", "time", "date", "__REALTIME_TIMESTAMP"]
}
