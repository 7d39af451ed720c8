import Foundation

/// A folder of a test's own, gone with the last that holds it.
final class TemporaryFolder {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/funnel-tests-" + UUID().uuidString
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Makes a file and gives its path.
  @discardableResult
  func file(_ name: String, _ text: String) -> String {
    _ = FileManager.default.createFile(atPath: path + "/" + name, contents: Data(text.utf8))
    return path + "/" + name
  }

  @discardableResult
  func folder(_ name: String) -> String {
    try! FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
    return path + "/" + name
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names in it or in a folder of it, hidden ones too, sorted.
  func names(in folder: String = "") -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()) ?? []
  }
}
