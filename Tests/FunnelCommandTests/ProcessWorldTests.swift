import Foundation
import FunnelModel
import Testing

@testable import FunnelCommand

@Suite struct ProcessWorldTests {
  @Test func allBytesGoThroughAPipe() throws {
    let pipe = Pipe()
    try DescriptorSink(descriptor: pipe.fileHandleForWriting.fileDescriptor).write(Array("report\n".utf8))
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("report\n".utf8))
  }

  @Test func aPipeThatNobodyReadsIsClosed() throws {
    // Takes the signal of a broken pipe away, as the program does.
    _ = CommandIO.process()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    #expect(throws: SinkFailure.closed) {
      try DescriptorSink(descriptor: pipe.fileHandleForWriting.fileDescriptor).write([10])
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func aFullDeviceFails() throws {
    let handle = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    #expect(throws: SinkFailure.failed(code: ENOSPC)) {
      try DescriptorSink(descriptor: handle.fileDescriptor).write([10])
    }
  }

  @Test(.timeLimit(.minutes(1))) func aSignalIsNotedWhileItIsHeld() async throws {
    let interruption = ProcessInterruption()
    interruption.hold()
    #expect(!interruption.isRequested)
    kill(getpid(), SIGTERM)
    // The signal goes to whichever thread takes it, so it may be a moment on its way.
    while !interruption.isRequested { try await Task.sleep(for: .milliseconds(1)) }
    // Were it raised again here, this process would end.
    interruption.release(raising: false)
  }

  @Test func theWorldHasProcessorsAndAClock() {
    let io = CommandIO.process()
    #expect(io.processors >= 1)
    // 2026 began at this second.
    #expect(io.now.microseconds > 1_767_225_600_000_000)
  }

  /// Names of files need not be UTF-8; only a shell can write such a name here.
  @Test func namesThatAreNotUTF8AreOpenedAndShown() throws {
    let temporary = TemporaryFolder()
    temporary.file("small.ndjson", SmallLog.text)
    let script = """
      name=$(printf 'a\\377b\\364\\217\\236\\200')
      mv small.ndjson "$name" && printf '{"id":"f","steps":[{"id":1}]}' > "d$name" || exit 9
      "$FUNNEL" analyze --quiet --definition "d$name" --output "out$name" "$name" || exit 8
      test -s "out$name/steps.csv" || exit 7
      "$FUNNEL" analyze "no$name"
      """
    let run = try ProgramRun(
      "/bin/sh", ["-c", script], in: URL(filePath: temporary.path), environment: ["FUNNEL": ProgramRun.funnel.path])
    #expect(run.status == 1)
    #expect(
      run.errorText
        == "funnel: cannot open noa\\xffb\u{10F780}: no such file or directory; nothing was read\n")
  }

  @Test func aFileThatMayNotGrowFailsTheRunAndLeavesNothing() throws {
    let temporary = TemporaryFolder()
    temporary.file("small.ndjson", SmallLog.text)
    let run = try ProgramRun(
      "/bin/sh", ["-c", "ulimit -f 1; exec \"$FUNNEL\" analyze --quiet --output out small.ndjson"],
      in: URL(filePath: temporary.path), environment: ["FUNNEL": ProgramRun.funnel.path])
    #expect(run.status == 1)
    #expect(run.errorText.hasSuffix(": file too large; nothing in the output folder was changed\n"))
    #expect(temporary.names() == ["small.ndjson"])
  }

  @Test func standardInputThatIsAFolderIsCalledThat() throws {
    let temporary = TemporaryFolder()
    let run = try ProgramRun(
      "/bin/sh", ["-c", "\"$FUNNEL\" analyze - < ."], in: URL(filePath: temporary.path),
      environment: ["FUNNEL": ProgramRun.funnel.path])
    #expect(run.status == 1)
    #expect(run.errorText == "funnel: standard input is a folder; name the logs in it\n")
  }
}
