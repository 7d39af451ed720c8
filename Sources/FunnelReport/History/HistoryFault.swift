/// Why a file is no history that can be read on.
public struct HistoryFault: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Cause: Equatable, Sendable {
    /// The first line is not that of a history.
    case foreign
    /// The history is of a version that is not known.
    case unknownVersion
    /// A line is not what has to stand there.
    case damaged(String)
    /// The last line is missing: the file was cut short.
    case cutShort
  }

  /// The line, from 1.
  public let line: Int
  /// What is wrong.
  public let cause: Cause

  /// A fault in a line.
  public init(line: Int, cause: Cause) {
    self.line = line
    self.cause = cause
  }

  /// What is wrong in words, in lower case.
  public var words: String {
    switch cause {
    case .foreign: "this is no history of funnel's"
    case .unknownVersion: "the history is of another version than this funnel can read"
    case .damaged(let what): "the history is damaged: \(what)"
    case .cutShort: "the history was cut short: its last line is missing"
    }
  }
}
