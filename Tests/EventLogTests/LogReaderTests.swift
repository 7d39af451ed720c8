import Foundation
import FunnelModel
import Testing

@testable import EventLog

/// Opening, several logs at once, stopping, and a second opinion.
@Suite struct LogReaderTests {
  private let folder = FileManager.default.temporaryDirectory.appending(component: "logs-\(UUID().uuidString)")

  private func write(_ name: String, _ text: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(component: name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private func line(_ user: Int) -> String { "{\"event\":\"e\",\"user_id\":\(user),\"ts\":1772323200}\n" }

  @Test func whatCannotBeOpenedIsNamedBeforeAnythingIsRead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let good = try write("good", line(1))
    let missing = folder.appending(component: "missing").path
    #expect(throws: LogFailure.cannotOpen(file: missing, code: ENOENT)) { try LogReader.open([good, missing]) }
    #expect(throws: LogFailure.isDirectory(file: folder.path)) { try LogReader.open([good, folder.path]) }
    #expect(throws: LogFailure.cannotOpen(file: good + "/x", code: ENOTDIR)) { try LogReader.open([good + "/x"]) }
  }

  @Test func logsOfEveryKindAreReadInTheirOrder() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let one = try write("one", "{}\n" + line(1))
    let two = try write("two", line(2) + "\n{}")
    let empty = try write("empty", "")
    let fifo = folder.appending(component: "fifo").path
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    Thread.detachNewThread { try? Data("\n\n{}\n".utf8).write(to: URL(filePath: fifo)) }
    let last = try write("last", "{}\n" + line(1))
    let found = try ReadLog.logs([one, fifo, empty, two, last])
    #expect(found.events.map(\.user) == ["1", "2", "1"])
    #expect(found.summary.files == 5)
    #expect(found.summary.lines == 10)
    #expect(found.summary.blank == 3)
    #expect(found.summary.firstRejects.map(\.file) == [one, fifo, two, last])
    #expect(found.summary.firstRejects.map(\.line) == [1, 3, 3, 1])
  }

  @Test func aFileIsReadOnceHoweverItIsNamed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let one = try write("one", line(1))
    let two = try write("two", line(2))
    let link = folder.appending(component: "link").path
    let hardLink = folder.appending(component: "hard").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "one")
    try FileManager.default.linkItem(atPath: two, toPath: hardLink)
    let found = try ReadLog.logs([one, two, link, hardLink, one])
    #expect(found.events.map(\.user) == ["1", "2"] && found.summary.files == 2)
    let repeated = [(one, link), (one, one), (two, hardLink)].map { RepeatedLog(file: $0, name: $1) }
    #expect(found.summary.repeated == repeated)
  }

  @Test func aReceiverThatIsFullStopsTheReading() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try write("long", (0..<5_000).map(line).joined())
    for name in [path, "/dev/stdin"] where name == path {
      let receiver = KeepingReceiver()
      receiver.welcome = 2
      let logs = try LogReader.open([name])
      _ = try LogReader.read(logs, plan: ReadingPlan(), receivers: [receiver], progress: nil)
      #expect(receiver.batches == 2)
    }
    let receiver = KeepingReceiver()
    receiver.welcome = 2
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    let stream = OpenLog(name: "-", handle: handle, kind: .stream)
    _ = try LogReader.read(
      [stream], plan: ReadingPlan(), receivers: [receiver], limits: ReadingLimits(bufferBytes: 1_000))
    #expect(receiver.batches == 2)
  }

  @Test func aFileThatIsCutShortIsReadAsFarAsItGoes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try write("cut", (0..<100).map(line).joined())
    let logs = try LogReader.open([path])
    #expect(unsafe truncate(path, off_t(line(0).utf8.count * 2 - 1)) == 0)
    let receiver = KeepingReceiver()
    let limits = ReadingLimits(bufferBytes: 64, spanBytes: 100)
    let summary = try LogReader.read(logs, plan: ReadingPlan(), receivers: [receiver], limits: limits)
    #expect(receiver.events.map(\.user) == ["0", "1"])
    #expect(summary.lines == 2)
    #expect(summary.bytes == line(0).utf8.count * 2 - 1)
  }

  @Test func progressTellsTheBytesReadSoFar() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = (0..<1_000).map(line).joined()
    let path = try write("progress", text)
    let calls = Calls()
    _ = try LogReader.read(
      LogReader.open([path]), plan: ReadingPlan(), receivers: [KeepingReceiver()],
      limits: ReadingLimits(bufferBytes: 4_096)
    ) { calls.add($0) }
    #expect(calls.all.count > 5)
    #expect(calls.all == calls.all.sorted())
    #expect(calls.all.last == text.utf8.count)
  }

  @Test func foundationReadsTheSameLines() throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      var generator = HostileLog(seed: seed)
      for line in generator.bytes(lines: 20).split(separator: 0x0A) {
        let found = try ReadLog.file(Array(line))
        let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        guard let event = found.events.first, let object else { continue }
        if let user = object["user_id"] as? String, !user.isEmpty {
          #expect(event.user == ByteText(user), "seed \(seed)")
        }
        if let name = object["event"] as? String, !name.isEmpty {
          #expect(event.event == ByteText(name), "seed \(seed)")
        }
        if let step = object["step_id"] as? String, !step.isEmpty {
          #expect(event.step == ByteText(step), "seed \(seed)")
        }
        if let id = object["event_id"] as? String, !id.isEmpty { #expect(event.id == ByteText(id), "seed \(seed)") }
      }
    }
  }

  private final class Calls: @unchecked Sendable {
    private let lock = NSLock()
    private var calls: [Int] = []

    var all: [Int] { lock.withLock { calls } }

    func add(_ bytes: Int) { lock.withLock { calls.append(bytes) } }
  }
}
