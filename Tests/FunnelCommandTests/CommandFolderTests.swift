import Foundation
import TestSupport
import Testing

/// Every folder of `Tests/Commands`: `arguments` (one a line), perhaps `stdin`, and what must come of them in `stdout`,
/// `stderr` and `exit`.
///
/// The program itself is run, in the folder. With the variable `FUNNEL_RECORD` set, what it does is written down as what
/// it must do, and the test fails, so that no run that records can pass.
@Suite struct CommandFolderTests {
  static let root = TestFiles.package.appending(path: "Tests/Commands")

  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().filter {
      FileManager.default.fileExists(
        atPath: root.appending(path: $0).appending(path: "arguments").path)
    }
  }()

  @Test func thereAreCommands() {
    #expect(CommandFolderTests.names.count >= 20)
  }

  @Test(arguments: names)
  func doesWhatTheFolderSays(_ name: String) throws {
    let folder = CommandFolderTests.root.appending(path: name)
    func file(_ name: String) -> URL { folder.appending(path: name) }
    let arguments = String(decoding: try Data(contentsOf: file("arguments")), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let input = FileManager.default.fileExists(atPath: file("stdin").path) ? file("stdin") : nil
    let run = try ProgramRun(ProgramRun.funnel.path, arguments, in: folder, input: input)
    if ProcessInfo.processInfo.environment["FUNNEL_RECORD"] != nil {
      try Data(run.output).write(to: file("stdout"))
      try Data(run.error).write(to: file("stderr"))
      try Data("\(run.status)\n".utf8).write(to: file("exit"))
      Issue.record("recorded \(name); look at the change and run again without FUNNEL_RECORD")
      return
    }
    let output = try TestFiles.bytes(file("stdout").path)
    let error = try TestFiles.bytes(file("stderr").path)
    #expect(
      run.output == output, "\(name) stdout\(lineDifference(got: run.output, expected: output))")
    #expect(run.error == error, "\(name) stderr\(lineDifference(got: run.error, expected: error))")
    #expect(
      Array("\(run.status)\n".utf8) == (try TestFiles.bytes(file("exit").path)), "\(name) exit")
  }
}
