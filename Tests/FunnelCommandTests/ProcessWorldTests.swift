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
}
