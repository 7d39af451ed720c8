import Foundation
import TestSupport
import Testing

/// Every command of the README is run, and its output compared with what the README shows.
///
/// A command stands in a block marked `console`, after `$ `; what follows it up to the next command or the block's end is
/// its output, standard output and standard error together. A line `...` in it stands for any lines. The test command
/// itself is not run: these tests are what it runs.
@Suite struct ReadmeTests {
  struct Command: Sendable, CustomStringConvertible {
    var line: String
    var output: [String]
    var description: String { line }
  }

  static let commands: [Command] = {
    guard let readme = try? TestFiles.bytes(TestFiles.package.appending(path: "README.md").path)
    else { return [] }
    var commands: [Command] = []
    var isInside = false
    for line in String(decoding: readme, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        commands.append(Command(line: String(line.dropFirst(2)), output: []))
      } else if isInside, !commands.isEmpty {
        // A command goes on after a backslash.
        if commands[commands.count - 1].line.hasSuffix("\\") {
          commands[commands.count - 1].line += "\n" + line
        } else {
          commands[commands.count - 1].output.append(String(line))
        }
      }
    }
    return commands
  }()

  @Test func theReadmeShowsTheMainJobAndTheTestCommand() {
    #expect(
      ReadmeTests.commands.contains { $0.line.contains("funnel analyze") && !$0.output.isEmpty })
    #expect(ReadmeTests.commands.contains { $0.line.contains("scripts/test") })
  }

  /// The commands run one after the other in one folder, as a reader would type them.
  @Test func everyCommandPrintsWhatTheReadmeShows() throws {
    let folder = try ReadmeTests.workplace()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path =
      folder.appending(path: "bin").path + ":"
      + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    for command in ReadmeTests.commands where !command.line.contains("scripts/test") {
      let run = try ProgramRun(
        "/bin/sh", ["-c", "exec 2>&1\n" + command.line], in: folder,
        environment: ["PATH": path, "HOME": folder.path, "FUNNEL": ProgramRun.funnel.path])
      var lines = run.outputText.split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init)
      if lines.last == "" { lines.removeLast() }
      #expect(
        ReadmeTests.fits(lines[...], command.output[...]),
        "$ \(command)\n\(run.outputText)(exit status \(run.status))")
    }
  }

  /// A folder that looks like the repository, with `funnel` on its path and `swift run` standing for it.
  private static func workplace() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "funnel-readme-\(UUID().uuidString)")
    let programs = folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    for name in ["sample-data", "scripts"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name),
        withDestinationURL: TestFiles.package.appending(path: name))
    }
    try FileManager.default.createSymbolicLink(
      at: programs.appending(path: "funnel"), withDestinationURL: ProgramRun.funnel)
    // `swift run -c release funnel ...` is the same program, built; other uses of `swift` build, which was done.
    let script = """
      #!/bin/sh
      while [ $# -gt 0 ] && [ "$1" != funnel ]; do shift; done
      [ $# -gt 0 ] || exit 0
      shift
      exec "$FUNNEL" "$@"

      """
    try Data(script.utf8).write(to: programs.appending(path: "swift"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: programs.appending(path: "swift").path)
    return folder
  }

  /// Whether lines are those shown, where `...` stands for any number of them.
  private static func fits(_ lines: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return lines.isEmpty }
    if first == "..." {
      return (lines.startIndex...lines.endIndex).contains { fits(lines[$0...], shown.dropFirst()) }
    }
    guard let line = lines.first, line == first else { return false }
    return fits(lines.dropFirst(), shown.dropFirst())
  }
}
