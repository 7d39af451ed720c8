import Foundation
import FunnelModel
import Testing

@testable import FunnelCommand

/// `--memory`: the same report, temporary files that nobody sees, and one clear error where they fail.
@Suite struct MemoryTests {
  /// Events of a single user, which do not fit into what is held back of its partition.
  static let log = (0..<2000).map { number in
    """
    {"event":"onboarding_step_started","user_id":"u","timestamp":"2026-03-01T08:\(number / 600 + 10):00Z",\
    "step_id":"s\(number % 7)","session_id":"session-\(number % 11)","event_id":"\(number % 1500)"}
    """
  }.joined(separator: "\n")

  /// Runs the program on the log by a shell, which may set limits first.
  static func run(_ before: String, _ options: String, in folder: TemporaryFolder) throws -> ProgramRun {
    folder.file("log.ndjson", log)
    let funnel = ProgramRun.funnel.path
    return try ProgramRun(
      "/bin/sh", ["-c", "\(before) '\(funnel)' analyze --threads=1 \(options) log.ndjson"],
      in: URL(fileURLWithPath: folder.path))
  }

  @Test func theReportIsTheSameAndTheFolderStaysEmpty() throws {
    let folder = TemporaryFolder()
    folder.folder("temporary")
    let plain = try MemoryTests.run("", "--table quality", in: folder)
    let limited = try MemoryTests.run("TMPDIR=temporary", "--memory=48M --table quality", in: folder)
    #expect(plain.status == 0 && limited.status == 0)
    #expect(limited.outputText == plain.outputText)
    #expect(limited.errorText == plain.errorText)
    #expect(folder.names(in: "temporary") == [])
  }

  @Test func aFolderThatIsMissingIsOneErrorAndNoReport() throws {
    let run = try MemoryTests.run("TMPDIR=nowhere", "--memory=48M", in: TemporaryFolder())
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(
      run.errorText
        == "funnel: cannot use a temporary file in nowhere: no such file or directory; there is no report; "
        + "make room, name another folder in TMPDIR, or allow more --memory\n")
  }

  /// A limit of the shell stands for a disk that is full: the second chunk does not go into the file.
  @Test func aDiskThatIsFullIsOneErrorAndNothingIsLeft() throws {
    let folder = TemporaryFolder()
    folder.folder("temporary")
    let run = try MemoryTests.run("ulimit -f 16; TMPDIR=temporary", "--memory=48M", in: folder)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errorText.hasPrefix("funnel: cannot use a temporary file in temporary: file too large; "))
    #expect(run.errorText.count { $0 == "\n" } == 1)
    #expect(folder.names(in: "temporary") == [])
  }

  @Test(arguments: ["47M", "0", "64", "64X", "-1", "9999999999999G"])
  func whatIsNoBudgetIsWrongUse(_ size: String) {
    let outcome = CommandProbe().run("analyze", "--memory=\(size)", "log.ndjson")
    #expect(outcome.status == .wrongUse)
    #expect(outcome.error == "funnel: --memory \(size): expected bytes from 48M on, such as 64M or 1G\n")
  }

  @Test func theBudgetReachesThePlanAndBoundsTheThreads() throws {
    func plan(_ words: String...) throws -> AnalyzePlan {
      try AnalyzePlan(
        try RequestParser.parse(["analyze"] + words + ["x"]),
        io: CommandProbe().io(output: MemorySink(), error: MemorySink()))
    }
    #expect(try plan().analysis.memory == nil)
    let small = try plan("--memory=48M", "--threads=64")
    #expect(small.analysis.memory == MemoryBudget(bytes: 48 << 20, folder: "/tmp"))
    #expect(small.analysis.threads == 2 && small.reading.threads == 2)
    #expect(try plan("--memory=1G", "--threads=64").reading.threads == 64)
  }

  @Test func theSmallLogComesToTheSameReport() {
    let folder = TemporaryFolder()
    let log = folder.file("small.ndjson", SmallLog.text)
    for table in ["steps", "variants", "sessions", "quality"] {
      let without = CommandProbe().run("analyze", "--table", table, log)
      let with = CommandProbe().run("analyze", "--table", table, "--memory=64M", log)
      #expect(without.status == .done && with.output == without.output && with.error == without.error)
    }
  }
}
