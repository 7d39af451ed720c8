import Foundation
import FunnelModel
import TestSupport
import Testing

@testable import FunnelEngine

/// Events that go through temporary files come to the same analysis, or to one clear failure.
@Suite struct SpillTests {
  /// A new folder, removed by the caller.
  static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "funnel-spill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// A plan under a budget, with a folder for temporary files.
  static func budgeted(_ plan: AnalysisPlan, _ folder: String) -> AnalysisPlan {
    var plan = plan
    plan.memory = MemoryBudget(bytes: MemoryBudget.minimum, folder: folder)
    return plan
  }

  /// The analysis of events dealt out to collectors of a layout, and how many of those wrote a file.
  static func analyze(
    _ events: [PlainEvent], _ plan: AnalysisPlan, _ layout: SpillLayout?, collectors count: Int, seed: UInt64
  ) -> (result: Result<PlainAnalysis, AnalysisFailure>, onDisk: Int) {
    var random = SeededGenerator(seed: seed)
    let collectors = (0..<count).map { _ in EventCollector(plan: plan, layout: layout) }
    for event in events {
      BatchBuilder.hand([event], values: plan.values, to: collectors.randomElement(using: &random)!)
    }
    let onDisk = collectors.count { $0.collected.spilled?.isOnDisk == true }
    // A few times at most are held in memory, so that lists come in pieces.
    let timeFile = layout.flatMap { _ in plan.memory.map { TimeFile(folder: $0.folder, heldLimit: Int(seed % 9)) } }
    do throws(AnalysisFailure) {
      let analysis = try EventCollector.analyze(collectors, plan: plan, timeFile: timeFile)
      return (.success(PlainAnalysis(analysis)), onDisk)
    } catch {
      return (.failure(error), onDisk)
    }
  }

