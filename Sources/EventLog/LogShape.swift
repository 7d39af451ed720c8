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
  }

  /// Whose events it holds.
  var format = SourceFormat.native
  var framing = Framing.lines
  /// Whether its events are plain lines of native logging, for which there is a faster way.
  var isPlain = true
}
