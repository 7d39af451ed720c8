/// Where bytes go: standard output, standard error, or a test's memory.
public protocol OutputSink: Sendable {
  /// Writes all bytes.
  ///
  /// - Throws: `SinkFailure` where not all of them could be written.
  func write(_ bytes: [UInt8]) throws(SinkFailure)
}

/// Why bytes could not be written.
public enum SinkFailure: Error, Equatable, Sendable {
  /// Nobody reads the other end of the pipe any more.
  case closed
  /// The system refused, with this error number.
  case failed(code: Int32)
}
