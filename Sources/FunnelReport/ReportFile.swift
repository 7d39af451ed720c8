/// One file of a report's folder.
public struct ReportFile: Hashable, Sendable {
  /// Its name, without a folder.
  public let name: String
  /// All that it holds.
  public let bytes: [UInt8]

  /// A file of these bytes.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
