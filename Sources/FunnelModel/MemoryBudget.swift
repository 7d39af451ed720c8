/// How much memory a run may take, and where goes what does not fit.
public struct MemoryBudget: Hashable, Sendable {
  /// The smallest budget: the program itself, one worker and its buffers.
  public static let minimum = 48 << 20

  /// What the process takes before it reads: its code, the words of the log, the report.
  private static let base = 24 << 20
  /// What a worker takes: its buffers of the log, its unwritten events, the users it is walking.
  private static let perWorker = 12 << 20

  /// Bytes, at least `minimum`.
  public var bytes: Int
  /// The folder of temporary files.
  public var folder: String

  /// A budget of bytes, with a folder for temporary files.
  public init(bytes: Int, folder: String) {
    self.bytes = bytes
    self.folder = folder
  }

  /// How many workers fit, at least one.
  public var workerLimit: Int { max(1, (bytes - Self.base) / Self.perWorker) }
}
