/// Holds back the signals that would end the process while files are half written.
public protocol Interruption: Sendable {
  /// From here on a signal is noted instead of ending the process.
  func hold()
  /// Whether a signal came since `hold`.
  var isRequested: Bool { get }
  /// Signals have their usual effect again, and one that was noted takes it now if the work it asked to end did not end well.
  func release(raising: Bool)
}
