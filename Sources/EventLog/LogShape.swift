import FunnelModel

/// How a log is to be read.
struct LogShape: Hashable, Sendable {
  /// How its records are told apart.
  enum Framing: Hashable, Sendable {
    /// One on each line.
    case lines
    /// By their own braces: one after the other with or without line ends, over several lines, in an array, or behind record
    /// separators (RFC 7464).
    case braces
    /// One on each line, its values in columns between tabs.
    case columns
  }

  /// Whose events it holds.
  var format = SourceFormat.native
  var framing = Framing.lines
  /// Whether a line may be told in several records, so that one worker must read them all in their order.
  var isInParts = false
  /// By how many seconds its times are ahead of those of their receipt, where they seem to be local times.
  var localSeconds = 0
  /// Whether events lie within records of a log shipper.
  var isWrapped = false
  /// Whether rows of Elasticsearch's bulk interface stand between its events, which say what to do with these.
  var isBulk = false
  /// Whether anything in it told this, or a person did.
  var isTold = true
  /// Whether its events are plain lines of native logging, for which there is a faster way.
  var isPlain = true
}
