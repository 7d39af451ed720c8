import Foundation

/// A program that was run in a process of its own, and what it wrote.
struct ProgramRun {
  let status: Int32
  let output: [UInt8]
  let error: [UInt8]

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: error, as: UTF8.self) }

  /// The `funnel` that was built together with these tests.
  static let funnel: URL = {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let tests = bundles.first ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appending(path: "funnel")
  }()

  /// Runs a program in a folder; standard input is empty unless a file is named.
  init(
    _ program: String, _ arguments: [String], in folder: URL, input: URL? = nil,
    environment: [String: String]? = nil
  ) throws {
    let files = FileManager.default.temporaryDirectory.appending(
      path: "funnel-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    // Files rather than pipes: a program that writes more than a pipe holds would wait for a reader.
    func sink(_ name: String) throws -> FileHandle {
      let url = files.appending(path: name)
      try Data().write(to: url)
      return try FileHandle(forWritingTo: url)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    if let environment { process.environment = environment }
    process.standardInput = try input.map(FileHandle.init(forReadingFrom:)) ?? FileHandle.nullDevice
    process.standardOutput = try sink("output")
    process.standardError = try sink("error")
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = [UInt8](try Data(contentsOf: files.appending(path: "output")))
    error = [UInt8](try Data(contentsOf: files.appending(path: "error")))
  }
}