  @Test(arguments: [9, 16, 48, 200, 4096])
  func tinyChunksChangeNothing(_ chunkBytes: Int) throws {
    let folder = try SpillTests.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var onDisk = 0
    for seed: UInt64 in 8000..<8200 {
      let log = RandomLog(seed: seed)
      var plan = log.plan
      plan.threads = Int(seed % 3) + 1
      let count = Int(seed % 4) + 1
      let inMemory = SpillTests.analyze(log.events, plan, nil, collectors: count, seed: seed)
      let layout = SpillLayout(
        partitionCount: 1 << Int(seed % 4), chunkBytes: chunkBytes, textBytes: Int(seed % 5) * 60)
      let spilled = SpillTests.analyze(
        log.events, SpillTests.budgeted(plan, folder.path), layout, collectors: count, seed: seed)
      onDisk += spilled.onDisk
      switch (inMemory.result, spilled.result) {
      case (.success(let expected), .success(let found)):
        #expect(found.difference(from: expected).isEmpty, "seed \(seed)")
      case (.failure(let expected), .failure(let found)): #expect(found == expected, "seed \(seed)")
      default: Issue.record("seed \(seed): \(inMemory) and \(spilled)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty, "seed \(seed)")
    }
    // The largest chunk holds a whole tiny log: no file is made for it.
    #expect(chunkBytes == 4096 ? onDisk == 0 : onDisk > 100)
  }

  /// What cannot be read back is no empty list that passes for the truth.
  @Test func aTimeFileThatFailsIsNoted() throws {
    let folder = try SpillTests.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let nowhere = TimeFile(folder: folder.path + "/nowhere", heldLimit: 0)
    var times = Times([3, 1, 2])
    times.spill(to: nowhere)
    #expect(nowhere.failure == .temporaryFile(folder: folder.path + "/nowhere", code: ENOENT))

    let file = TimeFile(folder: folder.path, heldLimit: 0)
    times = Times([3, 1, 2])
    times.spill(to: file)
    times.append(0)
    var others = Times([7])
    others.add(times)
    #expect(others.count == 5 && others.heldCount == 2)
    others.sort(into: file)
    #expect(others.heldCount == 0 && others.values == [0, 1, 2, 3, 7] && others.middle == MiddlePair(low: 2, high: 2))
    #expect(file.failure == nil)
  }

  /// Many rows, inferred steps and an open `advance` take several passes, which read what the first has prepared.
  @Test func manyPassesReadWhatTheFirstPrepared() throws {
    let folder = try SpillTests.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var events: [PlainEvent] = []
    for user in 0..<5000 {
      for (place, step) in ["a", "b", "c"].enumerated() {
        var event = PlainEvent(
          time: 1_700_000_000_000_000 + Int64(place) * 1_000_000, user: ByteText("u\(user)"),
          name: "onboarding_step_started")
        event.step = ByteText(step)
        event.variant = ByteText("v\(user)")
        events.append(event)
      }
    }
    var plan = AnalysisPlan()
    plan.threads = 2
    let expected = SpillTests.analyze(events, plan, nil, collectors: 2, seed: 1)
    let layout = SpillLayout(partitionCount: 8, chunkBytes: 512, textBytes: 60_000)
    let found = SpillTests.analyze(events, SpillTests.budgeted(plan, folder.path), layout, collectors: 2, seed: 1)
    #expect(found.onDisk == 2)
    #expect(try found.result.get().difference(from: expected.result.get()).isEmpty)
    #expect(try found.result.get().rows.count == 51)
  }

  /// Every event of 20,000 users has a variant of its own or one that both workers meet, some of which are long, so that a
  /// text has several numbers, runs come in blocks, and equal numbers of units stand by their bytes.
  @Test func variantsBeyondTheTablesAreTheSameTexts() throws {
    let folder = try SpillTests.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var events: [PlainEvent] = []
    for user in 0..<20_000 {
      for step in ["a", "b"] {
        var event = PlainEvent(
          time: 1_700_000_000_000_000, user: ByteText("u\(user)"), name: "onboarding_step_started")
        event.step = ByteText(step)
        let isLong = user % 1000 == 999
        event.variant = ByteText(
          user % 40 == 0
            ? "common \(user % 3)" : (isLong ? String(repeating: "x", count: 3000) : "variant ") + "\(19_999 - user)")
        events.append(event)
      }
    }
    var plan = AnalysisPlan()
    plan.threads = 2
    let expected = SpillTests.analyze(events, plan, nil, collectors: 3, seed: 1)
    let layout = SpillLayout(partitionCount: 8, chunkBytes: 4096, textBytes: 40_000)
    let found = SpillTests.analyze(events, SpillTests.budgeted(plan, folder.path), layout, collectors: 3, seed: 1)
    #expect(try found.result.get().difference(from: expected.result.get()).isEmpty)
    #expect(try found.result.get().rows.count == 51)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  /// Texts alone can be what does not fit; their file fails as any other does.
  @Test func aFolderThatIsMissingFailsTheTextsToo() {
    let folder = "/nowhere/at all"
    let plan = SpillTests.budgeted(AnalysisPlan(), folder)
    let collector = EventCollector(
      plan: plan, layout: SpillLayout(partitionCount: 1, chunkBytes: 1 << 20, textBytes: 0))
    for user in 0..<3 {
      var event = PlainEvent(time: 1_700_000_000_000_000, user: "u", name: "onboarding_step_started")
      event.step = "a"
      event.variant = ByteText("v\(user)")
      BatchBuilder.hand([event], values: [], to: collector)
    }
    let expected = AnalysisFailure.temporaryFile(folder: folder, code: ENOENT)
    #expect(collector.failure == expected)
    #expect(throws: expected) { try EventCollector.analyze([collector], plan: plan) }
  }

  @Test func aFolderThatIsMissingIsOneFailureAndAsksToStop() {
    let folder = "/nowhere/at all"
    let plan = SpillTests.budgeted(AnalysisPlan(), folder)
    let collector = EventCollector(
      plan: plan, layout: SpillLayout(partitionCount: 1, chunkBytes: 64, textBytes: 1 << 16))
    let event = PlainEvent(time: 1_700_000_000_000_000, user: "u", name: "app_open")
    #expect(BatchBuilder.hand([event], values: [], to: collector) == .goOn)
    #expect(collector.failure == nil)
    #expect(BatchBuilder.hand([event], values: [], to: collector) == .stop)
    let expected = AnalysisFailure.temporaryFile(folder: folder, code: ENOENT)
    #expect(collector.failure == expected)
    // More may follow from a batch that was under way.
    #expect(BatchBuilder.hand([event, event, event], values: [], to: collector) == .stop)
    #expect(throws: expected) { try EventCollector.analyze([EventCollector(plan: plan), collector], plan: plan) }
  }

  /// The first pass cannot set anything aside; the run must not go on with a part of the events.
  @Test func aFolderThatGoesAwayBeforeTheAnalysisIsTheSameFailure() throws {
    let folder = try SpillTests.makeFolder()
    var plan = SpillTests.budgeted(AnalysisPlan(), folder.path)
    plan.threads = 2
    let collector = EventCollector(
      plan: plan, layout: SpillLayout(partitionCount: 4, chunkBytes: 64, textBytes: 1 << 16))
    for user in 0..<100 {
      var event = PlainEvent(
        time: 1_700_000_000_000_000, user: ByteText("u\(user)"), name: "onboarding_step_started")
      event.step = "a"
      BatchBuilder.hand([event], values: [], to: collector)
    }
    #expect(collector.collected.spilled?.isOnDisk == true)
    try FileManager.default.removeItem(at: folder)
    #expect(throws: AnalysisFailure.temporaryFile(folder: folder.path, code: ENOENT)) {
      try EventCollector.analyze([collector], plan: plan)
    }
  }

  #if os(Linux)
    @Test func aFullDiskIsItsErrorNumber() throws {
      let file = TemporaryFile(descriptor: unsafe open("/dev/full", O_RDWR))
      #expect(throws: TemporaryFileFailure(code: ENOSPC)) {
        try unsafe [UInt8](repeating: 1, count: 100).withUnsafeBytes {
          try unsafe file.write($0.baseAddress!, $0.count, at: 0)
        }
      }
    }
  #endif

  @Test func aFileThatIsTooShortIsAFailure() throws {
    let file = try TemporaryFile(in: FileManager.default.temporaryDirectory.path)
    var bytes: [UInt8] = [1, 2, 3, 4]
    try unsafe bytes.withUnsafeMutableBytes { bytes in
      try unsafe file.write(UnsafeRawPointer(bytes.baseAddress!), 4, at: 10)
      #expect(throws: TemporaryFileFailure(code: EIO)) { try unsafe file.read(into: bytes.baseAddress!, 4, at: 11) }
      try unsafe file.read(into: bytes.baseAddress!, 2, at: 12)
    }
    #expect(bytes[..<2] == [3, 4])
  }

  @Test(arguments: [(48, 2), (64, 3), (128, 8), (1024, 83)])
  func aBudgetHoldsSoManyWorkers(_ mebibytes: Int, _ workers: Int) {
    let budget = MemoryBudget(bytes: mebibytes << 20, folder: "")
    #expect(budget.workerLimit == workers)
    for count in 1...workers {
      let layout = SpillLayout(budget, workers: count)
      #expect(layout.chunkBytes % 4096 == 0)
      #expect(layout.chunkBytes * layout.partitionCount * count <= max(budget.bytes * 3 / 8, count << 22))
    }
  }
}
