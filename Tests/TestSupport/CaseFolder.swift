import Foundation

/// A folder of `Tests/Cases` or `Tests/SourceCases`: logs, perhaps a definition, options, and the tables that they must give, byte for byte.
public struct CaseFolder: Sendable, CustomStringConvertible {
  /// The tables that a case tells.
  public static let tables = ["steps", "variants", "sessions", "quality"]

  /// Every case of native logs, by name.
  public static let all = folders(of: "Tests/Cases")

  /// Every case of other systems' logs, by name.
  public static let sources = folders(of: "Tests/SourceCases")

  private static func folders(of path: String) -> [CaseFolder] {
    let root = TestFiles.package.appending(path: path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().filter { FileManager.default.fileExists(atPath: root.appending(path: "\($0)/options").path) }
      .map { CaseFolder(root: root, name: $0) }
  }

  private let root: URL

  /// The folder's name.
  public let name: String

  /// The name, as the tests print it.
  public var description: String { name }

  private var folder: URL { root.appending(path: name) }

  /// The paths of the logs, in the order in which they are read.
  public var logs: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("log-") }.sorted().map { folder.appending(path: $0).path }
  }

  /// The path of the definition, where the case has one.
  public var definition: String? {
    let path = folder.appending(path: "definition.json").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The words to add to the command.
  public func options() throws -> [String] {
    let text = String(decoding: try TestFiles.bytes(folder.appending(path: "options").path), as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Whether an output is what a case tells; `quality` may have more rows at its end.
  public static func isSame(_ output: [UInt8], as expected: [UInt8], table: String) -> Bool {
    table == "quality" ? output.starts(with: expected) : output == expected
  }

  /// What a table must be.
  public func expected(_ table: String) throws -> [UInt8] {
    try TestFiles.bytes(folder.appending(path: "expected/\(table).csv").path)
  }
}
