import Synchronization
import Testing

@testable import FunnelCommand

/// The line that shows on a terminal how far reading is.
@Suite struct ProgressTests {
  /// A clock that stands where a test puts it.
  final class Clock: Sendable {
    private let start = ContinuousClock.now
    private let elapsed = Mutex(Duration.zero)

    var now: ContinuousClock.Instant { start + elapsed.withLock { $0 } }

    func advance(by span: Duration) { elapsed.withLock { $0 += span } }
  }

  /// What stands in the line of a terminal after some bytes: a carriage return goes back, what follows overwrites.
  static func visible(_ text: String) -> String {
    var line: [Character] = []
    var column = 0
    for character in text {
      if character == "\r" {
        column = 0
      } else {
        if column < line.count { line[column] = character } else { line.append(character) }
        column += 1
      }
    }
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  @Test func saysHowMuchHowFastAndHowLong() {
    let clock = Clock()
    let sink = MemorySink()
    let progress = Progress(sink: sink, total: 2048 << 20) { clock.now }
    clock.advance(by: .milliseconds(500))
    progress.report(512 << 20)
    #expect(ProgressTests.visible(sink.text) == "read 512 of 2,048 MiB, 1,024 MiB/s, 2 s left")
    clock.advance(by: .milliseconds(1500))
    progress.report(2000 << 20)
    #expect(ProgressTests.visible(sink.text) == "read 2,000 of 2,048 MiB, 1,000 MiB/s, 1 s left")
    progress.end()
    #expect(ProgressTests.visible(sink.text) == "")
    #expect(sink.text.hasSuffix("\r"))
  }

  @Test(arguments: [
    (10, "read 1 of 1,001 MiB, 0 MiB/s, 2 h left"), (1, "read 1 of 1,001 MiB, 1 MiB/s, 16 min left"),
  ])
  func longTimesAreInMinutesAndHours(_ seconds: Int, _ line: String) {
    let clock = Clock()
    let sink = MemorySink()
    let progress = Progress(sink: sink, total: 1001 << 20) { clock.now }
    clock.advance(by: .seconds(seconds))
    progress.report(1 << 20)
    #expect(ProgressTests.visible(sink.text) == line)
  }

  @Test func aStreamHasNoEndToTellTheTimeFrom() {
    let clock = Clock()
    let sink = MemorySink()
    let progress = Progress(sink: sink, total: nil) { clock.now }
    clock.advance(by: .seconds(2))
    progress.report(3000 << 20)
    #expect(ProgressTests.visible(sink.text) == "read 3,000 MiB, 1,500 MiB/s")
  }

  @Test func isDrawnTenTimesASecondAtMost() {
    let clock = Clock()
    let sink = MemorySink()
    let progress = Progress(sink: sink, total: nil) { clock.now }
    for step in 1...1000 {
      clock.advance(by: .milliseconds(5))
      progress.report(step << 20)
    }
    #expect(sink.text.count { $0 == "\r" } == 50)
  }

  @Test func aShortReadingShowsNothing() {
    let clock = Clock()
    let sink = MemorySink()
    let progress = Progress(sink: sink, total: 10) { clock.now }
    clock.advance(by: .milliseconds(99))
    progress.report(10)
    progress.end()
    #expect(sink.text == "")
  }

  @Test func itIsForTerminalsAndNotForTheQuiet() throws {
    let request = try RequestParser.parse(["analyze", "x"])
    let quiet = try RequestParser.parse(["analyze", "--quiet", "x"])
    var probe = CommandProbe()
    func shows(_ request: Request) throws -> Bool {
      let io = probe.io(output: MemorySink(), error: MemorySink())
      return LogRun(plan: try AnalyzePlan(request, io: io), request: request, io: io).showsProgress
    }
    #expect(try !shows(request))
    probe.errorIsTerminal = true
    #expect(try shows(request))
    #expect(try !shows(quiet))
  }
}
