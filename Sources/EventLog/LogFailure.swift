/// Why the logs cannot be read at all.
///
/// What is wrong with a single line is never one of these: it is counted in the summary.
public enum LogFailure: Error, Hashable, Sendable {
  /// The system does not open it; the code is its `errno`.
  case cannotOpen(file: String, code: Int32)
  /// It is a directory.
  case isDirectory(file: String)
  /// The system opened it, but does not hand out what it holds; the code is its `errno`.
  case cannotRead(file: String, code: Int32)
}
