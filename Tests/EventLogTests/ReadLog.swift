import Foundation
import FunnelModel

@testable import EventLog

/// What a reading found.
struct Found: Hashable {
  var events: [FoundEvent]
  var summary: ReadingSummary
}

/// A reading of bytes that stand in a file or come through a pipe.
enum ReadLog {
  /// Reads the bytes from a temporary file of its own.
  static func file(
    _ bytes: [UInt8], plan: ReadingPlan = ReadingPlan(), limits: ReadingLimits = ReadingLimits(), workers: Int = 1
  ) throws -> Found {
    try withFile(bytes) { path in try logs([path], plan: plan, limits: limits, workers: workers) }
  }

  /// Lends a temporary file of these bytes.
  static func withFile<Result>(_ bytes: [UInt8], _ use: (String) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appending(component: "log-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try use(path)
  }

  /// Reads the bytes from a pipe.
  static func pipe(
    _ bytes: [UInt8], plan: ReadingPlan = ReadingPlan(), limits: ReadingLimits = ReadingLimits(), workers: Int = 1
  ) throws -> Found {
    // No program that unpacks inherits an end, or it would wait for itself.
    let pipe = try EventLog.Pipe(file: "-")
    let writer = FileHandle(fileDescriptor: pipe.writing, closeOnDealloc: true)
    Thread.detachNewThread {
      try? writer.write(contentsOf: Data(bytes))
      try? writer.close()
    }
    let handle = FileHandle(fileDescriptor: pipe.reading, closeOnDealloc: true)
    let log = OpenLog(name: "-", handle: handle, kind: .stream)
    return try found([log], plan: plan, limits: limits, workers: workers)
  }

  /// Reads logs by their names.
  static func logs(
    _ names: [String], plan: ReadingPlan = ReadingPlan(), limits: ReadingLimits = ReadingLimits(), workers: Int = 1
  ) throws -> Found {
    var found = try found(LogReader.open(names), plan: plan, limits: limits, workers: workers)
    for place in found.summary.firstRejects.indices where names.count == 1 {
      found.summary.firstRejects[place].file = "-"
    }
    return found
  }

  private static func found(
    _ logs: [OpenLog], plan: ReadingPlan, limits: ReadingLimits, workers: Int
  ) throws -> Found {
    let receivers = (0..<workers).map { _ in KeepingReceiver() }
    let summary = try LogReader.read(logs, plan: plan, receivers: receivers, limits: limits)
    return Found(events: receivers.flatMap(\.events), summary: summary)
  }
}

extension Found {
  /// How often each event was found: the order does not count where workers take parts as they come.
  var counts: [FoundEvent: Int] { events.reduce(into: [:]) { $0[$1, default: 0] += 1 } }

  /// The reasons of the rejects that were kept, with their columns.
  var places: [String] {
    summary.firstRejects.map { "\($0.line):\($0.column) \($0.reason.rawValue)" }
  }
}
